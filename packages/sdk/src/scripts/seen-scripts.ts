import type { ScriptPoint } from '@tactus/motion';
import { redactUrl } from '../client/redact.ts';

/** Scripts whose points are remembered. */
const SCRIPTS_MAX = 8;

const seen = new Map<string, readonly ScriptPoint[]>();

/**
 * Remembers the points behind an address, so that a playback of it can be predicted. Whatever is behind a token is not
 * remembered: what that address gives the device's cloud is not known here.
 */
export function rememberScript(url: string, points: readonly ScriptPoint[]): void {
  if (redactUrl(url) !== url) return;
  seen.delete(url);
  seen.set(url, points);
  const oldest = seen.keys().next().value;
  if (seen.size > SCRIPTS_MAX && oldest !== undefined) seen.delete(oldest);
}

/** The points behind an address, where this program uploaded or fetched them lately. */
export const seenScript = (url: string): readonly ScriptPoint[] | undefined => seen.get(url);
