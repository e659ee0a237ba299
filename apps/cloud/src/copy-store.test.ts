import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyStore } from './copy-store.ts';
import { scriptFilesOf } from './features/scripts/script-files.ts';
import { openStore, type Store } from './store/database.ts';
import { openPostgres } from './store/postgres.ts';
import type { Tables } from './store/tables.ts';
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts';
import { rowsOfEveryTable } from './testing/rows-of-every-table.ts';

let server: PostgresServer;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startPostgres((end) => ends.push(end));
});
afterAll(async () => {
  for (const end of ends) await end();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A store with rows in every table, more of one than are copied at a time, and with files of a script; killed while it was open. */
async function fill(folder: string): Promise<void> {
  const open = newFolder();
  const store = await openStore(open);
  const { script_files: _, ...tables } = rowsOfEveryTable;
  for (const [table, rows] of Object.entries(tables)) await insert(store, table, rows);
  const points = Array.from({ length: 250 }, (_, place) => ({
    reference: 'p1',
    place: place + 2,
    points: `[${place}]`,
  }));
  await insert(store, 'stream_points', points);
  await scriptFilesOf(open).write({ 's1.csv': [Buffer.alloc(600_000, 7)], 's1.points': [Buffer.from([1, 2, 0])] });
  cpSync(open, folder, { recursive: true });
  await store.destroy();
}

const insert = (store: Store, table: string, rows: readonly object[]) =>
  store
    .insertInto(table as keyof Tables)
    .values(rows as never)
    .execute();

/** Every file of a folder with its content and time. */
const bytesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, statSync(path).mtimeMs, createHash('sha256').update(readFileSync(path)).digest('hex')]);

test('a store is copied to PostgreSQL and back with every row and file, and the original stays as it was', async () => {
  const [folder, back, url] = [newFolder(), join(newFolder(), 'back'), await server.makeDatabase()];
  await fill(folder);
  const before = bytesOf(folder);
  const there = await copyStore(folder, url);
  expect(bytesOf(folder)).toEqual(before);
  expect(Object.fromEntries(there.map(({ name, count }) => [name, count]))).toMatchObject({
    ...{ tokens: 2, stream_points: 253, group_members: 1, 'files of scripts': 2 },
  });
  expect(await copyStore(url, back)).toEqual(there);
  expect(new Set(there.map(({ hash }) => hash)).size).toBe(there.length);
  const [first, second] = [await openStore(folder), await openStore(back)];
  for (const table of Object.keys(rowsOfEveryTable)) {
    const rows = async (store: Store) => (await sql<object>`select * from ${sql.table(table)}`.execute(store)).rows;
    expect([table, new Set(await rows(second))]).toEqual([table, new Set(await rows(first))]);
  }
  await Promise.all([first.destroy(), second.destroy()]);
  expect(await scriptFilesOf(back).read('s1.csv')).toEqual(await scriptFilesOf(folder).read('s1.csv'));
});

test('a target with anything in it is refused, and left alone; so is a place without a store', async () => {
  const [folder, empty, url] = [newFolder(), newFolder(), await server.makeDatabase()];
  await fill(folder);
  await expect(copyStore(folder, folder)).rejects.toThrow(`There is a store in ${folder} already`);
  await expect(copyStore(empty, url)).rejects.toThrow(`There is no store in ${empty}`);
  await expect(copyStore(url, empty)).rejects.toThrow('There is no store in that database');
  const store = await openPostgres(url);
  await insert(store, 'secrets', [{ name: 'a', value: 'b' }]);
  await expect(copyStore(folder, url)).rejects.toThrow('There is a store in that database already');
  expect(await store.selectFrom('secrets').selectAll().execute()).toEqual([{ name: 'a', value: 'b' }]);
  await sql`delete from kysely_migration where name like '012%'`.execute(store);
  await store.destroy();
  await expect(copyStore(url, empty)).rejects.toThrow('The store in that database is of another version');
  expect(readdirSync(empty)).toEqual([]);
});

test('a copy that fails leaves the target empty, so that it can be tried again', async () => {
  const [folder, url] = [newFolder(), await server.makeDatabase()];
  await fill(folder);
  const store = await openStore(folder);
  // A number that PostgreSQL cannot have, in the last table.
  await insert(store, 'group_members', [{ ...rowsOfEveryTable.group_members[0], text_hash: 'x', is_host: 1.5 }]);
  await store.destroy();
  await expect(copyStore(folder, url)).rejects.toThrow('invalid input syntax for type bigint');
  const again = await openStore(folder);
  await again.deleteFrom('group_members').where('text_hash', '=', 'x').execute();
  await again.destroy();
  expect((await copyStore(folder, url)).length).toBeGreaterThan(10);

  const database = await openPostgres(url);
  await database.updateTable('script_files').set({ name: 'no/such/folder' }).where('name', '=', 's1.points').execute();
  await database.destroy();
  const target = newFolder();
  await expect(copyStore(url, target)).rejects.toThrow('ENOENT');
  expect(existsSync(join(target, 'tactus.db'))).toBe(false);
});

test('what a running cloud stores meanwhile is in the copy whole or not at all', async () => {
  const folder = newFolder();
  await fill(folder);
  const store = await openStore(folder);
  let [isOver, written] = [false, 0];
  const writing = (async () => {
    while (!isOver) {
      written += 1;
      const rows = ['a', 'b'].map((half) => ({ name: `${half}${written}`, value: 'v' }));
      await store.transaction().execute(async (inside) => {
        for (const row of rows) await insert(inside, 'secrets', [row]);
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let round = 0; round < 5; round++) {
    const target = newFolder();
    await copyStore(folder, target);
    const copy = await openStore(target);
    const names = (await copy.selectFrom('secrets').select('name').execute()).map(({ name }) => name);
    await copy.destroy();
    const halves = (half: string) => names.filter((name) => name.startsWith(half)).map((name) => name.slice(1));
    expect(halves('a').toSorted()).toEqual(halves('b').toSorted());
  }
  isOver = true;
  await writing;
  await store.destroy();
});
