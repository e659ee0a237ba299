/** Whatever is sent, lost, overtaken or cut: Stop holds, and the state of the SDK matches the device. */
import { connectionStatus, type Device, type DeviceOptions, isModeMoving } from '@tactus/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HANDY, profiles } from './cloud-and-device.ts';
import { type VirtualWorld, virtualWorld } from './cloud-in-virtual-time.ts';

const RUNS = 15;

/** Calls that a Stop may make, beside reads. */
const STOP_CALLS = new Set(['hamp.stop', 'hsp.stop', 'hssp.stop', 'hvp.stop', 'hdsp.xpt', 'info.setMode2']);
const isReading = (call: string) => /\.(state|stroke|mode|sids|offset|info|capabilities|servertime)$/.test(call);

const POINTS = [
  { t: 0, x: 0 },
  { t: 700, x: 100 },
  { t: 20_000, x: 0 },
];
const SCRIPT = POINTS.map(({ t, x }) => ({ at: t, pos: x }));

/** Actions of a person, the network or the environment. */
const actions = {
  start: (device: Device) => device.hamp.start(),
  velocity: (device: Device) => device.hamp.setVelocity(0.6),
  zone: (device: Device) => device.hamp.setStroke({ min: 0.2, max: 0.7 }),
  stroke: (device: Device) => device.slider.setStroke({ min: 0.1, max: 0.8 }),
  move: (device: Device) => device.hdsp.moveTo({ position01: 0.9, velocity: 0.2 }),
  setup: (device: Device) => device.hsp.setup(),
  add: (device: Device) => device.hsp.add(POINTS),
  play: (device: Device) => device.hsp.play({ loop: true }),
  pause: (device: Device) => device.hsp.pause(),
  script: (device: Device) => device.hssp.setup({ actions: SCRIPT }),
  playScript: (device: Device) => device.hssp.play({ loop: true }),
  mode: (device: Device) => device.info.setMode(0),
  stop: (device: Device) => device.stop(),
};
type Action = keyof typeof actions | 'drag' | 'cut' | 'join' | 'restart' | 'break' | 'lossy' | 'mended';
const allActions = [
  ...(Object.keys(actions) as (keyof typeof actions)[]),
  ...(['drag', 'cut', 'join', 'restart', 'break', 'lossy', 'mended', 'stop', 'stop'] as const),
] satisfies Action[];

const step = fc.record({ action: fc.constantFrom(...allActions), waitMs: fc.integer({ min: 0, max: 1_200 }) });
const journey = fc.record({
  thereMs: fc.integer({ min: 0, max: 700 }),
  backMs: fc.integer({ min: 0, max: 700 }),
  fate: fc.constantFrom('arrives', 'arrives', 'arrives', 'arrives', 'lost', 'answer lost'),
});
type Journey = typeof journey extends fc.Arbitrary<infer T> ? T : never;

/** A network of the given quality in front of a cloud; `cutStreams` ends the open event streams. */
function unreliable(world: VirtualWorld, journeys: readonly Journey[]) {
  let next = 0;
  let calm = false;
  const streams = new Set<AbortController>();
  const fetch: DeviceOptions['fetch'] = async (url, init) => {
    if (url.includes('/sse')) {
      const cut = new AbortController();
      streams.add(cut);
      return world.fetch(url, {
        ...init,
        signal: AbortSignal.any([cut.signal, ...(init.signal ? [init.signal] : [])]),
      });
    }
    const way = journeys[next++ % journeys.length];
    if (calm || !way) return world.fetch(url, init);
    await world.time.sleep(way.thereMs);
    if (way.fate === 'lost') throw new TypeError('fetch failed');
    const answer = await world.fetch(url, init);
    await world.time.sleep(way.backMs);
    if (way.fate === 'answer lost') throw new TypeError('fetch failed');
    return answer;
  };
  return {
    fetch,
    cutStreams() {
      for (const stream of streams) stream.abort(new Error('The line was cut'));
      streams.clear();
    },
    calmDown: () => {
      calm = true;
    },
  };
}

