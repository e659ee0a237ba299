import type { ScriptColumns } from '@tactus/motion';
import type { Time } from '@tactus/time';

const CACHED_FOR_MS = 60_000;
/** Memory limit: thirteen of the largest scripts, or a thousand of usual size. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** Memory for an entry besides its points. */
const ENTRY_BYTES = 512;

/**
 * A cache of the points of stored scripts, by name. A name is the hash of its text, so no entry can be out of date.
 * Simultaneous requests for a script share one read.
 */
export interface RecentScriptCache {
  /** The cached points, or the result of `read`; a read that fails or finds nothing is not cached. */
  find(name: string, read: () => Promise<ScriptColumns | undefined>): Promise<ScriptColumns | undefined>;
}

interface CachedScript {
  readonly columns: ScriptColumns;
  readonly untilMs: number;
}

/** Returns an empty cache, limited in bytes and in the time that a script stays. */
export function createRecentScriptCache(time: Time): RecentScriptCache {
  const cache = new Map<string, CachedScript>();
  const reading = new Map<string, Promise<ScriptColumns | undefined>>();
  let bytes = 0;

  const bytesOf = ({ timesMs, positions }: ScriptColumns) => timesMs.byteLength + positions.byteLength + ENTRY_BYTES;

  function forgetOld(): void {
    // Entries are in the order of their arrival, so the first that is still valid ends the loop.
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
