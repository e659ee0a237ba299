import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import Database from 'libsql';
import { DurableDialect, type DurableDialectConfig } from './durable-dialect.ts';
import { createFileCheck, type FileCheck } from './file-check.ts';
import { holdFolder, LOCK_FILE } from './folder-lock.ts';
import { migrations } from './migrations.ts';
import { syncFolder } from './sync-folder.ts';
import type { Tables } from './tables.ts';

/** The open store. `destroy()` closes it. */
export type Store = Kysely<Tables>;

/** The name of a store that is lost when it is closed. */
export const IN_MEMORY = ':memory:';

/** The file of the store in its folder. */
export const STORE_FILE = 'tactus.db';

/** Its log, which has the last writes alone. */
const LOG_FILE = `${STORE_FILE}-wal`;

/**
 * Opens the store in a folder, which is made when it is missing, and migrates it to the newest schema. `:memory:` opens a store
 * that is lost when closed. `onWarning` is called with a sentence where others could read it. Rejects with an Error that names the folder,
 * also where another cloud has the store open.
 */
export async function openStore(
  dataDir: string,
  onWarning: (warning: string) => void = () => undefined,
): Promise<Store> {
  if (dataDir === IN_MEMORY)
    return migrate(new Kysely({ dialect: new SqliteDialect({ database: new Database(IN_MEMORY) }) }), dataDir);
  const { dialect, checkFiles } = openDialect(dataDir, onWarning);
  const store: Store = new Kysely({ dialect });
  fileChecks.set(store, checkFiles);
  return migrate(store, dataDir);
}

const fileChecks = new WeakMap<Store, () => Promise<void>>();

/** Resolves where the store answers, and a restart would find it; rejects with the reason otherwise. */
export async function checkStore(store: Store): Promise<void> {
  await store.selectFrom('secrets').select('name').limit(1).execute();
  await fileChecks.get(store)?.();
}

