import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readUploadedScript } from '../../parsing/read-script.ts';
import { openStore } from '../../store/database.ts';
import { type ScriptFiles, scriptFilesOf } from './script-files.ts';
import { createScriptStore, SCRIPT_LIFETIME_MS, type ScriptStore } from './script-store.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const csvOf = (text: string) => {
  const read = readUploadedScript(encode(text), 'text/csv');
  const body = encode(text);
  return { ...read, body, hash: createHash('sha256').update(body).digest('base64url') };
};
const bodyOf = (bytes: number, last = 0) => `0,${last}\n9,`.padEnd(bytes - 1, '0').concat('\n');

/** The whole text of a stored script. */
const textOf = async (scripts: ScriptStore, name = '') => {
  const text = await (await scripts.find(name))?.open();
  const whole = await text?.whole();
  return whole && new Uint8Array(whole);
};

/** A script that is stored as files. */
const largeCsv = (last = 0) => csvOf(Array.from({ length: 10_000 }, (_, at) => `${at * 100},${last}\n`).join(''));

async function createScripts(roomBytes: number, files: ScriptFiles = scriptFilesOf(':memory:')) {
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  const time = createFakeTime();
  return { time, scripts: createScriptStore({ store, time, roomBytes, files }), store };
}

test('the room for scripts is limited; expired scripts make room', async () => {
  const { scripts, time } = await createScripts(5_000);
  const first = await scripts.put(csvOf(bodyOf(1_500)));
  time.advance(1_000);
  expect(await scripts.put(csvOf(bodyOf(1_500, 1)))).toBeDefined();
  expect(await scripts.put(csvOf(bodyOf(1_500, 2)))).toBeUndefined();
  // A script that exists already needs no room.
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

test('tidying removes expired scripts and no others', async () => {
  const { scripts, time, store } = await createScripts(5_000);
  await scripts.put(csvOf(bodyOf(100)));
  time.advance(SCRIPT_LIFETIME_MS / 2);
  const second = await scripts.put(csvOf(bodyOf(100, 1)));
  time.advance(SCRIPT_LIFETIME_MS / 2);
  await scripts.tidy();
  const rows = await store.selectFrom('scripts').select('hash').execute();
  expect(rows.map(({ hash }) => `${hash}.csv`)).toEqual([second]);
});

test('a small script that is no UTF-8 is served as it was uploaded', async () => {
  const { scripts } = await createScripts(1_000_000);
  const bytes = Uint8Array.from('{"title":"café","actions":[{"at":0,"pos":1},{"at":9,"pos":2}]}', (letter) =>
    letter.charCodeAt(0),
  );
  const name = await scripts.put(readUploadedScript(bytes, ''));
  expect(await textOf(scripts, name)).toEqual(bytes);
  expect((await (await scripts.find(name ?? ''))?.open())?.size).toBe(bytes.length);
});

test('stored scripts exist in the files that a killed cloud leaves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-scripts-'));
  const left = `${folder}-left`;
  onTestFinished(() => {
    for (const one of [folder, left]) rmSync(one, { recursive: true });
  });
  const time = createFakeTime();
  const first = await openStore(folder);
  onTestFinished(() => first.destroy());
  const script = readUploadedScript(
    encode(`{"actions":[{"at":0,"pos":1},{"at":9,"pos":2}],"title":"Æ\\u0000"${' '.repeat(100_000)}}`),
    '',
  );
  const files = scriptFilesOf(folder);
  const name = await createScriptStore({ store: first, time, files, roomBytes: 2 ** 29 }).put(script);
  expect(statSync(join(folder, 'scripts')).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(join(folder, 'scripts')))
    expect(statSync(join(folder, 'scripts', file)).mode & 0o777).toBe(0o600);
  cpSync(folder, left, { recursive: true });
  const second = await openStore(left);
  onTestFinished(() => second.destroy());
  const opened = createScriptStore({ store: second, time, files: scriptFilesOf(left), roomBytes: 2 ** 29 });
  const found = await opened.find(name ?? '');
  expect([found?.kind, new TextDecoder().decode(await textOf(opened, name))]).toEqual([
    'funscript',
    new TextDecoder().decode(script.body),
  ]);
  expect(await opened.points(name ?? '')).toEqual(script.columns);

  // Nothing of an interrupted write remains, and nothing of expired scripts.
  writeFileSync(join(left, 'scripts', 'a.csv.1-1.half'), 'half');
  await opened.tidy();
  expect(readdirSync(join(left, 'scripts')).sort()).toEqual(
    [`${script.hash}.funscript`, `${script.hash}.points`].sort(),
  );
  time.advance(SCRIPT_LIFETIME_MS);
  await opened.tidy();
  expect(readdirSync(join(left, 'scripts'))).toEqual([]);
});

