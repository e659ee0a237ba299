/** What the cloud relies on in its store, on both engines. */
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createScriptRows } from '../features/scripts/script-rows.ts';
import { enginesOfStore } from '../testing/engines.ts';
import { rowsOfEveryTable } from '../testing/rows-of-every-table.ts';
import type { Store } from './database.ts';
import type { ShareRow, Tables } from './tables.ts';

const [share] = rowsOfEveryTable.shares as readonly [ShareRow];
const text = (secret: number) => `Secret number ${secret}`;

describe.each(enginesOfStore())('%s', (_, make) => {
  async function open(openAgain?: () => Promise<Store>): Promise<Store> {
    const store = await (openAgain ?? (await make()))();
    onTestFinished(() => store.destroy());
    return store;
  }

  test('every table gives its rows back as they were written, also after a restart', async () => {
    const again = await make();
    const store = await again();
    for (const [table, rows] of Object.entries(rowsOfEveryTable))
      await store
        .insertInto(table as keyof Tables)
        .values(rows as never)
        .execute();
    await store.destroy();
    const second = await open(again);
    for (const [table, rows] of Object.entries(rowsOfEveryTable)) {
      const found = await second
        .selectFrom(table as keyof Tables)
        .selectAll()
        .execute();
      expect([table, new Set(found.map(plain))]).toEqual([table, new Set(rows.map(plain))]);
    }
  });

  test('a store of a newer version is named, with what helps, and stays as it is', async () => {
    const again = await make();
    const store = await again();
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '2999-01-01')`.execute(store);
    await store.destroy();
    for (const _time of [1, 2])
      await expect(again()).rejects.toThrow(
        /^The store in \S+ was made by a newer version of Tactus\. Start that version, or put back the copy from before the update\.$/,
      );
  });

  test('a row is refused where its key is taken, and a transaction is whole or not at all', async () => {
    const store = await open();
    const add = (inside: Store, id: string) =>
      inside
        .insertInto('shares')
        .values({ ...share, id })
        .execute();
    await add(store, 'a');
    await expect(add(store, 'a')).rejects.toThrow(/unique/i);
    const both = store.transaction().execute(async (inside) => {
      await add(inside, 'b');
      await add(inside, 'a');
    });
    await expect(both).rejects.toThrow(/unique/i);
    const thrown = store.transaction().execute(async (inside) => {
      await inside.deleteFrom('shares').execute();
      throw new Error('not so');
    });
    await expect(thrown).rejects.toThrow('not so');
    expect((await store.selectFrom('shares').select('id').execute()).map(({ id }) => id)).toEqual(['a']);
  });

  test('of many uses of a link at once, as many succeed as it has', async () => {
    const store = await open();
    await store
      .insertInto('shares')
      .values({ ...share, uses: 7, used: 0, started_at: null })
      .execute();
    const use = (nowMs: number) =>
      store.transaction().execute((inside) =>
        inside
          .updateTable('shares')
          .set(({ eb, fn }) => ({
            used: eb('used', '+', 1),
            started_at: fn.coalesce('started_at', eb.val(nowMs)),
          }))
          .where('id', '=', share.id)
          .where(({ eb, or, ref }) => or([eb('uses', 'is', null), eb('used', '<', ref('uses'))]))
          .returning(['used', 'started_at'])
          .executeTakeFirst(),
      );
    const found = await Promise.all(Array.from({ length: 50 }, (_, at) => use(1_000_000_000_000 + at)));
    expect(found.filter((row) => row !== undefined)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((used) => ({ used, started_at: 1_000_000_000_000 })),
    );
  });

  test('writes that nobody waits for between are executed in the order of their calls', async () => {
    const store = await open();
    const write = (controller: string) => {
      const values = { connection_key: 'k', locked: 0, controller } as const;
      return store
        .insertInto('shared_controls')
        .values(values)
        .onConflict((same) => same.column('connection_key').doUpdateSet(values))
        .execute();
    };
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => write(`${round} ${at}`)));
      expect(await store.selectFrom('shared_controls').select('controller').execute()).toEqual([
        { controller: `${round} 9` },
      ]);
    }
  });

  test('a first value stays, counts and sums are numbers, and a change tells how many rows it met', async () => {
    const store = await open();
    for (const value of ['first', 'second'])
      await store
        .insertInto('secrets')
        .values({ name: 'a', value })
        .onConflict((same) => same.column('name').doNothing())
        .execute();
    expect(await store.selectFrom('secrets').selectAll().execute()).toEqual([{ name: 'a', value: 'first' }]);
    await store
      .insertInto('scripts')
      .values([...rowsOfEveryTable.scripts])
      .execute();
    const sums = store
      .selectFrom('scripts')
      .select(({ fn }) => [fn.countAll<number>().as('rows'), sql<number>`sum(size + 512)`.as('used')]);
    const size = rowsOfEveryTable.scripts.reduce((sum, row) => sum + row.size + 512, 0);
    expect(await sums.execute()).toEqual([{ rows: rowsOfEveryTable.scripts.length, used: size }]);
    const change = (hash: string) =>
      store.updateTable('scripts').set({ expires_at: 5 }).where('hash', '=', hash).executeTakeFirst();
    expect((await change(rowsOfEveryTable.scripts[0]?.hash ?? '')).numUpdatedRows).toBe(1n);
    expect((await change('another')).numUpdatedRows).toBe(0n);
    expect((await store.selectFrom('secrets').select(sql<null>`max(null)`.as('none')).execute())[0]?.none).toBeNull();
  });

  test('rows without their owner are removed, and reported', async () => {
    const store = await open();
    await store
      .insertInto('enrolments')
      .values([...rowsOfEveryTable.enrolments])
      .execute();
    const [{ connection_key: known } = { connection_key: '' }] = rowsOfEveryTable.enrolments;
    const row = { driven_by: 'owner', since: 1 } as const;
    await store
      .insertInto('driven_devices')
      .values([known, 'x', 'y'].map((connection_key) => ({ ...row, connection_key })))
      .execute();
    const gone = await store
      .deleteFrom('driven_devices')
      .where('connection_key', 'not in', (all) => all.selectFrom('enrolments').select('connection_key'))
      .returning('connection_key')
      .execute();
    expect(gone.map(({ connection_key }) => connection_key).toSorted()).toEqual(['x', 'y']);
    expect(await store.selectFrom('driven_devices').select('connection_key').execute()).toHaveLength(1);
  });

  test('what looks like SQL is a text', async () => {
    const store = await open();
    const name = `'; drop table secrets; -- " $1 \\ %`;
    await store
      .insertInto('secrets')
      .values({ name, value: text(1) })
      .execute();
    expect(await store.selectFrom('secrets').selectAll().where('name', '=', name).execute()).toHaveLength(1);
  });

  test('a large script is read as it was written, whole and in parts, and replaced as a whole', async () => {
    const files = createScriptRows(await open());
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * 7) % 251));
    await files.write({ 'a.csv': [bytes.subarray(0, 5), bytes.subarray(5)], empty: [] });
    expect((await files.names()).toSorted()).toEqual(['a.csv', 'empty']);
    expect([await files.size('a.csv'), await files.size('empty'), await files.size('b')]).toEqual([
      700_000,
      0,
      undefined,
    ]);
    expect(Buffer.from((await files.read('a.csv')) ?? []).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 1],
      [262_143, 262_146],
      [262_144, 700_000],
      [699_999, 700_000],
    ] as const) {
      const read = await (await files.stream('a.csv', { start, end }))?.toArray();
      expect(Buffer.concat(read ?? []).equals(bytes.subarray(start, end))).toBe(true);
    }
    await files.write({ 'a.csv': [bytes.subarray(0, 10)] });
    expect(await files.size('a.csv')).toBe(10);
    await files.remove('a.csv');
    expect([await files.read('a.csv'), await files.stream('a.csv', { start: 0, end: 1 })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

/** A row in a form that is equal where the row is. */
const plain = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .map(([name, value]) => [name, value instanceof Object ? Buffer.from(value).toString('hex') : value])
      .toSorted(),
  );
