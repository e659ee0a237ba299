/** Whatever a group does, loses, or has cut: Stop holds for every device of it, limits hold, no old command is executed. */
import { createDeviceGroup, type Device, type DeviceGroup, type DeviceOptions, isModeMoving } from '@tactus/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profiles } from './cloud-and-device.ts';
import { type VirtualWorld, virtualWorld } from './cloud-in-virtual-time.ts';

const RUNS = 6;
const KEYS = ['GroupOne01', 'GroupTwo02', 'GroupSix06'] as const;
/** The second device moves at half the velocity of the command, and at most at this speed; the slider of a Handy is far faster. */
const LIMIT_MM_S = 60;
const SLACK_MM_S = 2;

const POINTS = [
  { t: 0, x: 0 },
  { t: 700, x: 100 },
  { t: 20_000, x: 0 },
];

/** Actions of a person or the environment. */
const actions = {
  start: (group: DeviceGroup) => group.hamp.start(),
  fast: (group: DeviceGroup) => group.hamp.setVelocity(0.9),
  slow: (group: DeviceGroup) => group.hamp.setVelocity(0.2),
  zone: (group: DeviceGroup) => group.hamp.setStroke({ min: 0.2, max: 0.7 }),
  stroke: (group: DeviceGroup) => group.slider.setStroke({ min: 0.1, max: 0.8 }),
  move: (group: DeviceGroup) => group.call('hdsp.xpvp', { xp: 0.9, vp: 0.2 }),
  setup: (group: DeviceGroup) => group.call('hsp.setup', {}),
  play: (group: DeviceGroup) =>
    group.call('hsp.play', {
      start_time: 0,
      server_time: Math.round(group.serverNow()),
      loop: true,
      add: { points: POINTS, tail_point_stream_index: POINTS.length, flush: true },
    }),
  pause: (group: DeviceGroup) => group.call('hsp.pause', {}),
  stop: (group: DeviceGroup) => group.stop(),
};
const worldActions = ['cut', 'join', 'restart', 'leave', 'enter', 'stop'] as const;
type Action = keyof typeof actions | (typeof worldActions)[number];
const allActions: readonly Action[] = [...(Object.keys(actions) as (keyof typeof actions)[]), ...worldActions];

const step = fc.record({
  action: fc.constantFrom(...allActions),
  member: fc.nat(KEYS.length - 1),
  waitMs: fc.integer({ min: 0, max: 900 }),
});
const journey = fc.record({
  thereMs: fc.integer({ min: 0, max: 500 }),
  backMs: fc.integer({ min: 0, max: 500 }),
  fate: fc.constantFrom('arrives', 'arrives', 'arrives', 'arrives', 'lost', 'answer lost'),
});
type Journey = typeof journey extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A network of the given quality, in which requests overtake each other, until it calms down. */
function unreliable(world: VirtualWorld, journeys: readonly Journey[]) {
  const network = { calm: true, requests: [] as string[] };
  let next = 0;
  const fetch: DeviceOptions['fetch'] = async (url, init) => {
    network.requests.push(`${init.method} ${new URL(url).pathname}`);
    const way = journeys[next++ % journeys.length];
    if (network.calm || !way || url.includes('/sse')) return world.fetch(url, init);
    await world.time.sleep(way.thereMs);
    if (way.fate === 'lost') throw new TypeError('fetch failed');
    const answer = await world.fetch(url, init);
    await world.time.sleep(way.backMs);
    if (way.fate === 'answer lost') throw new TypeError('fetch failed');
    return answer;
  };
  return { network, fetch };
}

const ignore = () => undefined;

