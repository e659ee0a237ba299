import { mkdirSync } from 'node:fs';
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
 * one that is gone when closed. Rejects with an Error that names the folder when it cannot be opened.
 */
export async function openStore(dataDir: string): Promise<Store> {
  const store: Store = new Kysely({ dialect: new SqliteDialect({ database: openFile(dataDir) }) });
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

function openFile(dataDir: string): Database.Database {
  if (dataDir === IN_MEMORY) return new Database(IN_MEMORY);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = new Database(join(dataDir, FILE_NAME));
    file.pragma('journal_mode = WAL');
    file.pragma('busy_timeout = 2000');
    return file;
  } catch (error) {
    throw new Error(`The store in ${dataDir} could not be opened`, { cause: error });
  }
}
