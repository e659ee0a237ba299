import type { Recipe, StrokeWindow } from '@tactus/motion';
import { reopening } from '../../../settings/reopening.ts';
import { decodeScriptMemory, encodeScriptMemory } from './memory-record.ts';
import { createInMemoryTable, openScriptMemoryTable, type ScriptMemoryTable } from './memory-table.ts';

/** The stored settings of a script, by its content: a renamed file has the same. */
export interface ScriptMemory {
  /** The time offset of the last play, ms; undefined before the first play. */
  readonly offsetMs: number | undefined;
  /** The stroke window of the last play, 0..1; undefined where the device's own was not changed. */
  readonly window: StrokeWindow | undefined;
  readonly recipe: Recipe;
  /** The time at which playing ended, ms; 0 at the start and after the end was reached. Of a pair of film and script. */
  readonly leftAtMs: number;
}

/** What identifies a film: its address, or the name and the size of its file. */
interface NamedFilm {
  readonly name: string;
  readonly url?: string | undefined;
  readonly file?: { readonly size: number } | undefined;
}

/**
 * The key of the place at which playing ended: it belongs to the pair of film and script. A script alone has its place with
 * its other settings, under its hash.
 */
export const keyOfPlace = (hash: string, film: NamedFilm | undefined): string =>
  film === undefined ? hash : `${hash} ${film.url ?? `${film.name} ${film.file?.size ?? 0}`}`;

/** A place nearer than this to the start or to the end is not gone to, ms. */
export const NEAR_END_MS = 10_000;

/** A place in a film of this length; the start where the place is near it, or near or beyond the end. */
export const reachablePlace = (leftAtMs: number, durationMs: number): number =>
  leftAtMs > NEAR_END_MS && leftAtMs < durationMs - NEAR_END_MS ? leftAtMs : 0;

/** The stored settings of scripts. It never rejects: settings that cannot be stored last as long as the page. */
export interface ScriptMemoryStore {
  /** The settings of a content hash; the defaults where none are stored, or unreadable ones. */
  read(hash: string): Promise<ScriptMemory>;
  /** Changes some settings. The others stay. */
  change(hash: string, part: Partial<ScriptMemory>): Promise<void>;
  close(): void;
}

/** Opens the memory of this browser (IndexedDB), or one in memory where the browser refuses. */
export function createScriptMemoryStore(
  open: (onClosed: () => void) => Promise<ScriptMemoryTable> = openScriptMemoryTable,
): ScriptMemoryStore {
  // The fallback: private windows and sandboxed frames have no database.
  const fallback = createInMemoryTable();
  const opened = reopening((onClosed) => open(onClosed).catch(() => fallback));

  async function withTable<Result>(run: (table: ScriptMemoryTable) => Promise<Result>): Promise<Result> {
    const table = await opened();
    // A database can fail while it is open: storage cleared, disk full.
    return run(table).catch(() => run(fallback));
  }

  return {
    read: (hash) => withTable(async (table) => decodeScriptMemory(await table.get(hash))),
    change: (hash, part) =>
      withTable((table) =>
        table.update(hash, (stored) => encodeScriptMemory({ ...decodeScriptMemory(stored), ...part })),
      ),
    close: () => void opened().then((table) => table.close()),
  };
}
