/** Motion ends ten seconds after its holder is known to be gone, and a minute after its last message. */
import type { Device } from '@tactus/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HANDY, type RunningCloud, startCloud } from '../sdk/cloud-and-device.ts';
import { KEY, type VirtualWorld, virtualWorld } from '../sdk/cloud-in-virtual-time.ts';

const SCRIPT = Array.from({ length: 600 }, (_, place) => ({ at: place * 400, pos: place % 2 ? 95 : 5 }));

/** Motions that our app starts and a lease holds. */
const motions: Readonly<Record<string, (device: Device) => Promise<unknown>>> = {
  'alternating motion': (device) => device.hamp.start(),
  'a recorded script that the cloud plays': async (device) => {
    await device.hssp.setup({ actions: SCRIPT });
    await device.hssp.play({ loop: true });
  },
  'recorded points in the device': async (device) => {
    await device.hsp.setup();
    await device.hsp.add(SCRIPT.slice(0, 100).map(({ at, pos }) => ({ t: at, x: pos })));
    await device.hsp.play({ loop: true });
  },
};

/** A device of ours in motion, over a network that can become silent. */
async function moving(motion: (device: Device) => Promise<unknown>) {
  const world = await virtualWorld({ config: { rateLimitPerMinute: 0 } });
  let silent = false;
  const device = await world.connected({
    features: { leases: true, inlineScripts: true, headersOnSse: true },
    hold: { holder: 'tab-1', rank: 'owner' },
    fetch(url, init) {
      if (silent) return new Promise(() => undefined);
      return world.fetch(url, init);
    },
  });
  await world.settled(motion(device));
  await world.time.run(8_000);
  expect(device.hold.state()).toBe('held');
  expect(await plays(world)).toBe(true);
  return {
    world,
    /** Nothing arrives in either direction any more, without a notice. */
    fallSilent() {
      silent = true;
    },
  };
}

async function plays(world: VirtualWorld): Promise<boolean> {
  const places = [];
  for (let looks = 0; looks < 4; looks++) {
    const { position_absolute } = (await world.ask('GET /slider/state', undefined, KEY)) as {
      position_absolute: number;
    };
    places.push(position_absolute);
    await world.time.run(110);
  }
  return new Set(places).size > 1;
}

test.each(Object.entries(motions))(
  '%s survives a silence of fifty seconds, and ends after a minute',
  async (_, motion) => {
    const { world, fallSilent } = await moving(motion);
    fallSilent();
    await world.time.run(50_000);
    expect(await plays(world)).toBe(true);
    await world.time.run(12_000);
    expect(await plays(world)).toBe(false);
  },
);

describe('over a network', () => {
  let running: RunningCloud;
  beforeAll(async () => {
    running = await startCloud('tactus');
  });
  afterAll(() => running.close());

  const headers = { 'X-Api-Key': 'any', 'X-Connection-Key': HANDY, 'Content-Type': 'application/json' };
  const put = (path: string, body: object = {}) =>
    fetch(`${running.apiBase}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });

  async function openStream() {
    const stream = new AbortController();
    onTestFinished(() => stream.abort());
    const opened = await fetch(`${running.apiBase}/sse`, { headers, signal: stream.signal });
    await opened.body?.getReader().read();
    return stream;
  }

  async function lease() {
    const body = JSON.stringify({ holder: 'tab-1', rank: 'owner', ttlMs: 60_000, closedMs: 500 });
    const answer = await fetch(`${running.url}/api/tactus/leases`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
  }

  async function playState(group: string) {
    const answer = await fetch(`${running.apiBase}/${group}/state`, { headers });
    return ((await answer.json()) as { result: { play_state: number } }).result.play_state;
  }

  test.each([
    ['alternating motion', 'hamp', () => put('/hamp/start')],
    [
      'a recorded script',
      'hssp',
      async () => {
        await put('/hssp/setup', { actions: SCRIPT });
        await put('/hssp/play', { start_time: 0, server_time: Date.now(), loop: true });
      },
    ],
    [
      'recorded points',
      'hsp',
      async () => {
        const points = SCRIPT.slice(0, 100).map(({ at, pos }) => ({ t: at, x: pos }));
        await put('/hsp/setup');
        await put('/hsp/add', { points, flush: true, tail_point_stream_index: 100 });
        await put('/hsp/play', { start_time: 0, loop: true });
      },
    ],
  ])('%s ends soon after its holder has closed the event stream', async (_, group, start) => {
    const stream = await openStream();
    await start();
    await lease();
    expect(await playState(group)).toBe(1);
    stream.abort();
    await expect.poll(() => playState(group), { timeout: 5_000 }).not.toBe(1);
  });
});