test('a large script of an older version, in its row, stays until it expires, and becomes files when it is uploaded again', async () => {
  const { scripts, store, time } = await createScripts(1_000_000);
  const script = largeCsv();
  const text = new TextDecoder().decode(script.body);
  const row = {
    hash: script.hash,
    kind: script.kind,
    size: text.length,
    created_at: 0,
    expires_at: time.now() + 1_000,
  };
  await store
    .insertInto('scripts')
    .values({ ...row, body: text })
    .execute();
  const name = `${script.hash}.csv`;
  expect([await textOf(scripts, name), await scripts.points(name)]).toEqual([script.body, undefined]);
  expect(await scripts.put(script)).toBe(name);
  expect([await textOf(scripts, name), await scripts.points(name)]).toEqual([script.body, script.columns]);
  const points = script.columns.timesMs.byteLength + script.columns.positions.byteLength;
  expect(await store.selectFrom('scripts').select('size').execute()).toEqual([{ size: text.length + points }]);
});

describe('a script that is uploaded while others are tidied away', () => {
  /** Files whose list is given only when `release` is called. */
  function createSlowList(isTakenFirst: boolean) {
    const files = scriptFilesOf(':memory:');
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function names(): Promise<readonly string[]> {
      const before = await files.names();
      await released;
      return isTakenFirst ? before : files.names();
    }
    return { files: { ...files, names }, release };
  }

  test.each([true, false])('stays, where it had just expired (files listed before: %s)', async (isTakenFirst) => {
    const { files, release } = createSlowList(isTakenFirst);
    const { scripts, time } = await createScripts(1_000_000, files);
    const script = largeCsv();
    await scripts.put(script);
    time.advance(SCRIPT_LIFETIME_MS);
    const tidied = scripts.tidy();
    const name = await scripts.put(script);
    release();
    await tidied;
    expect(await textOf(scripts, name)).toEqual(script.body);
    expect(await scripts.points(name ?? '')).toEqual(script.columns);
  });

  test('stays, where it is new', async () => {
    const { files, release } = createSlowList(false);
    const { scripts } = await createScripts(1_000_000, files);
    const tidied = scripts.tidy();
    const script = largeCsv();
    const name = await scripts.put(script);
    release();
    await tidied;
    expect(await textOf(scripts, name)).toEqual(script.body);
  });
});

test('a script that is uploaded while its files are removed exists afterwards', async () => {
  const files = scriptFilesOf(':memory:');
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isRemoving = false;
  async function remove(name: string): Promise<void> {
    isRemoving = true;
    await released;
    await files.remove(name);
  }
  const { scripts, time } = await createScripts(1_000_000, { ...files, remove });
  const script = largeCsv();
  await scripts.put(script);
  time.advance(SCRIPT_LIFETIME_MS);
  const tidied = scripts.tidy();
  await vi.waitUntil(() => isRemoving);
  const putting = scripts.put(script);
  release();
  await tidied;
  const name = await putting;
  expect(await textOf(scripts, name)).toEqual(script.body);
  expect(await scripts.points(name ?? '')).toEqual(script.columns);
});

test('the same script uploaded twice at the same time is written once', async () => {
  const files = scriptFilesOf(':memory:');
  const written: string[] = [];
  const write: ScriptFiles['write'] = (contents) => {
    written.push(...Object.keys(contents));
    return files.write(contents);
  };
  const { scripts } = await createScripts(1_000_000, { ...files, write });
  const script = largeCsv();
  const name = `${script.hash}.csv`;
  expect(await Promise.all([scripts.put(script), scripts.put(script)])).toEqual([name, name]);
  expect(written).toEqual([`${script.hash}.points`, name]);
});

test('the points of a large script count for the room too', async () => {
  const script = largeCsv();
  const points = script.columns.timesMs.byteLength + script.columns.positions.byteLength;
  const needed = script.body.length + points + 512;
  expect(await (await createScripts(needed - 1)).scripts.put(script)).toBeUndefined();
  const { scripts } = await createScripts(2 * needed - 1);
  expect(await scripts.put(script)).toBe(`${script.hash}.csv`);
  expect(await scripts.put(largeCsv(1))).toBeUndefined();
});

test('many simultaneous uploads fill the room and no more', async () => {
  const { scripts } = await createScripts(5_000);
  const names = await Promise.all([1, 2, 3, 4, 5].map((last) => scripts.put(csvOf(bodyOf(1_500, last)))));
  expect(names.filter((name) => name !== undefined)).toHaveLength(2);
});
