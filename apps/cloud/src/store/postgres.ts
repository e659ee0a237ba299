import { systemTime } from '@tactus/time';
import { Kysely } from 'kysely';
import type { Client } from 'pg';
import { migrate, type Store } from './database.ts';
import { FREE_WITHIN_MS } from './folder-lock.ts';
import { type DatabaseSession, PostgresStoreDialect } from './postgres-dialect.ts';
import { StoreAway } from './storage-fault.ts';
import type { Tables } from './tables.ts';

/**
 * How long a statement may take, and then a new connection, ms: a server that does not answer meanwhile counts as away, and what waits for
 * it is refused, at the latest after both.
 */
const ANSWER_WITHIN_MS = 3_000;
const CONNECT_WITHIN_MS = 2_000;

/** How long a server may take to end a connection, ms; then it is cut. */
const END_WITHIN_MS = 1_000;

/** The same for statements that make tables or copy a store. */
const WORK_WITHIN_MS = 600_000;

/**
 * Opens the store in a PostgreSQL database and migrates it to the newest schema. Rejects with an Error whose message says why that
 * is not possible, without the password of the address; another cloud that has it open is a reason.
 */
export async function openPostgres(url: string): Promise<Store> {
  const store = storeOf(sessionsOfCloud(url, WORK_WITHIN_MS));
  try {
    await store.connection().execute(async () => undefined);
    await migrate(store, placeOf(url));
  } finally {
    await store.destroy();
  }
  return storeOf(sessionsOfCloud(url));
}

/** The store in a database as it is, for a look beside its cloud. No connection is opened before the first statement. */
export const connectToPostgres = (url: string): Store =>
  storeOf(() => openSession(url, WORK_WITHIN_MS, prepareSession));

const storeOf = (open: () => Promise<DatabaseSession>): Store =>
  new Kysely<Tables>({ dialect: new PostgresStoreDialect(open) });

/**
 * Returns what opens the connections of a database's one cloud: each holds the database while it is open.
 * @internal
 */
export function sessionsOfCloud(
  url: string,
  answerWithinMs: number = ANSWER_WITHIN_MS,
): () => Promise<DatabaseSession> {
  let last: number | undefined;
  return () =>
    openSession(url, answerWithinMs, async (client) => {
      await prepareSession(client);
      last = await holdDatabase(client, last);
    });
}

/** What a database is called in messages: host, port and name, without user and password. */
function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || searchParams.get('port') || 5432}${pathname}`;
}

async function openSession(
  url: string,
  answerWithinMs: number,
  prepare: (client: Client) => Promise<void>,
): Promise<DatabaseSession> {
  const client = await createClient(url, answerWithinMs);
  for (const type of NUMBER_TYPES) client.setTypeParser(type, Number);
  let isOpen = true;
  const end = (): void => {
    isOpen = false;
  };
  client.on('error', end);
  client.on('end', end);

  async function close(): Promise<void> {
    end();
    const undo = systemTime.after(END_WITHIN_MS, () => client.connection.stream.destroy());
    await client.end().catch(() => undefined);
    undo();
  }

  try {
    await client.connect();
    await prepare(client);
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

/** Makes a connection that is not open yet. Throws where the address names a file, such as that of a certificate, which cannot be read. */
async function createClient(url: string, answerWithinMs: number): Promise<Client> {
  // Loaded where it is needed: a store in a file starts without it.
  const { Client } = await import('pg');
  try {
    return new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: answerWithinMs,
      keepAlive: true,
      fallback_application_name: 'tactus',
    });
  } catch (error) {
    throw new StoreAway(`The database at ${placeOf(url)} cannot be used: ${textOf(error)}`, error);
  }
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

/** The number of the lock that the cloud of a database holds. */
const CLOUD_LOCK = 1_413_829_459;

/**
 * Holds the database while the connection is open, and resolves with the number of its process at the server, which takes the lock back from
 * a cloud that was killed, and within half a minute from a machine that is gone. `last`: the process of this cloud's last connection, which may
 * hold it still.
 */
async function holdDatabase(client: Client, last: number | undefined): Promise<number | undefined> {
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  if (last !== undefined)
    await client.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and pid = $2
        and database = (select oid from pg_database where datname = current_database())`,
      [CLOUD_LOCK, last],
    );
  await client.query(`set lock_timeout = ${FREE_WITHIN_MS}`);
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid, pg_advisory_lock($1)::text', [
      CLOUD_LOCK,
    ]);
    await client.query('set lock_timeout = 0');
    return rows[0]?.pid;
  } catch (error) {
    if (stateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new UnfitServer('is in use by another Tactus. Stop that one, or make another database with createdb.');
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Completes the sentence "The database at PLACE …". */
function whyNotUsable(error: unknown): string {
  if (error instanceof UnfitServer) return error.message;
  const text = textOf(error);
  const state = stateOf(error);
  if (state === '3D000') return 'does not exist; make it with createdb';
  if (state?.startsWith('28')) return `refuses the user or the password: ${text}`;
  if (state?.startsWith('57P')) return `is starting or closing: ${text}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : text;
  return state === undefined ? `cannot be reached (${code})` : `cannot be used: ${text}`;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
