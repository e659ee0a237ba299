import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { systemTime } from '@tactus/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DATABASE_PASSWORD, type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import type { Store } from './database.ts';
import { openPostgres, sessionsOfCloud } from './postgres.ts';

let server: PostgresServer;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  // What a careless administrator sets.
  server = await startPostgres((end) => ends.push(end), { synchronous_commit: 'off' });
});
afterAll(async () => {
  for (const end of ends) await end();
});

async function open(): Promise<Store> {
  const store = await openPostgres(await server.makeDatabase());
  onTestFinished(() => store.destroy());
  return store;
}

/** The message with which a store is not opened. */
const whyNot = async (url: string): Promise<string> => {
  const error: unknown = await openPostgres(url).then(
    (store) => store.destroy(),
    (problem: unknown) => problem,
  );
  const message = error instanceof Error ? error.message : 'opened';
  expect(message).not.toContain(DATABASE_PASSWORD);
  return message;
};

const add = (store: Store, name: string) => store.insertInto('secrets').values({ name, value: 'v' }).execute();

test('what is acknowledged is flushed, also where the server does not do so by itself, and after a reconnection', async () => {
  const store = await open();
  const durable = async () => (await sql`show synchronous_commit`.execute(store)).rows;
  expect(await durable()).toEqual([{ synchronous_commit: 'on' }]);
  await server.execute(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tactus'`);
  await expect.poll(() => add(store, 'a').then(() => 'written', String)).toBe('written');
  expect(await durable()).toEqual([{ synchronous_commit: 'on' }]);
});

test('a database that cannot be used is named in one sentence, without the password', async () => {
  const url = new URL(await server.makeDatabase());
  const place = `The database at 127.0.0.1:${url.port}`;
  const changed = (change: (next: URL) => void) => {
    const next = new URL(url);
    change(next);
    return whyNot(next.href);
  };
  expect(await changed((next) => (next.pathname = '/another'))).toBe(
    `${place}/another does not exist; make it with createdb`,
  );
  expect(await changed((next) => (next.password = 'wrong'))).toBe(
    `${place}${url.pathname} refuses the user or the password: password authentication failed for user "tester"`,
  );
  expect(await changed((next) => (next.port = '1'))).toBe(
    `The database at 127.0.0.1:1${url.pathname} cannot be reached (ECONNREFUSED)`,
  );
  expect(await changed((next) => (next.search = '?sslmode=verify-full&sslrootcert=/no/such.pem'))).toBe(
    `${place}${url.pathname} cannot be used: ENOENT: no such file or directory, open '/no/such.pem'`,
  );
  await server.execute('create database latin encoding LATIN1 template template0');
  expect(await changed((next) => (next.pathname = '/latin'))).toBe(
    `${place}/latin has the encoding LATIN1; make it anew: createdb --encoding UTF8 --template template0`,
  );
});

test('a server that would lose data is refused', async () => {
  const careless = await startPostgres(onTestFinished, { fsync: 'off' });
  expect(await whyNot(await careless.makeDatabase())).toMatch(/has fsync off and would lose data; set fsync = on/);
});

test('a server that is too old is refused, and one that is no PostgreSQL', async () => {
  const old = await startAnswering(oldServer);
  expect(await whyNot(`postgres://someone:${DATABASE_PASSWORD}@127.0.0.1:${old}/store`)).toBe(
    `The database at 127.0.0.1:${old}/store is PostgreSQL 14; Tactus needs 15 or newer`,
  );
  const other = await startAnswering(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await whyNot(`postgres://someone:${DATABASE_PASSWORD}@127.0.0.1:${other}/store`)).toMatch(
    `The database at 127.0.0.1:${other}/store cannot be reached (`,
  );
});

test('a server that is frozen counts as away: what waits is refused together, and all goes on once it wakes', async () => {
  const store = await open();
  await add(store, 'before');
  server.signal('SIGSTOP');
  const all = Array.from({ length: 20 }, (_, at) => add(store, `frozen ${at}`).then(() => 'written', String));
  try {
    for (const outcome of await Promise.all(all)) expect(outcome).toMatch(/does not answer|cannot be reached/);
  } finally {
    server.signal('SIGCONT');
  }
  await expect.poll(() => add(store, 'after').then(() => 'written', String)).toBe('written');
}, 60_000);

test('a server that is frozen holds up the end of a store for no longer than a statement may take', async () => {
  const [idle, busy] = [await open(), await open()];
  await Promise.all([add(idle, 'before'), add(busy, 'before')]);
  server.signal('SIGSTOP');
  try {
    const startedMs = systemTime.monotonic();
    const writes = Array.from({ length: 4 }, (_, at) => add(busy, `frozen ${at}`).catch(String));
    await idle.destroy();
    expect(systemTime.monotonic() - startedMs).toBeLessThan(2_000);
    await busy.destroy();
    expect(systemTime.monotonic() - startedMs).toBeLessThan(4_000);
    expect(await Promise.all(writes)).not.toContain(undefined);
  } finally {
    server.signal('SIGCONT');
  }
}, 60_000);

test('a database has one cloud at a time, also after its connection was lost', async () => {
  const url = await server.makeDatabase();
  const first = await openPostgres(url);
  onTestFinished(() => first.destroy());
  await add(first, 'a');
  const inUse = `The database at ${new URL(url).host}${new URL(url).pathname} is in use by another Tactus. Stop that one, or make another database with createdb.`;
  expect(await whyNot(url)).toBe(inUse);
  const second = await sessionsOfCloud(url)().catch((problem: Error) => problem.message);
  expect(second).toBe(inUse);

  await server.execute(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tactus'`);
  await expect.poll(() => add(first, 'b').then(() => 'written', String)).toBe('written');
  expect(await whyNot(url)).toBe(inUse);
  await first.destroy();
  expect(await whyNot(url)).toBe('opened');
});

test('what was written before the store is closed is there, and the database is free then', async () => {
  const url = await server.makeDatabase();
  const first = await openPostgres(url);
  const writes = Array.from({ length: 20 }, (_, at) => add(first, `last ${at}`));
  await new Promise((resolve) => setImmediate(resolve)); // they wait for their turn
  await first.destroy();
  await Promise.all(writes);
  const second = await openPostgres(url);
  expect(await second.selectFrom('secrets').selectAll().execute()).toHaveLength(20);
  await second.destroy();
});

test('a cloud whose last connection the server has not noticed to be gone takes its database back from that', async () => {
  const open = sessionsOfCloud(await server.makeDatabase());
  const [last, next] = [await open(), await open()];
  expect((await next.query('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
  await expect(last.query('select 1', [])).rejects.toThrow('does not answer');
  await next.close();
});

test('an error of a statement tells no row', async () => {
  const store = await open();
  await add(store, 'only once');
  const error: unknown = await add(store, 'only once').catch((problem: unknown) => problem);
  expect(JSON.stringify(error)).not.toContain('only once');
  expect(error).toMatchObject({ code: '23505' });
});

/** Listens on a free port, and answers each piece of what comes. */
async function startAnswering(answer: (bytes: Buffer) => Buffer): Promise<number> {
  const listening = createServer((socket) => {
    socket.on('data', (bytes) => socket.write(answer(bytes)));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  onTestFinished(() => void listening.close());
  return (listening.address() as AddressInfo).port; // it listens on TCP, so this is no pipe's name
}

/** What a server of version 14 sends: "you are in", then one row with its settings for whatever is asked. */
function oldServer(bytes: Buffer): Buffer {
  const ready = message('Z', Buffer.from('I'));
  // The first message of a client has no letter before its length.
  if (bytes[0] === 0) return Buffer.concat([message('R', int32(0)), ready]);
  const row = { version: '140009', fsync: 'on', encoding: 'UTF8', commit: 'on' };
  const fields = Object.keys(row).map((name) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]),
  );
  const values = Object.values(row).map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  return Buffer.concat([
    message('T', Buffer.concat([int16(fields.length), ...fields])),
    message('D', Buffer.concat([int16(values.length), ...values])),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
}

const message = (letter: string, content: Buffer) =>
  Buffer.concat([Buffer.from(letter), int32(content.length + 4), content]);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