async function setUp(profile: (typeof profiles)[number], journeys: readonly Journey[]) {
  const world = await virtualWorld({ profile });
  for (const connectionKey of KEYS) await world.ask('POST /_control/devices', { model: 'handy', connectionKey });
  const { network, fetch } = unreliable(world, journeys);
  const ours = profile === 'tactus';
  const features = ours ? { headersOnSse: true, channels: true, stopMany: true, commandOrder: true } : {};
  const group = createDeviceGroup({
    cloud: { apiBase: 'http://localhost/api/handy-rest/v3', apiKey: 'contract-test', features, fetch },
    onMemberFailure: ignore,
  });
  const devices: Device[] = [];
  for (const key of KEYS) {
    const device = world.device({ features, fetch });
    await world.settled(device.connect(key));
    group.add(device);
    devices.push(device);
  }
  const [, second] = devices;
  if (!second) throw new Error('three devices');
  group.add(second, { scale: 0.5 });
  second.limits.set({ maxSpeedMmS: LIMIT_MM_S });
  await world.time.run(2_000);
  network.calm = false;
  return { world, group, devices, network };
}

const sliderOf = (world: VirtualWorld, key: string) =>
  world.ask('GET /slider/state', undefined, key) as Promise<{ speed_absolute: number; position_absolute: number }>;

/** HAMP of the second device stays within its own limit, whatever the others' velocity. */
async function expectLimits(world: VirtualWorld): Promise<void> {
  const { play_state } = (await world.ask('GET /hamp/state', undefined, KEYS[1])) as { play_state: number };
  if (play_state === 1)
    expect((await sliderOf(world, KEYS[1])).speed_absolute).toBeLessThanOrEqual(LIMIT_MM_S + SLACK_MM_S);
}

async function act(parts: Awaited<ReturnType<typeof setUp>>, steps: readonly Step[]): Promise<void> {
  const { world, group, devices, network } = parts;
  const control = (action: object, member: number) => world.ask(`POST /_control/devices/${KEYS[member]}/do`, action);
  for (const { action, member, waitMs } of steps) {
    const device = devices[member];
    if (action === 'cut' || action === 'join') await control({ connected: action === 'join' }, member);
    else if (action === 'restart') await control({ restartSession: true }, member);
    else if (action === 'leave') device && member !== 1 && group.remove(device);
    else if (action === 'enter') device && member !== 1 && group.add(device);
    else actions[action](group).catch(ignore);
    await world.time.run(waitMs);
    await expectLimits(world);
  }
  for (const [member, device] of devices.entries()) {
    await control({ connected: true }, member);
    if (member !== 1) group.add(device);
  }
  network.calm = true;
  await world.time.run(6_000);
  await expectLimits(world);
  network.requests.length = 0;
  const stopped = group.stop();
  const named = network.requests.filter((line) => line === 'POST /api/tactus/stop').length;
  expect(named).toBe(network.requests.length > KEYS.length ? 1 : 0);
  await world.settled(stopped);
  await world.time.run(20_000);
}

describe.each(profiles)('any interleaving of a group, profile %s', (profile) => {
  test('property: after a Stop no device of it moves, and each state matches its device', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(journey, { minLength: 5, maxLength: 20 }),
        fc.array(step, { minLength: 3, maxLength: 12 }),
        async (journeys, steps) => {
          const parts = await setUp(profile, journeys);
          const { world, group, devices } = parts;
          await act(parts, steps);
          for (const [member, key] of KEYS.entries()) {
            const before = await sliderOf(world, key);
            await world.time.run(1_000);
            expect(await sliderOf(world, key)).toMatchObject({
              speed_absolute: 0,
              position_absolute: before.position_absolute,
            });
            const state = devices[member]?.store.getState();
            expect([state?.stopPhase, state && isModeMoving(state)]).toEqual(['stopped', false]);
            const { min, max } = (await world.ask('GET /slider/stroke', undefined, key)) as {
              min: number;
              max: number;
            };
            expect(state?.slider).toMatchObject({ min, max });
          }
          expect(group.state()).toEqual({ devices: 3, connected: 3, moving: false });
          await world.close();
        },
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: 45_000 },
    );
  });
});
