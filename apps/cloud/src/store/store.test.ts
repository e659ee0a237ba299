import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openStore, restrictAccess } from './database.ts';
import { readOrCreateSecret } from './secrets.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-store-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('a secret is made once and survives closing the store', async () => {
  const folder = join(newFolder(), 'made', 'on', 'demand');
  const first = await openStore(folder);
  const secret = await readOrCreateSecret(first, 'renewal');
  expect(secret).toHaveLength(32);
  expect(await readOrCreateSecret(first, 'renewal')).toEqual(secret);
  expect(await readOrCreateSecret(first, 'other')).not.toEqual(secret);
  await first.destroy();

  const second = await openStore(folder);
  expect(await readOrCreateSecret(second, 'renewal')).toEqual(secret);
  await second.destroy();
});

test('a store in memory starts empty every time', async () => {
  const first = await openStore(':memory:');
  const secret = await readOrCreateSecret(first, 'renewal');
  await first.destroy();
  const second = await openStore(':memory:');
  expect(await readOrCreateSecret(second, 'renewal')).not.toEqual(secret);
  await second.destroy();
});

test('an unusable folder is named in the error', async () => {
  const file = join(newFolder(), 'a-file');
  writeFileSync(file, '');
  await expect(openStore(join(file, 'below'))).rejects.toThrow(
    `The store in ${join(file, 'below')} could not be opened`,
  );
});

test('an empty file of the store beside other files of a cloud is named, as a full disk may leave it', async () => {
  const warningsOf = async (...files: string[]) => {
    const folder = newFolder();
    for (const name of files) writeFileSync(join(folder, name), '', { mode: 0o600 });
    const warnings: string[] = [];
    await (await openStore(folder, (warning) => warnings.push(warning.replace(folder, 'FOLDER')))).destroy();
    return warnings;
  };
  expect(await warningsOf('tactus.db', 'tactus.lock')).toEqual([]); // a first start that was cut off
  expect(await warningsOf('control-token')).toEqual([]); // the store was in a database
  expect(await warningsOf('tactus.db', 'control-token')).toEqual([
    'FOLDER/tactus.db was empty: the store begins anew. If there was one before, put a backup in its place.',
  ]);
});

const FILES = ['tactus.db 600', 'tactus.db-shm 600', 'tactus.db-wal 600', 'tactus.lock 600'];

test('its files are readable for their owner alone, also where folder and store were open to others before', async () => {
  const folder = newFolder();
  const modes = () =>
    readdirSync(folder).map((file) => `${file} ${(statSync(join(folder, file)).mode & 0o777).toString(8)}`);
  const warnings: string[] = [];
  const open = async () => {
    const store = await openStore(folder, (warning) => warnings.push(warning));
    await readOrCreateSecret(store, 'renewal');
    return store;
  };
  const first = await open();
  expect(modes()).toEqual(FILES);
  await first.destroy();
  expect(warnings).toEqual([]);

  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'tactus.db'), 0o644);
  const second = await open();
  expect(modes()).toEqual(FILES);
  await second.destroy();
  expect(warnings).toEqual([`Others could read the store in ${folder}: its files are for their owner alone now`]);
  await (await open()).destroy();
  expect(warnings[1]).toContain(`Others can list the folder ${folder}`);
});

test('on Windows, where every file seems open to others, there is no warning of it', () => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'tactus.db'), '', { mode: 0o644 });
  const warnings: string[] = [];
  restrictAccess(folder, (warning) => warnings.push(warning), 'win32');
  expect(warnings).toEqual([]);
  restrictAccess(folder, (warning) => warnings.push(warning), 'linux');
  expect(warnings).toHaveLength(1);
});

test('a folder has one cloud at a time', async () => {
  const folder = newFolder();
  const first = await openStore(folder);
  await expect(openStore(folder)).rejects.toThrow(
    `The store in ${folder} is in use by another Tactus. Stop that one, or set TACTUS_DATA_DIR to another folder.`,
  );
  await first.destroy();
  await (await openStore(folder)).destroy();
});

test('writes are acknowledged when they are on the disk: the log is flushed for each, and by SQLite itself before every checkpoint', async () => {
  const store = await openStore(newFolder());
  const read = async (name: string) => (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store)).rows;
  expect(await read('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  // 1 is NORMAL: `DurableDialect` flushes after each commit, which `durable-dialect.test.ts` shows. 0 would leave checkpoints unflushed.
  expect(await read('synchronous')).toEqual([{ synchronous: 1 }]);
  await store.destroy();
});
