import { Kysely } from 'kysely';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { createDurability } from './database.ts';
import { DurableDialect } from './durable-dialect.ts';

interface Tables {
  readonly words: { readonly word: string };
}

/** A store whose disk is controlled by the test. */
async function openStore() {
  const waiting: { end(): void; fail(error: Error): void }[] = [];
  let isClosed = false;
  const store = new Kysely<Tables>({
    dialect: new DurableDialect({
      database: new Database(':memory:'),
      sync: () => (isOver ? Promise.resolve() : new Promise<void>((end, fail) => waiting.push({ end, fail }))),
      repair: () => repair(),
      close: async () => {
        isClosed = true;
      },
    }),
  });
  let isOver = false;
  let repair: () => void = () => undefined;
  onTestFinished(async () => {
    isOver = true;
    for (const { end } of waiting) end();
    await store.destroy();
  });
  const done: string[] = [];
  const watch = async (name: string, work: Promise<unknown>) => {
    await work.then(
      () => done.push(name),
      (error: Error) => done.push(`${name}: ${error.message}`),
    );
  };
  const add = (word: string) => watch(word, store.insertInto('words').values({ word }).execute());
  const read = async () => (await store.selectFrom('words').select('word').execute()).map(({ word }) => word);
  const made = store.schema.createTable('words').addColumn('word', 'text').execute();
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.end();
  await made;
  const onRepair = (next: () => void) => {
    repair = next;
  };
  return { store, waiting, done, add, read, watch, onRepair, isClosed: () => isClosed };
}

test('a write is answered when it is on the disk, and others read and write meanwhile', async () => {
  const { waiting, done, add, read } = await openStore();
  const writing = [add('a'), add('b')];
  await expect.poll(() => waiting.length).toBe(2);
  expect([await read(), done]).toEqual([['a', 'b'], []]);
  waiting[1]?.end();
  await writing[1];
  waiting[0]?.fail(new Error('the disk is full'));
  await writing[0];
  expect(done).toEqual(['b', 'a: the disk is full']);
});

test('a change that finds no row waits for earlier writes of others; a refused one does not wait for the disk', async () => {
  const { store, waiting, done, add, watch } = await openStore();
  const adding = add('a');
  await expect.poll(() => waiting.length).toBe(1);
  const removing = watch('none left', store.deleteFrom('words').where('word', '=', 'b').execute());
  await expect.poll(() => waiting.length).toBe(2);
  expect(done).toEqual([]);
  for (const { end } of waiting.splice(0)) end();
  await Promise.all([adding, removing]);
  await expect(
    store
      .insertInto('words')
      .values({ other: 'a' } as never)
      .execute(),
  ).rejects.toThrow('no column');
  expect(waiting).toEqual([]);
});

test('a transaction waits for the disk once, at its commit, and has the connection to itself until then', async () => {
  const { store, waiting, add, read } = await openStore();
  let others: Promise<void> | undefined;
  const committed = store.transaction().execute(async (inside) => {
    others = add('later');
    for (const word of ['a', 'b']) await inside.insertInto('words').values({ word }).execute();
    return inside.selectFrom('words').selectAll().execute();
  });
  await expect.poll(() => waiting.length).toBe(2);
  for (const { end } of waiting) end();
  expect(await committed).toHaveLength(2);
  await others;
  expect(await read()).toEqual(['a', 'b', 'later']);
  await expect(
    store.transaction().execute(async (inside) => {
      await inside.deleteFrom('words').execute();
      throw new Error('not so');
    }),
  ).rejects.toThrow('not so');
  expect([await read(), waiting.length]).toEqual([['a', 'b', 'later'], 2]);
});

test('several writes with one connection are all flushed', async () => {
  const { store, waiting, read } = await openStore();
  const written = store.connection().execute(async (connection) => {
    for (const word of ['a', 'b']) await connection.insertInto('words').values({ word }).execute();
  });
  for (const count of [1, 2]) {
    await expect.poll(() => waiting.length).toBe(count);
    expect(await read()).toHaveLength(count);
    waiting[count - 1]?.end();
  }
  await written;
});

test('the store closes its syncing file after a last sync', async () => {
  const { store, waiting, isClosed } = await openStore();
  const closed = store.destroy();
  await expect.poll(() => waiting.length).toBe(1);
  expect(isClosed()).toBe(false);
  waiting[0]?.end();
  await closed;
  expect(isClosed()).toBe(true);
});

test('before a write a failed sync is repaired, also before a transaction but not within; reads go on without', async () => {
  const { store, waiting, done, add, read, onRepair } = await openStore();
  let repairs = 0;
  onRepair(() => {
    repairs += 1;
    if (repairs === 1) throw new Error('the disk is full');
  });
  await add('a');
  expect([await read(), done]).toEqual([[], ['a: the disk is full']]);
  const committed = store.transaction().execute(async (inside) => {
    for (const word of ['b', 'c']) await inside.insertInto('words').values({ word }).execute();
  });
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.fail(new Error('no room'));
  await expect(committed).rejects.toThrow('no room');
  expect(repairs).toBe(2);
});

test('after a failed flush every write that waits is refused; the next one is flushed once everything was written anew', async () => {
  const flushes: { end(): void; fail(error: Error): void }[] = [];
  let isDamaged = true;
  const { sync, repair } = createDurability(
    { flush: () => new Promise<void>((end, fail) => flushes.push({ end, fail })) },
    () => {
      if (isDamaged) throw new Error('damaged');
    },
  );
  repair();
  const [first, second] = [sync(), sync()];
  flushes[0]?.fail(new Error('no room'));
  await expect(first).rejects.toThrow('no room');
  await expect(second).rejects.toThrow('no room');
  await expect(sync()).rejects.toThrow('no room');
  expect(repair).toThrow('damaged');
  isDamaged = false;
  repair();
  const next = sync();
  expect(flushes).toHaveLength(2);
  flushes[1]?.end();
  await next;
});
