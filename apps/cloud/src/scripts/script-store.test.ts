import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../store/database.ts';
import { createScriptStore, SCRIPT_LIFETIME_MS } from './script-store.ts';

const bodyOf = (bytes: number, last = 0) => `0,${last}\n9,`.padEnd(bytes - 1, '0').concat('\n');

async function createScripts(roomBytes: number) {
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  const time = createFakeTime();
  return { time, scripts: createScriptStore({ store, time, roomBytes }), store };
}

test('scripts fill a room that has an end; what has expired makes room', async () => {
  const { scripts, time } = await createScripts(5_000);
  const first = await scripts.put({ kind: 'csv', body: bodyOf(1_500) });
  time.advance(1_000);
  expect(await scripts.put({ kind: 'csv', body: bodyOf(1_500, 1) })).toBeDefined();
  expect(await scripts.put({ kind: 'csv', body: bodyOf(1_500, 2) })).toBeUndefined();
  // One that is there already needs no room.
  expect(await scripts.put({ kind: 'csv', body: bodyOf(1_500, 1) })).toBeDefined();
  time.advance(SCRIPT_LIFETIME_MS - 1_000);
  expect(await scripts.put({ kind: 'csv', body: bodyOf(1_500, 2) })).toBeDefined();
  expect(await scripts.find(first ?? '')).toBeUndefined();
});

test('many tiny scripts fill the room too', async () => {
  const { scripts } = await createScripts(5_000);
  const names = [];
  for (let last = 0; last < 20; last++) names.push(await scripts.put({ kind: 'csv', body: bodyOf(10, last) }));
  expect(names.filter((name) => name !== undefined).length).toBeLessThan(10);
});

test('tidying removes what has expired and nothing else', async () => {
  const { scripts, time, store } = await createScripts(5_000);
  await scripts.put({ kind: 'csv', body: bodyOf(100) });
  time.advance(SCRIPT_LIFETIME_MS / 2);
  const second = await scripts.put({ kind: 'csv', body: bodyOf(100, 1) });
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
  const body = '{"actions":[{"at":0,"pos":1},{"at":9,"pos":2}],"title":"Æ\\u0000"}';
  const name = await createScriptStore({ store: first, time }).put({ kind: 'funscript', body });
  const second = await openStore(folder);
  onTestFinished(() => second.destroy());
  expect(await createScriptStore({ store: second, time }).find(name ?? '')).toEqual({ name, kind: 'funscript', body });
});
