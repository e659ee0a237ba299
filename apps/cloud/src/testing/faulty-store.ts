import { Kysely } from 'kysely';
import Database from 'libsql';
import { migrate, type Store } from '../store/database.ts';
import { DurableDialect } from '../store/durable-dialect.ts';
import type { Tables } from '../store/tables.ts';

/** A store in memory whose disk is full at the writes that a test chooses. */
export interface FaultyStore {
  readonly store: Store;
  /** The write after so many others finds no room. */
  failAfter(writes: number): void;
  /** No write finds room. */
  fill(): void;
  /** Every write finds room again. */
  clear(): void;
  /** Whether a write has found no room since then. */
  hasFailed(): boolean;
}

const WRITE = /^(insert|update|delete|commit)\b/i;

/** Opens an empty store that has room. */
export async function openFaultyStore(): Promise<FaultyStore> {
  const database = new Database(':memory:');
  let left = Number.POSITIVE_INFINITY;
  let isFull = false;
  let failed = false;

  /** Throws where this write finds no room. As SQLite does, a commit that finds none has rolled back. */
  function write(text: string): void {
    if (!WRITE.test(text)) return;
    left -= 1;
    if (left >= 0) return;
    left = isFull ? 0 : Number.POSITIVE_INFINITY;
    failed = true;
    if (/^commit/i.test(text)) database.exec('rollback');
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  }

  const faulty = {
    close: () => void database.close(),
    prepare(text: string) {
      const statement = database.prepare(text);
      return {
        reader: statement.reader,
        all(parameters: readonly unknown[]) {
          write(text);
          return statement.all(...parameters);
        },
        run(parameters: readonly unknown[]) {
          write(text);
          return statement.run(...parameters);
        },
        iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters),
      };
    },
  };
  const nothing = async () => undefined;
  const dialect = new DurableDialect({ database: faulty, sync: nothing, repair: () => undefined, close: nothing });
  return {
    store: await migrate(new Kysely<Tables>({ dialect }), 'memory'),
    failAfter(writes) {
      [left, isFull, failed] = [writes, false, false];
    },
    fill() {
      [left, isFull, failed] = [0, true, false];
    },
    clear() {
      [left, isFull] = [Number.POSITIVE_INFINITY, false];
    },
    hasFailed: () => failed,
  };
}
