/** Lifetime of a share and its guests: its minutes, a restart, and the removal of the device. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { testDevice } from '../cloud/test-device.ts';
import { KEY, sharedWorld } from './shared-world.ts';

const MINUTE_MS = 60_000;
const TIME_OVER = { status: 410, json: { error: { name: 'ShareTimeOver' } } };

test('the minutes of a share run from its first guest: guests who come back or come later get the rest', async () => {
  const { share, enter, as, ask, time } = await sharedWorld();
  const link = await share({ limits: { sessionMinutes: 10 }, expiresInMs: 3_600_000 });
  await time.run(5 * MINUTE_MS);
  expect((await ask('GET /api/tactus/shares')).json.shares[0].minutes_end_at).toBeNull();
  const first = await enter(link);
  const endsAt = first.json.session_ends_at as number;
  expect(endsAt - time.now()).toBeGreaterThan(9.9 * MINUTE_MS);
  expect((await ask('GET /api/tactus/shares')).json.shares[0].minutes_end_at).toBe(endsAt);
  await time.run(4 * MINUTE_MS);
  await first.home('DELETE /api/tactus/shares/session');
  const again = await enter(link);
  expect(again.json.session_ends_at).toBe(endsAt);
  const sessionEvents = await again.follow();
  await time.run(6 * MINUTE_MS);
  expect(sessionEvents.events('over')).toEqual([{ reason: 'time-over' }]);
  const come = () => as({})(`POST /api/tactus/shares/${link.id}/sessions`, { secret: link.secret, name: 'G' });
  expect(await come()).toMatchObject(TIME_OVER);
  // The owner may extend them.
  await ask(`PATCH /api/tactus/shares/${link.id}`, { limits: { sessionMinutes: 20 } });
  expect(await come()).toMatchObject({ status: 201, json: { session_ends_at: endsAt + 10 * MINUTE_MS } });
});

test('minutes run by the wall clock, also while the computer sleeps', async () => {
  const { share, enter, time } = await sharedWorld();
  const guest = await enter(await share({ limits: { sessionMinutes: 10 } }));
  time.setWallClock(time.now() + 10 * MINUTE_MS);
  expect((await guest.begin('GET /info')).json.error).toMatchObject({ name: 'SessionOver', reason: 'time-over' });
});

test('a restarted cloud knows when the minutes of a share began', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tactus-minutes-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const time = createFakeTime();
  const headers = { 'content-type': 'application/json' };
  const begin = () => startCloud({ dataDir }, time);
  const first = await begin();
  const body = JSON.stringify({ limits: { sessionMinutes: 10 } });
  const link = (await first.ask('POST /api/tactus/shares', { headers, body })).json as { id: string; secret: string };
  const come = ({ ask }: Awaited<ReturnType<typeof begin>>) =>
    ask(`POST /api/tactus/shares/${link.id}/sessions`, {
      ...{ headers, asOwner: false },
      body: JSON.stringify({ secret: link.secret, name: 'G' }),
    });
  const { session_ends_at } = (await come(first)).json as { session_ends_at: number };
  await first.cloud.close();
  await time.run(6 * MINUTE_MS);
  const second = await begin();
  expect((await come(second)).json).toMatchObject({ session_ends_at });
  await second.cloud.close();
  await time.run(4 * MINUTE_MS);
  expect(await come(await begin())).toMatchObject(TIME_OVER);
});

test('shares of a removed device are removed, its guests are notified, and no later device of that key has them', async () => {
  const { share, enter, as, ask, time } = await sharedWorld();
  const link = await share();
  const guest = await enter(link);
  const sessionEvents = await guest.follow();
  expect((await as({})(`DELETE /_control/devices/${KEY}`)).status).toBe(204);
  await time.run(100);
  expect([sessionEvents.events('over'), sessionEvents.isOver()]).toEqual([[{ reason: 'revoked' }], true]);
  expect(await guest.home('GET /api/tactus/shares/session')).toMatchObject({
    ...{ status: 401, json: { error: { name: 'SessionOver', reason: 'revoked' } } },
  });
  const come = await as({})(`POST /api/tactus/shares/${link.id}/sessions`, { secret: link.secret, name: 'G' });
  expect(come).toMatchObject({ status: 410, json: { error: { name: 'ShareRevoked' } } });
  await as({})('POST /_control/devices', { model: 'handy', connectionKey: KEY });
  expect((await ask('GET /api/tactus/shares')).json.shares).toEqual([]);
});

test('shares of a device key that its owner removes are removed', async () => {
  const { as, share, enter, cloud } = await sharedWorld();
  const key = (await as({})('POST /api/tactus/device-keys', {})).json as { connectionKey: string; secret: string };
  const owner = { 'x-api-key': 'any-id', 'x-connection-key': key.connectionKey };
  onTestFinished(cloud.link(testDevice({ connectionKey: key.connectionKey })));
  const guest = await enter(await share({}, owner));
  const sessionEvents = await guest.follow();
  const gone = await as({ ...owner, authorization: `Bearer ${key.secret}` })('DELETE /api/tactus/device-keys');
  expect(gone.status).toBe(204);
  expect([sessionEvents.events('over'), sessionEvents.isOver()]).toEqual([[{ reason: 'revoked' }], true]);
  expect((await as(owner)('GET /api/tactus/shares')).json.shares).toEqual([]);
});

test('a session has at most eight open streams: a further one ends the oldest', async () => {
  const { share, enter } = await sharedWorld();
  const guest = await enter(await share());
  const streams = [];
  for (let opened = 0; opened < 4; opened++) streams.push(await guest.follow(), await guest.listen());
  expect(streams.map(({ isOver }) => isOver())).toEqual(Array(8).fill(false));
  const newest = [await guest.follow(), await guest.listen(), await guest.listen()];
  expect(streams.map(({ isOver }) => isOver())).toEqual([true, true, true, false, false, false, false, false]);
  expect(newest.map(({ isOver }) => isOver())).toEqual([false, false, false]);
  expect(newest[0]?.events('session')).toHaveLength(1);
});

test('a guest is sent what was missed since the first stream of the session, and nothing from before', async () => {
  const { share, enter, ask, listen, owner, time } = await sharedWorld();
  await listen('GET /sse', owner);
  for (let count = 0; count < 3; count++) for (const call of ['start', 'stop']) await ask(`PUT /hamp/${call}`);
  const guest = await enter(await share());
  const idOf = (text: string) => /^id: ?(.+)-(\d+)$/m.exec(text) ?? [];
  const stream = await guest.listen();
  await time.settle();
  const [, epoch, newest] = idOf(stream.text());
  expect(Number(newest)).toBeGreaterThan(0);
  await ask('PUT /hamp/start');
  await time.settle();
  const since = async (place: number | string | undefined) => {
    const { text } = await listen('GET /sse', { ...guest.driving, 'last-event-id': `${epoch}-${place}` });
    await time.settle();
    return text().match(/^id: .*$/gm);
  };
  const missed = await since(newest);
  expect(missed?.length).toBeGreaterThan(1);
  for (const lowered of [Number(newest) - 1, 1, 0]) expect(await since(lowered)).toEqual(missed);

  const another = await enter(await share());
  const first = await listen('GET /sse', { ...another.driving, 'last-event-id': `${epoch}-${newest}` });
  await time.settle();
  expect(first.text().match(/^id: .*$/gm)).toHaveLength(1);
});
