import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { DurableDialect, type DurableDialectConfig } from './durable-dialect.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

/** The open store. `destroy()` closes it. */
export type Store = Kysely<Tables>;

/** The name of a store that is lost when it is closed. */
export const IN_MEMORY = ':memory:';

/** The file of the store in its folder. */
export const STORE_FILE = 'tactus.db';

/**
 * Opens the store in a folder, which is made when it is missing, and migrates it to the newest schema. `:memory:` opens a store
 * that is lost when closed. `onWarning` is called with a sentence where others could read it. Rejects with an Error that names the folder.
 */
export async function openStore(
  dataDir: string,
  onWarning: (warning: string) => void = () => undefined,
): Promise<Store> {
  const store: Store = new Kysely({ dialect: dialectOf(dataDir, onWarning) });
  const { error } = await new Migrator({
    db: store,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error) {
    await store.destroy();
    throw new Error(`The store in ${dataDir} could not be brought up to date`, { cause: error });
  }
  return store;
}

function dialectOf(dataDir: string, onWarning: (warning: string) => void): SqliteDialect {
  if (dataDir === IN_MEMORY) return new SqliteDialect({ database: new Database(IN_MEMORY) });
  const database = openFile(dataDir, onWarning);
  return new DurableDialect({ database, ...syncOf(join(dataDir, `${STORE_FILE}-wal`)) });
}

/** Flushes a file to the disk. The file exists from the first write on and stays the same while the store is open. */
function syncOf(path: string): Pick<DurableDialectConfig, 'sync' | 'close'> {
  let handle: FileHandle | undefined;
  /** After a failed sync the next may succeed although data was lost: so no write is acknowledged any more. */
  let failure: { readonly error: unknown } | undefined;
  async function sync(): Promise<void> {
    if (failure) throw failure.error;
    try {
      handle ??= await open(path, 'r+');
      await handle.datasync();
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  return {
    sync: createCoalescedRun(sync),
    close: async () => handle?.close(),
  };
}

function openFile(dataDir: string, onWarning: (warning: string) => void): Database.Database {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    restrictAccess(dataDir, onWarning);
    const file = new Database(join(dataDir, STORE_FILE));
    file.pragma('journal_mode = WAL');
    // `DurableDialect` waits for the disk after a commit, outside the event loop.
    file.pragma('synchronous = NORMAL');
    file.pragma('busy_timeout = 2000');
    return file;
  } catch (error) {
    throw new Error(`The store in ${dataDir} could not be opened`, { cause: error });
  }
}

/** Files that SQLite writes beside the store while it is open. They get the mode of the store's file. */
const SIDE_FILES = ['', '-wal', '-shm', '-journal'];

/** Makes the files of the store readable and writable for their owner alone, also existing ones. */
function restrictAccess(dataDir: string, onWarning: (warning: string) => void): void {
  closeSync(openSync(join(dataDir, STORE_FILE), 'a', 0o600));
  const files = SIDE_FILES.map((ending) => join(dataDir, `${STORE_FILE}${ending}`)).filter((file) => existsSync(file));
  const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
  for (const file of open) chmodSync(file, 0o600);
  const isFolderOpen = (statSync(dataDir).mode & 0o077) !== 0;
  if (open.length > 0) onWarning(`Others could read the store in ${dataDir}: its files are for their owner alone now`);
  else if (isFolderOpen)
    onWarning(`Others can list the folder ${dataDir}; the files of the store are for their owner alone`);
}

/**
 * Shares runs of a slow function: a run serves all calls from before its start; a call during a run gets the next one,
 * together with all others that come meanwhile.
 * @internal
 */
export function createCoalescedRun(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    isRunning = true;
    next = undefined;
    const begun = run().finally(() => {
      isRunning = false;
    });
    current = begun;
    return begun;
  }

  return () => {
    if (!isRunning && !next) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
}
