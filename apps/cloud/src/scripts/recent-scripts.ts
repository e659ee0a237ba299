import type { ScriptColumns } from '@tactus/motion';
import type { Time } from '@tactus/time';

const KEPT_FOR_MS = 60_000;
const SCRIPTS = 16;
/** Larger ones are read anew: memory is dearer than that. */
const LARGEST_POINTS = 100_000;

/** Scripts of ours that were read a moment ago, by name. A name is the hash of its text, so none can be out of date. */
export interface RecentScripts {
  find(name: string): ScriptColumns | undefined;
  add(name: string, script: ScriptColumns): void;
}

export function createRecentScripts(time: Time): RecentScripts {
  const kept = new Map<string, { readonly script: ScriptColumns; readonly untilMs: number }>();

  function forgetOld(): void {
    // In order of their coming, so the first that is still good ends it.
    for (const [name, { untilMs }] of kept) {
      if (untilMs > time.monotonic() && kept.size <= SCRIPTS) return;
      kept.delete(name);
    }
  }

  return {
    find(name) {
      forgetOld();
      return kept.get(name)?.script;
    },
    add(name, script) {
      if (script.timesMs.length > LARGEST_POINTS) return;
      kept.delete(name);
      kept.set(name, { script, untilMs: time.monotonic() + KEPT_FOR_MS });
      forgetOld();
    },
  };
}
