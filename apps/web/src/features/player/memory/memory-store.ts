import type { Recipe, StrokeWindow } from '@tactus/motion';
import { readMemory, writeMemory } from './memory-record.ts';
import { type MemoryTable, openMemoryTable, tableInMemory } from './memory-table.ts';

/** What this browser remembers of a script, by its content: under another name it is the same. */
export interface ScriptMemory {
  /** The time offset it was played with, ms; undefined where it was not played yet. */
  readonly offsetMs: number | undefined;
  /** The stroke window it was played with, 0..1; undefined where the device's own was left alone. */
  readonly window: StrokeWindow | undefined;
  readonly recipe: Recipe;
  /** Where it was left, ms; 0 at the start and after it was played to the end. */
  readonly leftAtMs: number;
}

/** What is remembered of scripts. Nothing in it ever rejects: what cannot be stored lasts as long as the page. */
export interface MemoryStore {
  /** What is remembered of a content hash; the defaults where that is nothing, or nothing that can be read. */
  read(hash: string): Promise<ScriptMemory>;
  /** Changes a part of it. The others stay. */
  change(hash: string, part: Partial<ScriptMemory>): Promise<void>;
  close(): void;
}

/** Opens the memory of this browser (IndexedDB), or one in memory where the browser refuses. */
export function createMemoryStore(open: () => Promise<MemoryTable> = openMemoryTable): MemoryStore {
  // The fallback: private windows and sandboxed frames have no database.
  const fallback = tableInMemory();
  const opened = open().catch(() => fallback);

  async function withTable<Result>(run: (table: MemoryTable) => Promise<Result>): Promise<Result> {
    const table = await opened;
    // A database can be lost while it is open: storage cleared, disk full.
    return run(table).catch(() => run(fallback));
  }

  return {
    read: (hash) => withTable(async (table) => readMemory(await table.get(hash))),
    change: (hash, part) =>
      withTable((table) => table.update(hash, (stored) => writeMemory({ ...readMemory(stored), ...part }))),
    close: () => void opened.then((table) => table.close()),
  };
}
