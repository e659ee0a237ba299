import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isDatabaseUrl } from './config/setting-readers.ts';
import { type ScriptFiles, scriptFilesOf } from './features/scripts/script-files.ts';
import { createScriptRows } from './features/scripts/script-rows.ts';
import { openStore, STORE_FILE, type Store } from './store/database.ts';
import { migrations } from './store/migrations.ts';
import { connectToPostgres, openPostgres } from './store/postgres.ts';
import type { Tables } from './store/tables.ts';

/** What was copied of one table, or of the files: how many, and a hash of their content, in hex. */
export interface CopiedPart {
  readonly name: string;
  readonly count: number;
  readonly hash: string;
}

/** The columns that name a row of each table; `script_files` is copied as files. */
const KEYS: { readonly [T in Exclude<keyof Tables, 'script_files'>]: readonly (keyof Tables[T] & string)[] } = {
  tokens: ['ref'],
  secrets: ['name'],
  virtual_devices: ['connection_key'],
  scripts: ['hash'],
  enrolments: ['connection_key'],
  shares: ['id'],
  driven_devices: ['connection_key'],
  channels: ['reference'],
  streams: ['reference'],
  stream_points: ['reference', 'place'],
  guest_sessions: ['text_hash'],
  shared_controls: ['connection_key'],
  group_sessions: ['id'],
  group_members: ['text_hash'],
};

/** Rows that are read and written at a time. */
const ROWS_AT_ONCE = 100;

type Row = Readonly<Record<string, unknown>>;

interface Copyable {
  readonly store: Store;
  readonly files: ScriptFiles;
}

/**
 * Copies the store of a cloud, from a data folder or the address of a database to another: as it is at one moment, and compared row by row before
 * the copy counts. The source stays as it was. Rejects with an Error where the target is not empty or the copy is not equal, and leaves the
 * target empty.
 */
export async function copyStore(from: string, to: string): Promise<readonly CopiedPart[]> {
  await expectEmpty(to);
  return withSource(from, (source) => withTarget(to, (target) => copyParts(source, target)));
}

async function copyParts(source: Copyable, target: Copyable): Promise<readonly CopiedPart[]> {
  const parts: CopiedPart[] = [];
  for (const [table, keys] of Object.entries(KEYS)) {
    const original = createDigest();
    for await (const rows of pagesOf(source.store, table, keys)) {
      for (const row of rows) original.add(JSON.stringify(Object.entries(row).toSorted()));
      await target.store
        .insertInto(table as keyof Tables)
        .values(rows as never) // rows of the same table
        .execute();
    }
    const copy = createDigest();
    for await (const rows of pagesOf(target.store, table, keys))
      for (const row of rows) copy.add(JSON.stringify(Object.entries(row).toSorted()));
    parts.push(samePart(table, original, copy));
  }
  return [...parts, await copyFiles(source.files, target.files)];
}

async function copyFiles(source: ScriptFiles, target: ScriptFiles): Promise<CopiedPart> {
  const [original, copy] = [createDigest(), createDigest()];
  for (const name of await source.names()) {
    const bytes = await source.read(name);
    if (!bytes) continue;
    original.add(`${name} ${hashOf(bytes)}`);
    await target.write({ [name]: [bytes] });
    copy.add(`${name} ${hashOf((await target.read(name)) ?? new Uint8Array())}`);
  }
  return samePart('files of scripts', original, copy);
}

function samePart(name: string, original: Digest, copy: Digest): CopiedPart {
  if (original.count() !== copy.count() || original.hash() !== copy.hash())
    throw new Error(`The copy of ${name} is not equal to the original; nothing was copied`);
  return { name, count: copy.count(), hash: copy.hash() };
}