describe.each(profiles)('any interleaving, profile %s', (profile) => {
  test('property: no motion after a Stop, no old command or state takes effect, and at rest the state of the SDK matches the device', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(journey, { minLength: 5, maxLength: 25 }),
        fc.array(step, { minLength: 3, maxLength: 14 }),
        async (journeys, steps) => {
          const world = await virtualWorld({ profile });
          const device = await act(world, journeys, steps);
          await expectRest(world, device);
          await expectTruth(world, device);
          await world.close();
        },
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
    );
  });
});

/** Executes all steps, then restores the network, stops, and waits until no request is in flight. */
async function act(
  world: VirtualWorld,
  journeys: readonly Journey[],
  steps: readonly { action: Action; waitMs: number }[],
) {
  const network = unreliable(world, journeys);
  const control = (action: object) => world.ask(`POST /_control/devices/${HANDY}/do`, action);
  const device = world.device({ fetch: network.fetch });
  device.connect(HANDY).catch(ignore);
  await world.time.run(4_000);
  const drag = device.drag((velocity: number) => device.hamp.setVelocity(velocity), ignore);

  for (const { action, waitMs } of steps) {
    if (action === 'drag') for (const velocity of [0.2, 0.5, 0.9]) void drag(velocity);
    else if (action === 'cut' || action === 'join') await control({ connected: action === 'join' });
    else if (action === 'restart') await control({ restartSession: true });
    else if (action === 'break') network.cutStreams();
    else if (action === 'lossy')
      await control({ faults: { lostAnswers: 0.2, lostCommands: 0.2, roundTripMs: 100, seed: 3 } });
    else if (action === 'mended') await control({ faults: {} });
    else actions[action](device).catch(ignore);
    const stoppedAt = action === 'stop' ? device.trace.entries().at(-1)?.seq : undefined;
    await world.time.run(waitMs);
    if (stoppedAt !== undefined) expectOnlyStops(device, stoppedAt);
  }

  await control({ faults: {} });
  await control({ connected: true });
  network.calmDown();
  await world.time.run(12_000);
  const stopped = device.stop();
  expectOnlyStops(device, device.trace.entries().at(-1)?.seq ?? 0);
  await world.settled(stopped);
  await world.time.run(40_000);
  expect(device.store.getState().stopPhase).toBe('stopped');
  expect(connectionStatus(device.store.getState())).toBe('ready');
  return device;
}

/** Until the next action of the person, a Stop may be followed by stops and reads only. */
function expectOnlyStops(device: Device, sinceSeq: number): void {
  const sent = device.trace
    .entries()
    .flatMap((entry) => (entry.kind === 'command' && entry.seq > sinceSeq ? entry : []));
  for (const { call, input } of sent)
    if (!STOP_CALLS.has(call)) expect(isReading(call), `${call} after a Stop`).toBe(true);
    else if (call === 'hdsp.xpt') expect(input).toMatchObject({ t: 0, stop_on_target: true });
    else if (call === 'info.setMode2') expect(input).toEqual({ mode: 7 });
}

async function expectRest(world: VirtualWorld, device: Device): Promise<void> {
  const look = () => world.ask('GET /slider/state', undefined, HANDY) as Promise<{ position_absolute: number }>;
  const before = await look();
  expect(before).toMatchObject({ speed_absolute: 0 });
  await world.time.run(5_000);
  expect((await look()).position_absolute).toBe(before.position_absolute);
  expect(isModeMoving(device.store.getState())).toBe(false);
}

async function expectTruth(world: VirtualWorld, device: Device): Promise<void> {
  const state = device.store.getState();
  const own = (path: string) => world.ask(`GET ${path}`, undefined, HANDY) as Promise<Record<string, unknown>>;
  const { mode } = await own('/mode');
  expect(state.mode).toBe(mode);
  const { min, max } = await own('/slider/stroke');
  expect(state.slider).toMatchObject({ min, max });
  if (mode === 0) expect(state.hamp).toEqual(await own('/hamp/state'));
  if (mode !== 4) return;
  const { play_state, points, stream_id, loop, tail_point_stream_index } = await own('/hsp/state');
  expect(state.hsp).toMatchObject({ play_state, points, stream_id, loop, tail_point_stream_index });
}

const ignore = () => undefined;