/** Brings a store up to the newest schema; `name` stands in the error. */
export async function migrate(store: Store, name: string): Promise<Store> {
  const { error } = await new Migrator({
    db: store,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (!error) return store;
  const isNewer = await hasLaterMigration(store).finally(() => store.destroy());
  if (isNewer)
    throw new Error(
      `The store in ${name} was made by a newer version of Tactus. Start that version, or put back the copy from before the update.`,
    );
  throw new Error(`The store in ${name} could not be brought up to date`, { cause: error });
}

/** Whether a migration was executed that this version does not have; false where that cannot be read. */
async function hasLaterMigration(store: Store): Promise<boolean> {
  const executed = await sql<{ name: string }>`select name from kysely_migration`.execute(store).catch(() => undefined);
  return executed?.rows.some(({ name }) => !Object.hasOwn(migrations, name)) ?? false;
}

/** Opens the store in a folder; `checkFiles` rejects once its files are not those that were opened. */
function openDialect(
  dataDir: string,
  onWarning: (warning: string) => void,
): { readonly dialect: SqliteDialect; readonly checkFiles: () => Promise<void> } {
  const free = openFolder(dataDir, onWarning);
  const { database, check: checkFiles, checkSync } = openFiles(dataDir, free);
  const flush = flushOf(join(dataDir, LOG_FILE));
  const { sync, repair } = createDurability(flush, () => writeAllAnew(database));
  const dialect = new DurableDialect({
    database,
    repair() {
      checkSync();
      repair();
    },
    // Not a failed flush, after which everything would be written anew.
    sync: async () => void (await Promise.all([sync(), checkFiles()])),
    close: () => flush.close().finally(free),
  });
  return { dialect, checkFiles };
}

/** Flushes a file to the disk. The file exists from the first write on and stays the same while the store is open. */
function flushOf(path: string): { readonly flush: () => Promise<void>; readonly close: () => Promise<void> } {
  let handle: FileHandle | undefined;
  return {
    async flush() {
      handle ??= await openKept(path);
      await handle.datasync();
    },
    close: async () => handle?.close(),
  };
}

/** Opens a file whose entry in its folder is on the disk. */
async function openKept(path: string): Promise<FileHandle> {
  await syncFolder(dirname(path));
  return open(path, 'r+');
}

/**
 * Acknowledges writes once they are flushed. After a failed flush the next one may succeed although data was lost: so every write
 * that waits for either is refused, and before the next write `writeAllAnew` writes the data to another place.
 * @internal
 */
export function createDurability(
  { flush }: { readonly flush: () => Promise<void> },
  writeAnew: () => void,
): Pick<DurableDialectConfig, 'sync' | 'repair'> {
  let failure: { readonly error: unknown } | undefined;
  async function sync(): Promise<void> {
    if (failure) throw failure.error;
    try {
      await flush();
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  return {
    sync: createCoalescedRun(sync),
    repair() {
      if (!failure) return;
      writeAnew();
      failure = undefined;
    },
  };
}

/**
 * Writes the log, whose flush has failed, into the file of the store, flushes that, and empties the log. SQLite still has the data of the log
 * in memory, which is checked first: what the disk has lost there would be read as damage. Throws where any of this fails.
 */
function writeAllAnew(database: Database.Database): void {
  const found = database.pragma('quick_check(1)') as readonly { readonly quick_check: string }[];
  if (found[0]?.quick_check !== 'ok') throw new DamagedStore('The store is damaged after a write that failed');
  const [outcome] = database.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
  if (outcome?.busy !== 0) throw new Error('The store could not be written anew');
}

class DamagedStore extends Error {
  readonly code = 'SQLITE_CORRUPT';
}

/** Makes the folder where it is missing, and holds it until the returned function is called. */
function openFolder(dataDir: string, onWarning: (warning: string) => void): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (isEmptied(dataDir))
      onWarning(
        `${join(dataDir, STORE_FILE)} was empty: the store begins anew. If there was one before, put a backup in its place.`,
      );
    restrictAccess(dataDir, onWarning);
  } catch (error) {
    throw notOpened(dataDir, error);
  }
  return holdFolder(dataDir);
}

const notOpened = (dataDir: string, cause: unknown) =>
  new Error(`The store in ${dataDir} could not be opened`, { cause });

function openFiles(dataDir: string, free: () => void): FileCheck & { readonly database: Database.Database } {
  try {
    const file = new Database(join(dataDir, STORE_FILE));
    file.pragma('journal_mode = WAL');
    // `DurableDialect` waits for the disk after a commit, outside the event loop.
    file.pragma('synchronous = NORMAL');
    file.pragma('busy_timeout = 2000');
    // The first read makes the log.
    file.pragma('schema_version');
    return { database: file, ...createFileCheck([STORE_FILE, LOG_FILE].map((name) => join(dataDir, name))) };
  } catch (error) {
    free();
    throw notOpened(dataDir, error);
  }
}

/** Files that SQLite writes beside the store while it is open. They get the mode of the store's file. */
const SIDE_FILES = ['', '-wal', '-shm', '-journal'];

/** Whether the file of the store is there without content, also in its log, beside what a cloud adds to its folder after the store. */
function isEmptied(dataDir: string): boolean {
  const sizeOf = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size;
  if (sizeOf(STORE_FILE) !== 0 || (sizeOf(LOG_FILE) ?? 0) > 0) return false;
  const own = new Set([...SIDE_FILES.map((ending) => `${STORE_FILE}${ending}`), LOCK_FILE]);
  return readdirSync(dataDir).some((name) => !own.has(name));
}

/**
 * Makes the files of the store readable and writable for their owner alone, also existing ones. Windows has no such modes, and reports every
 * file as open to others: there the folder of the person decides.
 * @internal
 */
export function restrictAccess(
  dataDir: string,
  onWarning: (warning: string) => void,
  platform: NodeJS.Platform = process.platform,
): void {
  for (const name of [STORE_FILE, LOCK_FILE]) closeSync(openSync(join(dataDir, name), 'a', 0o600));
  if (platform === 'win32') return;
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