/** The rows of a table in the order of their keys, some at a time. */
async function* pagesOf(store: Store, table: string, keys: readonly string[]): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  let last: Row | undefined;
  for (;;) {
    const after = last && sql`where (${columns}) > (${sql.join(keys.map((key) => last?.[key]))})`;
    const page = sql<Row>`select * from ${sql.table(table)} ${after ?? sql``} order by ${columns} limit ${ROWS_AT_ONCE}`;
    const { rows } = await page.execute(store);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

interface Digest {
  add(text: string): void;
  count(): number;
  hash(): string;
}

/** A hash of texts in any order: the sum of their own, because engines sort texts differently. */
function createDigest(): Digest {
  let [sum, count] = [0n, 0];
  return {
    add(text) {
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hashOf(text)}`));
      count += 1;
    },
    count: () => count,
    hash: () => sum.toString(16).padStart(64, '0'),
  };
}

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Throws where a place has anything of a store. A database is looked at before any table is made in it. */
async function expectEmpty(place: string): Promise<void> {
  if (!isDatabaseUrl(place)) {
    if (existsSync(place) && readdirSync(place).some((name) => name.startsWith(STORE_FILE) || name === 'scripts'))
      throw new Error(`There is a store in ${place} already; the target of a copy must be empty`);
    return;
  }
  const store = connectToPostgres(place);
  try {
    for (const { name } of await store.introspection.getTables()) {
      if (!(name in KEYS) && name !== 'script_files') continue;
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(store);
      if (rows.length > 0)
        throw new Error('There is a store in that database already; the target of a copy must be empty');
    }
  } finally {
    await store.destroy();
  }
}

/** Works on the store of a place as it is at this moment. */
async function withSource<R>(place: string, work: (source: Copyable) => Promise<R>): Promise<R> {
  if (!isDatabaseUrl(place)) return withSnapshot(place, work);
  const store = connectToPostgres(place);
  try {
    return await store
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (inside) => {
        await expectPresentSchema(inside);
        return work({ store: inside, files: createScriptRows(inside) });
      });
  } finally {
    await store.destroy();
  }
}

/** SQLite writes into a file that it only reads, and an older store is migrated: both happen to a copy. */
async function withSnapshot<R>(place: string, work: (source: Copyable) => Promise<R>): Promise<R> {
  if (!existsSync(join(place, STORE_FILE))) throw new Error(`There is no store in ${place}`);
  const folder = mkdtempSync(join(tmpdir(), 'tactus-copy-'));
  try {
    copyUnchanged(place, folder);
    const store = await openStore(folder);
    try {
      return await work({ store, files: scriptFilesOf(place) });
    } finally {
      await store.destroy();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const TRIES = 20;

/** Copies the database with its log, again where a running cloud changed them meanwhile. */
function copyUnchanged(place: string, folder: string): void {
  const present = () => [STORE_FILE, `${STORE_FILE}-wal`].filter((name) => existsSync(join(place, name)));
  const stateOf = (names: readonly string[]) =>
    names.map((name) => {
      const { size, mtimeNs } = statSync(join(place, name), { bigint: true });
      return `${name} ${size} ${mtimeNs}`;
    });
  for (let tries = 0; tries < TRIES; tries++) {
    const names = present();
    const before = stateOf(names);
    for (const name of names) copyFileSync(join(place, name), join(folder, name));
    if (stateOf(present()).join() === before.join()) return;
  }
  throw new Error(`The store in ${place} changes all the time; stop the cloud that uses it`);
}

async function expectPresentSchema(store: Store): Promise<void> {
  const tables = await store.introspection.getTables({ withInternalKyselyTables: true });
  const done = tables.some(({ name }) => name === 'kysely_migration')
    ? (await sql<{ name: string }>`select name from kysely_migration`.execute(store)).rows.map(({ name }) => name)
    : [];
  if (done.length === 0) throw new Error('There is no store in that database');
  if (done.toSorted().join() !== Object.keys(migrations).toSorted().join())
    throw new Error('The store in that database is of another version: start this version of the cloud with it once');
}

/** Works on a new store, which counts once the work is done. */
async function withTarget<R>(place: string, work: (target: Copyable) => Promise<R>): Promise<R> {
  const isDatabase = isDatabaseUrl(place);
  const store = await (isDatabase ? openPostgres(place) : openStore(place));
  try {
    return await store
      .transaction()
      .execute((inside) =>
        work({ store: inside, files: isDatabase ? createScriptRows(inside) : scriptFilesOf(place) }),
      );
  } catch (error) {
    if (!isDatabase) removeStore(place);
    throw error;
  } finally {
    await store.destroy();
  }
}

function removeStore(place: string): void {
  for (const name of readdirSync(place))
    if (name.startsWith(STORE_FILE) || name === 'scripts') rmSync(join(place, name), { recursive: true });
}
