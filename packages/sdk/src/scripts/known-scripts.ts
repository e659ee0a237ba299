import type { ScriptPoint } from '@tactus/motion';
import { recentScriptPoints } from './seen-scripts.ts';

/** Scripts whose points are stored. */
const SCRIPTS_MAX = 8;

/** The name of a script in a setup that is not inline. */
export interface ScriptReference {
  readonly url?: string | undefined;
  readonly stream_ref?: string | undefined;
}

/** The last few registered scripts, and recent uploads and fetches of this program. */
export interface KnownScripts {
  know(source: string, points: readonly ScriptPoint[]): void;
  /** The points of a named script; `undefined` where they are unknown. */
  pointsOf(named: ScriptReference): readonly ScriptPoint[] | undefined;
}

/** Returns a record of scripts and their points, without any at first. */
export function createKnownScripts(): KnownScripts {
  const scripts = new Map<string, readonly ScriptPoint[]>();
  return {
    know(source, points) {
      scripts.delete(source);
      scripts.set(source, points);
      const oldest = scripts.keys().next().value;
      if (scripts.size > SCRIPTS_MAX && oldest !== undefined) scripts.delete(oldest);
    },
    pointsOf({ url, stream_ref }) {
      const source = url ?? stream_ref;
      return source === undefined ? undefined : (scripts.get(source) ?? recentScriptPoints(source));
    },
  };
}
