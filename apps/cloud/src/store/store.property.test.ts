/** Random work on the store, on both engines, against maps in memory. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { enginesOfStore } from '../testing/engines.ts';
import type { Store } from './database.ts';
import type { ShareRow, StreamPointsRow } from './tables.ts';

/** Rounds with an engine. */
const ROUNDS = 25;

/** What the tables hold, by their keys as texts. */
interface Model {
  shares: Map<string, ShareRow>;
  points: Map<string, StreamPointsRow>;
}

/** One change, or several in a transaction which may fail after the last of them. */
type Step =
  | { readonly kind: 'add'; readonly share: ShareRow }
  | { readonly kind: 'use' | 'remove'; readonly id: string }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'expire'; readonly until: number }
  | { readonly kind: 'append'; readonly points: StreamPointsRow }
  | { readonly kind: 'tidy'; readonly left: readonly string[] }
  | { readonly kind: 'together'; readonly steps: readonly Step[]; readonly fails: boolean };

const id = fc.constantFrom('a', 'b', 'c', 'd');
const name = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\u0000'));
const instant = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.maxSafeNat());
const share: fc.Arbitrary<ShareRow> = fc.record({
  ...{ id, connection_key: id, secret_hash: name, name, allow: name, limits: name, viewers: fc.nat() },
  ...{ uses: fc.option(fc.nat(3)), used: fc.constant(0), created_at: instant, expires_at: instant },
  started_at: fc.option(instant),
});
const points = fc.record({ reference: id, place: fc.nat(2), points: fc.json() });
const change: fc.Arbitrary<Step> = fc.oneof(
  share.map((made) => ({ kind: 'add', share: made }) as const),
  id.map((of) => ({ kind: 'use', id: of }) as const),
  id.map((of) => ({ kind: 'remove', id: of }) as const),
  fc.record({ kind: fc.constant('rename' as const), id, name }),
  fc.record({ kind: fc.constant('expire' as const), until: instant }),
  points.map((row) => ({ kind: 'append', points: row }) as const),
  fc.uniqueArray(id).map((left) => ({ kind: 'tidy', left }) as const),
);
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: change },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('together' as const),
        steps: fc.array(change, { minLength: 1, maxLength: 4 }),
        fails: fc.boolean(),
      }),
    },
  ),
  { maxLength: 20 },
);

/** Does a step in the store; resolves with what a caller learns. */
async function run(store: Store, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'add':
      return store
        .insertInto('shares')
        .values(step.share)
        .execute()
        .then(
          () => 'added',
          (error: Error) => (/unique/i.test(error.message) ? 'taken' : Promise.reject(error)),
        );
    case 'use':
      return store
        .updateTable('shares')
        .set(({ eb, fn }) => ({ used: eb('used', '+', 1), started_at: fn.coalesce('started_at', eb.val(7)) }))
        .where('id', '=', step.id)
        .where(({ eb, or, ref }) => or([eb('uses', 'is', null), eb('used', '<', ref('uses'))]))
        .returning(['used', 'started_at'])
        .executeTakeFirst();
    case 'remove':
      return (await store.deleteFrom('shares').where('id', '=', step.id).executeTakeFirst()).numDeletedRows;
    case 'rename':
      return (await store.updateTable('shares').set({ name: step.name }).where('id', '=', step.id).executeTakeFirst())
        .numUpdatedRows;
    case 'expire':
      return (await store.deleteFrom('shares').where('expires_at', '<=', step.until).returning('id').execute())
        .map((row) => row.id)
        .toSorted();
    case 'append':
      return void (await store
        .insertInto('stream_points')
        .values(step.points)
        .onConflict((same) => same.columns(['reference', 'place']).doUpdateSet({ points: step.points.points }))
        .execute());
    case 'tidy':
      if (step.left.length === 0) return 0n;
      return (await store.deleteFrom('stream_points').where('reference', 'not in', step.left).executeTakeFirst())
        .numDeletedRows;
    case 'together':
      return store
        .transaction()
        .execute(async (inside) => {
          const results: unknown[] = [];
          for (const one of step.steps) {
            const result = await run(inside, one);
            results.push(result);
            if (result === 'taken') throw new Undone();
          }
          if (step.fails) throw new Undone();
          return results;
        })
        .catch((error: unknown) => (error instanceof Undone ? 'undone' : Promise.reject(error)));
  }
}

class Undone extends Error {}

/** Does a step in the model, and returns the same. */
function expected(model: Model, step: Step): unknown {
  const { shares, points: all } = model;
  const found = 'id' in step ? shares.get(step.id) : undefined;
  switch (step.kind) {
    case 'add':
      if (shares.has(step.share.id)) return 'taken';
      shares.set(step.share.id, step.share);
      return 'added';
    case 'use': {
      if (!found || (found.uses !== null && found.used >= found.uses)) return undefined;
      const row = { ...found, used: found.used + 1, started_at: found.started_at ?? 7 };
      shares.set(step.id, row);
      return { used: row.used, started_at: row.started_at };
    }
    case 'remove':
      return shares.delete(step.id) ? 1n : 0n;
    case 'rename':
      if (found) shares.set(step.id, { ...found, name: step.name });
      return found ? 1n : 0n;
    case 'expire': {
      const over = [...shares.values()].filter(({ expires_at }) => expires_at <= step.until).map((row) => row.id);
      for (const key of over) shares.delete(key);
      return over.toSorted();
    }
    case 'append':
      return void all.set(`${step.points.reference} ${step.points.place}`, step.points);
    case 'tidy': {
      const over = [...all].filter(([, row]) => step.left.length > 0 && !step.left.includes(row.reference));
      for (const [key] of over) all.delete(key);
      return BigInt(over.length);
    }
    case 'together': {
      const before = { shares: new Map(shares), points: new Map(all) };
      const results: unknown[] = [];
      for (const one of step.steps) {
        results.push(expected(model, one));
        if (results.at(-1) === 'taken') break;
      }
      if (!step.fails && results.at(-1) !== 'taken') return results;
      Object.assign(model, before);
      return 'undone';
    }
  }
}

describe.each(enginesOfStore())('%s', (_, make) => {
  test('does and tells what a map would, whatever comes in whatever order', async () => {
    const store = await (await make())();
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await store.deleteFrom('shares').execute();
        await store.deleteFrom('stream_points').execute();
        const model: Model = { shares: new Map(), points: new Map() };
        for (const step of all) expect(await run(store, step)).toEqual(expected(model, step));
        const found = await store.selectFrom('shares').selectAll().execute();
        expect(new Map(found.map((row) => [row.id, row]))).toEqual(model.shares);
        const parts = await store.selectFrom('stream_points').selectAll().execute();
        expect(new Map(parts.map((row) => [`${row.reference} ${row.place}`, row]))).toEqual(model.points);
      }),
      process.env['TACTUS_SEED'] === undefined ? { numRuns: ROUNDS } : {},
    );
    await store.destroy();
  });
});
