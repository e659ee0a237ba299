import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { readUploadedScript } from '../parsing/read-script.ts';
import { openStore } from '../store/database.ts';
import { scriptFilesOf } from './script-files.ts';
import { createScriptStore, SCRIPT_LIFETIME_MS } from './script-store.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const csvOf = (text: string) => {
  const read = readUploadedScript(encode(text), 'text/csv');
  const body = encode(text);
  return { ...read, body, hash: createHash('sha256').update(body).digest('base64url') };
};
const bodyOf = (bytes: number, last = 0) => `0,${last}\n9,`.padEnd(bytes - 1, '0').concat('\n');

async function createScripts(roomBytes: number) {
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  const time = createFakeTime();
  return { time, scripts: createScriptStore({ store, time, roomBytes, files: scriptFilesOf(':memory:') }), store };
}

test('scripts fill a room that has an end; what has expired makes room', async () => {
  const { scripts, time } = await createScripts(5_000);
  const first = await scripts.put(csvOf(bodyOf(1_500)));
  time.advance(1_000);
  expect(await scripts.put(csvOf(bodyOf(1_500, 1)))).toBeDefined();
  expect(await scripts.put(csvOf(bodyOf(1_500, 2)))).toBeUndefined();
  // One that is there already needs no room.
  expect(await scripts.put(csvOf(bodyOf(1_500, 1)))).toBeDefined();
  time.advance(SCRIPT_LIFETIME_MS - 1_000);
  expect(await scripts.put(csvOf(bodyOf(1_500, 2)))).toBeDefined();
  expect(await scripts.find(first ?? '')).toBeUndefined();
});

test('many tiny scripts fill the room too', async () => {
  const { scripts } = await createScripts(5_000);
  const names = [];
  for (let last = 0; last < 20; last++) names.push(await scripts.put(csvOf(bodyOf(10, last))));
  expect(names.filter((name) => name !== undefined).length).toBeLessThan(10);
});

test('tidying removes what has expired and nothing else', async () => {
  const { scripts, time, store } = await createScripts(5_000);
  await scripts.put(csvOf(bodyOf(100)));
  time.advance(SCRIPT_LIFETIME_MS / 2);
  const second = await scripts.put(csvOf(bodyOf(100, 1)));
  time.advance(SCRIPT_LIFETIME_MS / 2);
  await scripts.tidy();
  const rows = await store.selectFrom('scripts').select('hash').execute();
  expect(rows.map(({ hash }) => `${hash}.csv`)).toEqual([second]);
});

test('what was kept is there when the store is opened again without having been closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-scripts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const time = createFakeTime();
  const first = await openStore(folder);
  onTestFinished(() => first.destroy());
  const script = readUploadedScript(
    encode(`{"actions":[{"at":0,"pos":1},{"at":9,"pos":2}],"title":"Æ\\u0000"${' '.repeat(100_000)}}`),
    '',
  );
  const files = scriptFilesOf(folder);
  const name = await createScriptStore({ store: first, time, files }).put(script);
  expect(statSync(join(folder, 'scripts')).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(join(folder, 'scripts')))
    expect(statSync(join(folder, 'scripts', file)).mode & 0o777).toBe(0o600);
  const second = await openStore(folder);
  onTestFinished(() => second.destroy());
  const opened = createScriptStore({ store: second, time, files: scriptFilesOf(folder) });
  const found = await opened.find(name ?? '');
  expect([found?.kind, new TextDecoder().decode(found?.body)]).toEqual([
    'funscript',
    new TextDecoder().decode(script.body),
  ]);
  expect(await opened.points(name ?? '')).toEqual(script.columns);

  // Nothing of a write that was cut off stays, and nothing of what has expired.
  writeFileSync(join(folder, 'scripts', 'a.csv.1-1.half'), 'half');
  await opened.tidy();
  expect(readdirSync(join(folder, 'scripts')).sort()).toEqual(
    [`${script.hash}.funscript`, `${script.hash}.points`].sort(),
  );
  time.advance(SCRIPT_LIFETIME_MS);
  await opened.tidy();
  expect(readdirSync(join(folder, 'scripts'))).toEqual([]);
});

test('a large script of an older version, in its row, is there until it expires, and becomes files when it comes again', async () => {
  const { scripts, store, time } = await createScripts(1_000_000);
  const text = Array.from({ length: 10_000 }, (_, index) => `${index * 100},5\n`).join('');
  const script = csvOf(text);
  const row = { hash: script.hash, kind: script.kind, size: 8, created_at: 0, expires_at: time.now() + 1_000 };
  await store
    .insertInto('scripts')
    .values({ ...row, body: text })
    .execute();
  const name = `${script.hash}.csv`;
  expect([(await scripts.find(name))?.body, await scripts.points(name)]).toEqual([script.body, undefined]);
  expect(await scripts.put(script)).toBe(name);
  expect([(await scripts.find(name))?.body, await scripts.points(name)]).toEqual([script.body, script.columns]);
});
