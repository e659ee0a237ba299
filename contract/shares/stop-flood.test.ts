/** Viewers who press Stop again and again, over real connections to a real cloud. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HspPlayState } from '@tactus/protocol';
import { createRandom, systemTime } from '@tactus/time';
import { createVirtualDevice } from '@tactus/virtual-device';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type RunningCloud, startCloud } from '../cloud/running-cloud.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FEW = 20;

interface Viewer {
  readonly session: string;
  readonly id: string;
  readonly stop: () => Promise<{ readonly status: number; readonly json: unknown }>;
}

async function setUp(viewers: number) {
  const { ask, cloud } = await startCloud();
  // The virtual device, and the calls that the cloud sends to it.
  await ask('DELETE /_control/devices/DemoHandy1', { asOwner: false });
  const sent: string[] = [];
  const device = createVirtualDevice({
    connectionKey: 'DemoHandy1',
    model: 'handy',
    time: systemTime,
    random: createRandom(1),
  });
  const call: typeof device.call = (name, input) => {
    sent.push(name);
    return device.call(name, input);
  };
  onTestFinished(cloud.link({ ...device, call }));
  const link = (await ask('POST /api/tactus/shares', { headers: JSON_TYPE, body: '{"viewers":8}' })).json as {
    id: string;
    secret: string;
  };
  async function enter(name: string): Promise<Viewer> {
    const body = JSON.stringify({ secret: link.secret, name });
    const entered = await ask(`POST /api/tactus/shares/${link.id}/sessions`, {
      headers: JSON_TYPE,
      asOwner: false,
      body,
    });
    const { session, alias, id } = entered.json as { session: string; alias: string; id: string };
    const headers = { authorization: `Bearer ${session}`, 'x-connection-key': alias };
    return { session, id, stop: () => ask('PUT /hamp/stop', { headers, asOwner: false }) };
  }
  // The first guest has control, and does not move the device.
  await enter('Controller');
  const all: Viewer[] = [];
  for (let place = 0; place < viewers; place++) all.push(await enter(`Viewer ${place}`));
  return { ask, link, viewers: all, sent };
}

const shownGuests = async (ask: RunningCloud['ask']) => {
  const { shares } = (await ask('GET /api/tactus/shares')).json as {
    shares: { guests: { session: string; name: string; floods: boolean }[] }[];
  };
  return shares.flatMap(({ guests }) => guests);
};

const isMoving = async (ask: RunningCloud['ask']) =>
  ((await ask('GET /hamp/state')).json as { result: { play_state: number } }).result.play_state === 1;

test('a viewer’s Stops beyond twenty a minute are answered and not sent while the device is at rest, and stop it where it moves', async () => {
  const { ask, viewers, sent } = await setUp(1);
  const [viewer] = viewers;
  if (!viewer) throw new Error('nobody came');
  for (let stops = 0; stops < FEW; stops++)
    expect((await viewer.stop()).json).toMatchObject({ result: { play_state: 0 } });
  expect((await shownGuests(ask)).map(({ name, floods }) => [name, floods])).toEqual([
    ['Controller', false],
    ['Viewer 0', false],
  ]);
  await viewer.stop();
  const before = sent.length;
  for (let stops = 0; stops < 30; stops++)
    expect((await viewer.stop()).json).toMatchObject({ result: { play_state: 0 } });
  expect((await shownGuests(ask)).find(({ name }) => name === 'Viewer 0')?.floods).toBe(true);
  expect(sent.slice(before)).toEqual([]);
  // Each of them stops any motion, whoever started it.
  for (let turns = 0; turns < 5; turns++) {
    await ask('PUT /hamp/start');
    expect(await isMoving(ask)).toBe(true);
    expect((await viewer.stop()).json).toMatchObject({ result: { play_state: 0 } });
    expect(await isMoving(ask)).toBe(false);
  }
  await ask('PUT /hsp/setup', { headers: JSON_TYPE, body: '{"stream_id":1}' });
  const points = JSON.stringify({
    ...{ start_time: 0, playback_rate: 1 },
    add: {
      flush: true,
      points: [
        { t: 0, x: 0 },
        { t: 5_000, x: 100 },
      ],
    },
  });
  await ask('PUT /hsp/play', { headers: JSON_TYPE, body: points });
  await viewer.stop();
  const state = (await ask('GET /hsp/state')).json as { result: { play_state: number } };
  expect(state.result.play_state).not.toBe(1);
});

/** A script host that delays its answer until `release`; `isRequested` once a request waits for it. */
async function startSlowHost() {
  let send: (() => void) | undefined;
  const host = createServer((_request, response) => {
    send = () => response.setHeader('content-type', 'text/csv').end('0,0\n5000,100\n');
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void host.close());
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/slow.csv`;
  return { url, isRequested: () => send !== undefined, release: () => send?.() };
}

test('a viewer’s Stop that is answered without the device still cancels a play that waits for its script', async () => {
  const { ask, viewers, sent } = await setUp(1);
  const [viewer] = viewers;
  if (!viewer) throw new Error('nobody came');
  for (let stops = 0; stops <= FEW; stops++) await viewer.stop();
  const host = await startSlowHost();
  const setup = ask('PUT /hssp/setup', { headers: JSON_TYPE, body: JSON.stringify({ url: host.url }) });
  await vi.waitUntil(host.isRequested);
  sent.length = 0;
  const body = JSON.stringify({ start_time: 0, server_time: Date.now() });
  const play = ask('PUT /hssp/play', { headers: JSON_TYPE, body });
  // The play reads whether the device has a player, and then waits for the setup.
  await vi.waitUntil(() => sent.includes('hsp.state'));
  expect((await viewer.stop()).json).toMatchObject({ result: { play_state: 0 } });
  expect(sent).not.toContain('hamp.stop');
  host.release();
  expect((await setup).json).toMatchObject({ result: { play_state: HspPlayState.STOPPED } });
  expect((await play).json).toMatchObject({ error: { code: 100023 } });
  expect(sent).not.toContain('hsp.play');
});

test('four viewers who flood Stop: the owner sees them and removes them, and the next start moves on', async () => {
  const { ask, link, viewers } = await setUp(4);
  let isOver = false;
  const floods = viewers.flatMap((viewer) =>
    Array.from({ length: 4 }, async () => {
      let answered = 0;
      while (!isOver && (await viewer.stop()).status === 200) answered += 1;
      return answered;
    }),
  );
  const begun: boolean[] = [];
  while ((await shownGuests(ask)).filter((guest) => guest.floods).length < 4) await ask('GET /servertime');
  for (let starts = 0; starts < 20; starts++) {
    const answer = (await ask('PUT /hamp/start')).json as { result?: { play_state: number } };
    begun.push(answer.result?.play_state === 1);
  }
  expect(begun).toEqual(Array(20).fill(true));
  for (const { session, floods: isFlooding } of await shownGuests(ask))
    if (isFlooding) expect((await ask(`DELETE /api/tactus/shares/${link.id}/sessions/${session}`)).status).toBe(204);
  await ask('PUT /hamp/start');
  for (let looks = 0; looks < 50; looks++) expect(await isMoving(ask)).toBe(true);
  isOver = true;
  const answered = await Promise.all(floods);
  expect(answered.every((count) => count > 5)).toBe(true);
});
