/** Stop needs only the key: whatever the device does and whatever the client knows, it is sent at once and ends the motion. */
import type { Device, DeviceOptions } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { profiles } from './cloud-and-device.ts';
import { KEY, type VirtualWorld, virtualWorld } from './cloud-in-virtual-time.ts';

const POINTS = Array.from({ length: 60 }, (_, place) => ({ t: place * 300, x: place % 2 ? 90 : 10 }));
const CSV = `#\n${POINTS.map(({ t, x }) => `${t},${x}`).join('\n')}\n`;

/** Enters each mode without the SDK. */
const modes: Readonly<Record<string, (world: VirtualWorld) => Promise<unknown>>> = {
  async HAMP({ ask }) {
    await ask('PUT /hamp/start');
    await ask('PUT /hamp/velocity', { velocity: 0.5 });
  },
  HDSP: ({ ask }) => ask('PUT /hdsp/xpt', { xp: 1, t: 60_000 }),
  async HSP({ ask }) {
    await ask('PUT /hsp/setup', {});
    await ask('PUT /hsp/add', { points: POINTS, tail_point_stream_index: 60 });
    await ask('PUT /hsp/play', { start_time: 0, loop: true });
  },
  async HSSP({ ask, time, settled, cloud }) {
    const upload = new FormData();
    upload.set('file', new File([CSV], 'script.csv', { type: 'text/csv' }));
    const request = new Request('http://localhost/', { method: 'POST', body: upload });
    const stored = await settled(
      cloud.inject({
        method: 'POST',
        url: '/api/script/v0/temp/upload',
        headers: { host: 'localhost', 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      }),
    );
    await ask('PUT /hssp/setup', { url: (stored.json() as { url: string }).url });
    await ask('PUT /hssp/play', { start_time: 0, server_time: time.now(), loop: true });
  },
  HVP: ({ ask }) => ask('PUT /hvp/state', { amplitude: 0.5, frequency: 100, position: 0.5 }),
};

/** Modes of our cloud alone: the vendor's streams live elsewhere. */
const ourModes: typeof modes = {
  ...modes,
  async STREAM({ ask, cloud, time }) {
    const made = await cloud.inject({
      method: 'POST',
      url: '/api/tactus/streams',
      headers: { host: 'localhost' },
      payload: { points: POINTS },
    });
    await ask('PUT /stream/setup', { stream_ref: (made.json() as { stream_ref: string }).stream_ref });
    await ask('PUT /stream/play', { start_time: 0, server_time: time.now() });
  },
};

/** A device of the SDK, and its requests. */
function watched(world: VirtualWorld) {
  const sent: string[] = [];
  const fetch: DeviceOptions['fetch'] = (url, init) => {
    sent.push(`${init.method} ${new URL(url).pathname.split('/v3')[1]}`);
    return world.fetch(url, init);
  };
  return { sent, fetch };
}

/** Replaces every mode by an unknown one. */
function unknownModes(): TransformStream<Uint8Array, Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  return new TransformStream({
    transform: (chunk, controller) =>
      controller.enqueue(encoder.encode(decoder.decode(chunk).replace(/"mode":\d+/g, '"mode":42'))),
  });
}

async function moves({ ask, time }: VirtualWorld, name: string): Promise<boolean> {
  if (name === 'HVP') return ((await ask('GET /hvp/state')) as { enabled: boolean }).enabled;
  const place = async () => ((await ask('GET /slider/state')) as { position_absolute: number }).position_absolute;
  const before = await place();
  await time.run(170);
  return (await place()) !== before;
}

/** Presses Stop; the request is sent before anything else can happen, and then the device is at rest. */
async function expectStop(world: VirtualWorld, { device, sent }: { device: Device; sent: string[] }, name: string) {
  sent.length = 0;
  const stopped = device.stop();
  const [first = ''] = sent;
  expect(await world.settled(stopped)).toMatchObject({ outcome: 'confirmed' });
  await world.time.run(1_000);
  expect(await moves(world, name)).toBe(false);
  return first;
}

describe.each(profiles)('Stop, profile %s', (profile) => {
  const all = Object.entries(profile === 'vendor' ? modes : ourModes);
  const start = (name: string) => virtualWorld({ profile, device: { model: name === 'HVP' ? 'oh' : 'handy' } });

  test.each(all)('is sent at once in %s, as the stop of the mode, and the device comes to rest', async (name, move) => {
    const world = await start(name);
    const { sent, fetch } = watched(world);
    const device = await world.connected({ fetch });
    await move(world);
    await world.time.run(3_000);
    expect(await moves(world, name)).toBe(true);
    expect(await expectStop(world, { device, sent }, name)).toMatch(/^PUT \/(hamp|hsp|hvp)\/stop$|^PUT \/hdsp\/xpt$/);
  });

  test.each(all)('is sent at once in %s before info, mode and clock are known', async (name, move) => {
    const world = await start(name);
    await move(world);
    await world.time.run(600);
    expect(await moves(world, name)).toBe(true);
    const { sent, fetch } = watched(world);
    const device = world.device({ fetch });
    device.connect(KEY).catch(() => undefined);
    expect(await expectStop(world, { device, sent }, name)).toBe('PUT /mode2');
  });

  test('is sent at once in an unknown mode', async () => {
    const world = await start('HAMP');
    const { sent, fetch } = watched(world);
    // A future firmware: events and answers report a mode that no list has.
    const device = world.device({
      async fetch(url, init) {
        const answer = await fetch(url, init);
        if (!answer.body || !/\/v3\/(mode|sse)(\?|$)/.test(url)) return answer;
        const { status, headers } = answer;
        return new Response(answer.body.pipeThrough(unknownModes()), { status, headers });
      },
    });
    await world.settled(device.connect(KEY));
    await world.ask('PUT /hamp/start');
    await world.ask('PUT /hamp/velocity', { velocity: 0.5 });
    await world.time.run(3_000);
    expect(await moves(world, 'HAMP')).toBe(true);
    expect(device.store.getState()).toMatchObject({ mode: undefined, hamp: { play_state: 1 } });
    expect(await expectStop(world, { device, sent }, 'HAMP')).toBe('PUT /mode2');
  });
});
