import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

/** The open store. `destroy()` closes it. */
export type Store = Kysely<Tables>;

const IN_MEMORY = ':memory:';
const FILE_NAME = 'tactus.db';

/**
 * Opens the store in a folder, which is made when it is missing, and brings it to the newest schema. `:memory:` gives
 * one that is gone when closed. `onWarning` is called with a sentence where others could read it. Rejects with an Error that names the folder when it cannot be opened.
 */
export async function openStore(
  dataDir: string,
  onWarning: (warning: string) => void = () => undefined,
): Promise<Store> {
  const store: Store = new Kysely({ dialect: new SqliteDialect({ database: openFile(dataDir, onWarning) }) });
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

function openFile(dataDir: string, onWarning: (warning: string) => void): Database.Database {
  if (dataDir === IN_MEMORY) return new Database(IN_MEMORY);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    keepPrivate(dataDir, onWarning);
    const file = new Database(join(dataDir, FILE_NAME));
    file.pragma('journal_mode = WAL');
    file.pragma('busy_timeout = 2000');
    return file;
  } catch (error) {
    throw new Error(`The store in ${dataDir} could not be opened`, { cause: error });
  }
}

/** What SQLite puts beside the file of the store while the store is open. They get the mode of the file. */
const SIDE_FILES = ['', '-wal', '-shm', '-journal'];

/** Makes the files of the store readable and writable for their owner alone, also those that were there before. */
function keepPrivate(dataDir: string, onWarning: (warning: string) => void): void {
  closeSync(openSync(join(dataDir, FILE_NAME), 'a', 0o600));
  const files = SIDE_FILES.map((ending) => join(dataDir, `${FILE_NAME}${ending}`)).filter((file) => existsSync(file));
  const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
  for (const file of open) chmodSync(file, 0o600);
  const isFolderOpen = (statSync(dataDir).mode & 0o077) !== 0;
  if (open.length > 0) onWarning(`Others could read the store in ${dataDir}: its files are for their owner alone now`);
  else if (isFolderOpen)
    onWarning(`Others can list the folder ${dataDir}; the files of the store are for their owner alone`);
}
