import type { ScriptColumns } from '@tactus/motion';
import type { Time } from '@tactus/time';

const CACHED_FOR_MS = 60_000;
/** Thirteen of the largest scripts, or a thousand of usual size. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** What one costs besides its points. */
const ENTRY_BYTES = 512;

/**
 * The points of stored scripts that were used a moment ago, by name. A name is the hash of its text, so none can be out of date.
 * Those who ask for one at the same time wait for one reading.
 */
export interface RecentScripts {
  /** What is known, or what `read` gives; nothing is remembered of a reading that fails or finds nothing. */
  find(name: string, read: () => Promise<ScriptColumns | undefined>): Promise<ScriptColumns | undefined>;
}

interface CachedScript {
  readonly columns: ScriptColumns;
  readonly untilMs: number;
}

/** Builds it; nothing is known yet. */
export function createRecentScripts(time: Time): RecentScripts {
  const cache = new Map<string, CachedScript>();
  const reading = new Map<string, Promise<ScriptColumns | undefined>>();
  let bytes = 0;

  const bytesOf = ({ timesMs, positions }: ScriptColumns) => timesMs.byteLength + positions.byteLength + ENTRY_BYTES;

  function forgetOld(): void {
    // In order of their coming, so the first that is still good ends it.
    for (const [name, { columns, untilMs }] of cache) {
      if (untilMs > time.monotonic() && bytes <= ROOM_BYTES) return;
      cache.delete(name);
      bytes -= bytesOf(columns);
    }
  }

  function store(name: string, columns: ScriptColumns): void {
    bytes += bytesOf(columns);
    cache.set(name, { columns, untilMs: time.monotonic() + CACHED_FOR_MS });
    forgetOld();
  }

  return {
    find(name, read) {
      forgetOld();
      const known = cache.get(name);
      if (known) return Promise.resolve(known.columns);
      let running = reading.get(name);
      if (!running) {
        running = read()
          .then((columns) => {
            if (columns) store(name, columns);
            return columns;
          })
          .finally(() => reading.delete(name));
        reading.set(name, running);
      }
      return running;
    },
  };
}
