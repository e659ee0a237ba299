import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { PostgresStoreDialect, type StatementResult } from './postgres-dialect.ts';
import { isStoreAway, StoreAway } from './storage-fault.ts';

const EMPTY: StatementResult = { command: 'SELECT', rowCount: 0, rows: [] };

test('while a slow server lets a thousand statements wait, the next one is refused at once, and those are executed', async () => {
  const executed: string[] = [];
  const answers: (() => void)[] = [];
  const store = new Kysely<unknown>({
    dialect: new PostgresStoreDialect(async () => ({
      isOpen: () => true,
      close: async () => undefined,
      query(text) {
        executed.push(text);
        return new Promise((resolve) => answers.push(() => resolve(EMPTY)));
      },
    })),
  });
  const ask = (number: number) => sql.raw(`select ${number}`).execute(store);
  const first = ask(0);
  await expect.poll(() => executed).toEqual(['select 0']);
  const others = Array.from({ length: 1_000 }, (_, index) => ask(index + 1));
  const refused: unknown = await ask(1_001).catch((error: unknown) => error);
  expect(isStoreAway(refused)).toBe(true);
  expect(executed).toEqual(['select 0']);

  const all = Promise.all([first, ...others]);
  for (let number = 0; number <= 1_000; number++) {
    await expect.poll(() => executed.length, { interval: 0 }).toBe(number + 1);
    answers[number]?.();
  }
  await all;
  expect(executed.at(-1)).toBe('select 1000');
  await store.destroy();
});

test('a store that is closed opens no lost connection anew: what waits is refused at once', async () => {
  let opened = 0;
  let lose = () => undefined as unknown;
  const store = new Kysely<unknown>({
    dialect: new PostgresStoreDialect(async () => {
      opened += 1;
      let isOpen = true;
      return {
        isOpen: () => isOpen,
        close: async () => undefined,
        query: () =>
          new Promise((_, reject) => {
            lose = () => {
              isOpen = false;
              reject(new StoreAway('lost', undefined));
            };
          }),
      };
    }),
  });
  const all = Array.from({ length: 4 }, (_, number) => sql.raw(`select ${number}`).execute(store).catch(String));
  await expect.poll(() => opened).toBe(1);
  const destroyed = store.destroy();
  lose();
  await destroyed;
  expect(await Promise.all(all)).toEqual([
    'StoreAway: lost',
    ...Array(3).fill('StoreAway: The database does not answer as the store is closed'),
  ]);
  expect(opened).toBe(1);
});
