/** The store of every cloud of these tests: SQLite, or PostgreSQL in the project `contract:postgres` of vitest.config.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cloud, type CloudOptions, createCloud as createOnSqlite } from '@tactus/cloud';
import { createTestDatabases, emptyStore, openWatched, rowsOf } from '@tactus/cloud/testing';
import type { FakeTime } from '@tactus/time/testing';

const databases = process.env['TACTUS_TEST_STORE'] === 'PostgreSQL' ? createTestDatabases() : undefined;

/** Creates a cloud with its store in the engine of the project. `time`: a clock of the test waits for the store. */
export async function createCloud(options: CloudOptions): Promise<Cloud> {
  const { config, time } = options;
  if (!databases || config.databaseUrl !== undefined) return createOnSqlite(options);
  const databaseUrl = await databases.take(config.dataDir);
  const store = openWatched(databaseUrl, (work) => (time as Partial<FakeTime>).during?.(work));
  if (config.dataDir === ':memory:') await emptyStore(store);
  const cloud = await createOnSqlite({ ...options, config: { ...config, databaseUrl }, store });
  const end = async () => {
    await cloud.close();
    databases.giveBack(databaseUrl);
  };
  let ending: Promise<void> | undefined;
  return {
    ...cloud,
    // A second time the database may be another cloud's.
    close: () => {
      ending ??= end();
      return ending;
    },
  };
}

/** The environment of a process whose store is that of a data folder. */
export async function envOfStore(dataDir: string): Promise<Readonly<Record<string, string>>> {
  return { TACTUS_DATA_DIR: dataDir, ...(databases && { TACTUS_DATABASE_URL: await databases.take(dataDir) }) };
}

/** All that the store of a data folder holds, as text. */
export async function storedText(dataDir: string): Promise<string> {
  if (databases) return rowsOf(await databases.take(dataDir));
  const files = readdirSync(dataDir).filter((name) => name.startsWith('tactus.db'));
  return files.map((name) => readFileSync(join(dataDir, name), 'latin1')).join();
}

/** Resolves once this process waits for no file: a store in a folder writes in the time of the machine, whatever the clock of the test. */
export async function untilDiskRests(): Promise<void> {
  while (process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq')))
    await new Promise((resolve) => setImmediate(resolve));
}
