/** PostgreSQL as the store of many tests: one server for all processes, a database for each cloud that runs. */
import { Kysely, sql } from 'kysely';
import type { Store } from '../store/database.ts';
import { connectToPostgres, openPostgres, sessionsOfCloud } from '../store/postgres.ts';
import { type DatabaseSession, PostgresStoreDialect } from '../store/postgres-dialect.ts';
import type { Tables } from '../store/tables.ts';
import { startPostgres } from './postgres-server.ts';
import { rowsOfEveryTable } from './rows-of-every-table.ts';

const TABLES = Object.keys(rowsOfEveryTable);

/** Where the processes of the tests find the server: a database with every table and no row, which each new one is copied from. */
const ADDRESS = 'TACTUS_TEST_DATABASE';

/** Starts the server, and tells the processes that start afterwards. The returned function ends it. */
export async function startServerOfTests(): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = [];
  const server = await startPostgres((end) => ends.push(end), { max_connections: '200', autovacuum: 'off' });
  const url = await server.makeDatabase();
  await (await openPostgres(url)).destroy();
  process.env[ADDRESS] = url;
  return async () => {
    for (const end of ends) await end();
  };
}

/** Databases of the server of the tests, for the clouds of one process. */
export interface TestDatabases {
  /** The address of the database for a data folder: the same each time for the same folder, an empty one for `:memory:`. */
  take(dataDir: string): Promise<string>;
  /** Takes a database of `:memory:` back. */
  giveBack(url: string): void;
}

/** Makes databases as they are needed. Throws where no server was started. */
export function createTestDatabases(): TestDatabases {
  const template = new URL(process.env[ADDRESS] ?? '');
  const ofFolders = new Map<string, Promise<string>>();
  const ofMemory = new Set<string>();
  const free = new Set<string>();
  let made = 0;

  async function make(): Promise<string> {
    made += 1;
    const url = new URL(template);
    url.pathname = `/of_${process.pid}_${made}`;
    const administration = new URL(template);
    administration.pathname = '/postgres';
    const server = connectToPostgres(administration.href);
    const [name, original] = [url, template].map(({ pathname }) => sql.id(pathname.slice(1)));
    await sql`create database ${name} template ${original}`.execute(server).finally(() => server.destroy());
    return url.href;
  }

  return {
    async take(dataDir) {
      if (dataDir !== ':memory:') {
        const made = ofFolders.get(dataDir) ?? make();
        ofFolders.set(dataDir, made);
        return made;
      }
      const [known] = free;
      if (known !== undefined && free.delete(known)) return known;
      const url = await make();
      ofMemory.add(url);
      return url;
    },
    giveBack(url) {
      if (ofMemory.has(url)) free.add(url);
    },
  };
}

/** The store in a database with every table. `watch` receives each statement, and each connection, while it goes on. */
export function openWatched(url: string, watch: (work: Promise<unknown>) => void): Store {
  const open = sessionsOfCloud(url);
  const watched = <R>(work: Promise<R>): Promise<R> => {
    watch(work);
    return work;
  };
  const openSession = async (): Promise<DatabaseSession> => {
    const session = await watched(open());
    return { ...session, query: (text, parameters) => watched(session.query(text, parameters)) };
  };
  return new Kysely<Tables>({ dialect: new PostgresStoreDialect(openSession) });
}

/** Removes every row. */
export async function emptyStore(store: Store): Promise<void> {
  const each = TABLES.map((name) => sql`${sql.id(`of_${name}`)} as (delete from ${sql.table(name)})`);
  await sql`with ${sql.join(each)} select 1`.execute(store);
}

/** Every row of a database, as text. */
export async function rowsOf(url: string): Promise<string> {
  const store = connectToPostgres(url);
  try {
    const all = await Promise.all(TABLES.map((name) => sql`select * from ${sql.table(name)}`.execute(store)));
    return JSON.stringify(all.map(({ rows }) => rows));
  } finally {
    await store.destroy();
  }
}
