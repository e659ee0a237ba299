import type { ScriptPoint } from '@tactus/motion';
import { seenScript } from './seen-scripts.ts';

/** Scripts whose points are remembered. */
const SCRIPTS_MAX = 8;

/** How a setup names a script that is not inline. */
export interface NamedScript {
  readonly url?: string | undefined;
  readonly stream_ref?: string | undefined;
}

/** The last few scripts that were handed in, and what this program uploaded or fetched lately. */
export interface KnownScripts {
  know(source: string, points: readonly ScriptPoint[]): void;
  /** The points of what is named; `undefined` where they are not known. */
  pointsOf(named: NamedScript): readonly ScriptPoint[] | undefined;
}

/** Nothing was handed in yet. */
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
      return source === undefined ? undefined : (scripts.get(source) ?? seenScript(source));
    },
  };
}
