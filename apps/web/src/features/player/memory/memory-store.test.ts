import { expect, test } from 'vitest';
import { createScriptMemoryStore } from './memory-store.ts';
import { createInMemoryTable } from './memory-table.ts';

const NOTHING = { offsetMs: undefined, window: undefined, recipe: [], leftAtMs: 0 };

test('the settings of a script exist when the store is opened again, and those of no other script', async () => {
  const table = createInMemoryTable();
  const store = createScriptMemoryStore(async () => table);
  await store.change('a', { leftAtMs: 90_000, window: { min: 0.2, max: 0.8 } });
  await store.change('a', { recipe: [{ kind: 'invert' }, { kind: 'limit', maxSpeed: 300, maxAcceleration: 9_000 }] });
  store.close();
  const again = createScriptMemoryStore(async () => table);
  expect(await again.read('a')).toEqual({
    offsetMs: undefined,
    window: { min: 0.2, max: 0.8 },
    recipe: [{ kind: 'invert' }, { kind: 'limit', maxSpeed: 300, maxAcceleration: 9_000 }],
    leftAtMs: 90_000,
  });
  expect(await again.read('b')).toEqual(NOTHING);
});

test.each([null, 'text', 7, [], {}, { version: 2, leftAtMs: 5 }, { version: '1' }])(
  'an unreadable record, %j, gives the defaults',
  async (stored) => {
    const table = createInMemoryTable();
    await table.update('a', () => stored);
    const store = createScriptMemoryStore(async () => table);
    expect(await store.read('a')).toEqual(NOTHING);
    await store.change('a', { offsetMs: -20 });
    expect(await store.read('a')).toEqual({ ...NOTHING, offsetMs: -20 });
  },
);

test('a damaged part gets its default, and the others stay', async () => {
  const table = createInMemoryTable();
  await table.update('a', () => ({
    version: 1,
    offsetMs: 'late',
    window: { min: 0.9, max: 0.1 },
    recipe: [{ kind: 'smooth', windowMs: -1 }],
    leftAtMs: 4_000,
  }));
  expect(await createScriptMemoryStore(async () => table).read('a')).toEqual({ ...NOTHING, leftAtMs: 4_000 });
});

test('a browser without a database has the settings as long as the page is open', async () => {
  const store = createScriptMemoryStore(() => Promise.reject(new Error('refused')));
  await store.change('a', { leftAtMs: 1_000 });
  expect((await store.read('a')).leftAtMs).toBe(1_000);
});

test('a database that fails while it is open is replaced by a store in memory', async () => {
  const lost = () => Promise.reject(new Error('lost'));
  const store = createScriptMemoryStore(async () => ({ get: lost, update: lost, close: () => undefined }));
  await store.change('a', { leftAtMs: 1_000 });
  expect((await store.read('a')).leftAtMs).toBe(1_000);
});

test('a database that the browser has closed is opened again: what changes from then on is stored', async () => {
  const stored = createInMemoryTable();
  const opened = [createInMemoryTable()];
  let close: () => void = () => undefined;
  const store = createScriptMemoryStore(async (onClosed) => {
    close = onClosed;
    return opened.shift() ?? stored;
  });
  await store.change('a', { offsetMs: -20 });
  close();
  await store.change('a', { leftAtMs: 1_000 });
  expect(await createScriptMemoryStore(async () => stored).read('a')).toEqual({ ...NOTHING, leftAtMs: 1_000 });
  expect(await store.read('a')).toEqual({ ...NOTHING, leftAtMs: 1_000 });
});
