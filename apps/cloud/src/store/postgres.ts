import { Kysely } from 'kysely';
import type { Client } from 'pg';
import { migrate, type Store } from './database.ts';
import { type DatabaseSession, PostgresStoreDialect } from './postgres-dialect.ts';
import { StoreAway } from './storage-fault.ts';
import type { Tables } from './tables.ts';

/** How long a connection may take, and a statement, in ms: a server that is frozen counts as away. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Opens the store in a PostgreSQL database and migrates it to the newest schema. Rejects with an Error whose message says why that
 * is not possible, without the password of the address.
 */
export async function openPostgres(url: string): Promise<Store> {
  const store = connectToPostgres(url);
  try {
    await store.connection().execute(async () => undefined);
  } catch (error) {
    await store.destroy();
    throw error;
  }
  return migrate(store, placeOf(url));
}

/** The store in a database as it is. No connection is opened before the first statement. */
export function connectToPostgres(url: string): Store {
  return new Kysely<Tables>({ dialect: new PostgresStoreDialect(() => openSession(url)) });
}

/** What a database is called in messages: host, port and name, without user and password. */
function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || searchParams.get('port') || 5432}${pathname}`;
}

async function openSession(url: string): Promise<DatabaseSession> {
  // Loaded where it is needed: a store in a file starts without it.
  const { Client } = await import('pg');
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
    fallback_application_name: 'tactus',
  });
  for (const type of NUMBER_TYPES) client.setTypeParser(type, Number);
  let isOpen = true;
  const end = (): void => {
    isOpen = false;
  };
  client.on('error', end);
  client.on('end', end);

  async function close(): Promise<void> {
    end();
    await client.end().catch(() => undefined);
  }

  try {
    await client.connect();
    await prepareSession(client);
  } catch (error) {
    void close();
    throw new StoreAway(`The database at ${placeOf(url)} ${whyNotUsable(error)}`, error);
  }
  return {
    isOpen: () => isOpen,
    close,
    async query(text, parameters) {
      try {
        return await client.query(text, [...parameters]);
      } catch (error) {
        if (isOpen && stateOf(error) !== undefined) throw withoutRow(error);
        // Nobody knows whether the statement was executed: this connection is not used any more.
        void close();
        throw new StoreAway(`The database at ${placeOf(url)} does not answer`, error);
      }
    },
  };
}

/** `bigint` and `numeric`: no number in the store is above 2^53. */
const NUMBER_TYPES = [20, 1700];

/** The oldest version that is tested, as `server_version_num` has it. */
const OLDEST_VERSION = 150_000;

/** A property of the server that the store cannot do with; the message completes the sentence "The database at PLACE …". */
class UnfitServer extends Error {}

/** Makes sure that what is acknowledged is on the disk of the server. */
async function prepareSession(client: Client): Promise<void> {
  const { rows } = await client.query<Record<'version' | 'fsync' | 'encoding' | 'commit', string>>(
    `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
      current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as commit`,
  );
  const [{ version = '', fsync, encoding, commit } = {}] = rows;
  if (!(Number(version) >= OLDEST_VERSION))
    throw new UnfitServer(`is PostgreSQL ${Math.floor(Number(version) / 10_000)}; Tactus needs 15 or newer`);
  if (fsync !== 'on') throw new UnfitServer('has fsync off and would lose data; set fsync = on in postgresql.conf');
  if (encoding !== 'UTF8')
    throw new UnfitServer(`has the encoding ${encoding}; make it anew: createdb --encoding UTF8 --template template0`);
  if (commit === 'off') await client.query('set synchronous_commit = on');
}

/** Completes the sentence "The database at PLACE …". */
function whyNotUsable(error: unknown): string {
  if (error instanceof UnfitServer) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  const state = stateOf(error);
  if (state === '3D000') return 'does not exist; make it with createdb';
  if (state?.startsWith('28')) return `refuses the user or the password: ${text}`;
  if (state?.startsWith('57P')) return `is starting or closing: ${text}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : text;
  return state === undefined ? `cannot be reached (${code})` : `cannot be used: ${text}`;
}

/** The SQLSTATE of an error that the server sent; undefined for any other error. */
function stateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** An error without the row that it is about, which no log may show. */
function withoutRow(error: unknown): unknown {
  for (const name of ['detail', 'where']) if (error instanceof Error) Reflect.deleteProperty(error, name);
  return error;
}
