import type { ScriptPoint } from '@tactus/motion';
import { redactUrl } from '../client/redact.ts';

/** Scripts whose points are stored. */
const SCRIPTS_MAX = 8;

const seen = new Map<string, readonly ScriptPoint[]>();

/**
 * Stores the points behind an address, so that a playback of it can be predicted. An address with a token is not stored:
 * it may serve other content to the device's cloud.
 */
export function rememberScriptPoints(url: string, points: readonly ScriptPoint[]): void {
  if (redactUrl(url) !== url) return;
  seen.delete(url);
  seen.set(url, points);
  const oldest = seen.keys().next().value;
  if (seen.size > SCRIPTS_MAX && oldest !== undefined) seen.delete(oldest);
}

/** The points behind an address that this program recently uploaded or fetched. */
export const recentScriptPoints = (url: string): readonly ScriptPoint[] | undefined => seen.get(url);
