import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../store/database.ts';
import { createEnrolmentRegistry } from './enrolment-registry.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

async function start() {
  const time = createFakeTime();
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  return { time, store, enrolments: createEnrolmentRegistry({ store, time, capacity: 10 }) };
}

test('a key is accepted with its own secret only, which the store does not contain', async () => {
  const { store, enrolments } = await start();
  const [key, other] = [await enrolments.make('bench'), await enrolments.make('')];
  if (!key || !other) throw new Error('There was no room');
  expect(enrolments.check(key)).toBe(true);
  for (const secret of ['', other.secret, key.secret.slice(1)])
    expect(enrolments.check({ ...key, secret })).toBe(false);
  expect(enrolments.check({ connectionKey: 'NobodyHere1', secret: '' })).toBe(false);
  const rows = await store.selectFrom('enrolments').selectAll().execute();
  expect(rows.map(({ label }) => label).sort()).toEqual(['', 'bench']);
  expect(JSON.stringify(rows)).not.toContain(key.secret);
  await enrolments.remove(key.connectionKey);
  expect(enrolments.check(key)).toBe(false);
});

test('a stored key is accepted after a restart', async () => {
  const { time, store, enrolments } = await start();
  const key = await enrolments.make('');
  if (!key) throw new Error('There was no room');
  const next = createEnrolmentRegistry({ store, time, capacity: 10 });
  await next.forgetUnused();
  expect([next.check(key), next.check({ ...key, secret: 'guess' })]).toEqual([true, false]);
});

test('a key without a link is removed after a day, another after 90 days without its device', async () => {
  const { time, enrolments } = await start();
  const [never, seen] = [await enrolments.make(''), await enrolments.make('')];
  if (!never || !seen) throw new Error('There was no room');
  await enrolments.noteSeen(seen.connectionKey);
  time.advance(DAY_MS);
  expect(await enrolments.forgetUnused()).toEqual([]);
  time.advance(1);
  expect(await enrolments.forgetUnused()).toEqual([never.connectionKey]);
  time.advance(89 * DAY_MS - 1);
  expect(await enrolments.forgetUnused()).toEqual([]);
  time.advance(1);
  expect(await enrolments.forgetUnused()).toEqual([seen.connectionKey]);
});

test('a key that the store has no longer is returned as removed, and is accepted no more', async () => {
  const { store, enrolments } = await start();
  const [gone, left] = [await enrolments.make(''), await enrolments.make('')];
  if (!gone || !left) throw new Error('There was no room');
  await store.deleteFrom('enrolments').where('connection_key', '=', gone.connectionKey).execute();
  const later = enrolments.forgetUnused();
  const made = await enrolments.make('');
  expect(await later).toEqual([gone.connectionKey]);
  expect([gone, left, made].map((key) => key && enrolments.check(key))).toEqual([false, true, true]);
});
