import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { createCloudParts } from '../../create-cloud-parts.ts';
import type { ShareSettings } from './share.ts';

const KEY = 'DemoHandy1';

async function startParts(dataDir: string) {
  const time = createFakeTime();
  const config = defaultConfig({ dataDir });
  const parts = await createCloudParts({ config, time, random: createRandom(1) });
  const { shares, leases, fleet, store } = parts;
  return {
    ...parts,
    time,
    async close() {
      shares.close();
      await leases.close();
      fleet.close();
      await store.destroy();
    },
  };
}

/** A device that is shared by a link, whose only guest has come. */
async function shared(dataDir = ':memory:', atEnd: (close: () => Promise<void>) => void = onTestFinished) {
  const { time, shares, store, close } = await startParts(dataDir);
  atEnd(close);
  const terms: ShareSettings = {
    name: 'Evening',
    uses: null,
    viewers: 4,
    expiresAtMs: time.now() + 60_000,
    limits: { allow: ['hamp'], speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
  };
  const lend = async () => {
    const made = await shares.registry.make(KEY, terms);
    if (!made) throw new Error('There is room for a share');
    return made.share;
  };
  const share = await lend();
  const entry = await shares.enter(share, 'Anna');
  if (typeof entry === 'string') throw new Error(entry);
  return { time, shares, store, share, lend, close, session: entry.session };
}

/** The same, and the guest has left again. */
async function leftAlone() {
  const world = await shared();
  await world.shares.remove(world.session, 'left');
  return world;
}

test('a shared control ends with the last link of its device, also when the guests had left before', async () => {
  const { time, shares, share } = await leftAlone();
  await time.settle();
  expect(shares.sharedControlOf(KEY)).toBeDefined();
  await shares.revoke(share);
  await time.settle();
  expect(shares.sharedControlOf(KEY)).toBeUndefined();
});

test('guests who come at the same moment get no more places than there are', async () => {
  const { shares, share } = await shared();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, place) => shares.enter(share, `Guest ${place}`)));
  expect(answers.filter((answer) => answer === 'full')).toHaveLength(4);
  expect(shares.sharedControlOf(KEY)?.sessions.size).toBe(5);
  expect(await shares.enter(share, 'One more')).toBe('full');
});

test('a link that expires without guests ends the shared control', async () => {
  const { time, shares } = await leftAlone();
  await time.run(60_000);
  expect(shares.sharedControlOf(KEY)).toBeUndefined();
});

test('the shared control stays while the device has another link', async () => {
  const { time, shares, share, lend } = await leftAlone();
  const other = await lend();
  await shares.revoke(share);
  await time.settle();
  expect(shares.sharedControlOf(KEY)).toBeDefined();
  await shares.revoke(other);
  await time.settle();
  expect(shares.sharedControlOf(KEY)).toBeUndefined();
});

test.each([
  ['is missing', sql`delete from shared_controls`],
  ['is not readable', sql`update shared_controls set locked = 'maybe'`],
])('control of a device with guests that %s counts as locked', async (_, damage) => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-control-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { store, close } = await shared(folder, () => undefined);
  await damage.execute(store);
  await close();
  const next = await startParts(folder);
  onTestFinished(next.close);
  const control = next.shares.sharedControlOf(KEY);
  expect([control?.sessions.size, control?.isLocked(), control?.controller()]).toEqual([1, true, undefined]);
});

test('where a revocation could not be stored the guest is cut off all the same, that is reported, and it is stored later', async () => {
  const { time, shares, share, store, session } = await shared();
  await sql`create trigger refuse before delete on shares begin select raise(abort, 'no room'); end`.execute(store);
  await expect(shares.revoke(share)).rejects.toThrow(
    'The share is over and its guests are cut off, but that could not be stored',
  );
  expect([session.over, shares.registry.list(KEY)]).toEqual(['revoked', []]);
  await time.run(12_000);
  expect(await store.selectFrom('shares').selectAll().execute()).toHaveLength(1);
  await sql`drop trigger refuse`.execute(store);
  await time.run(5_000);
  expect(await store.selectFrom('shares').selectAll().execute()).toEqual([]);
});

test('terms that could not be stored are as they were', async () => {
  const { shares, share, store } = await shared();
  const before = share.terms;
  await sql`create trigger refuse before update on shares begin select raise(abort, 'no room'); end`.execute(store);
  await expect(shares.change(share, { ...before, name: 'Other' })).rejects.toThrow('no room');
  expect(share.terms).toBe(before);
  await expect(shares.enter(share, 'Bo')).rejects.toThrow('no room');
  expect([share.used, shares.sharedControlOf(KEY)?.sessions.size]).toEqual([1, 1]);
});

test.each([
  ['was refused too', 'Refused 1', 'Evening'],
  ['was stored', 'Stored', 'Stored'],
])(
  'terms that could not be stored are as they were stored last, where the change just before them %s',
  async (_, first, left) => {
    const { shares, share, store } = await shared();
    await sql`create trigger refuse before update on shares when new.name like 'Refused%'
    begin select raise(abort, 'no room'); end`.execute(store);
    const change = (name: string) => shares.change(share, { ...share.terms, name });
    await Promise.allSettled([change(first), change('Refused 2')]);
    expect(share.terms.name).toBe(left);
    expect(await store.selectFrom('shares').select('name').execute()).toEqual([{ name: left }]);
    await expect(change('Refused 3')).rejects.toThrow('no room');
    expect(share.terms.name).toBe(left);
  },
);

test('terms that could not be stored leave a share that was revoked meanwhile as it is', async () => {
  const { time, shares, share, store } = await shared();
  await sql`create trigger refuse before update on shares begin select raise(abort, 'no room'); end`.execute(store);
  const changed = shares.change(share, { ...share.terms, expiresAtMs: time.now() + 120_000 });
  await Promise.allSettled([changed, shares.revoke(share)]);
  await time.run(130_000);
  expect(share.over).toBe('revoked');
});
