/** A slider's speed under a guest, through the cloud, from the device's position every 2 ms. */
import type { DeviceBackend } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createVirtualDevice } from '@tactus/virtual-device';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KEY, sharedWorld } from './shared-world.ts';

const SPEED = 0.3;
const LIMIT_MM_S = 0.3 * 400;
const MOST = 1.05;
const SAMPLE_MS = 2;
/** Longer than any request of these tests takes. */
const ANSWERED_MS = 400;
const SAMPLES = 20 / SAMPLE_MS;

type World = Awaited<ReturnType<typeof sharedWorld>>;

/** Every position of the slider from now on, each requested at its time; all requests take the same time. */
async function placesOf(world: World, ms: number, meanwhile: (passedMs: number) => void = () => undefined) {
  const requests: ReturnType<World['begin']>[] = [];
  for (let passed = 0; passed < ms; passed += SAMPLE_MS) {
    meanwhile(passed);
    requests.push(world.begin('GET /slider/state', world.owner));
    await world.time.run(SAMPLE_MS);
  }
  await world.time.run(ANSWERED_MS);
  const answers = await Promise.all(requests);
  return answers.map(({ json }) => json.result.position_absolute as number);
}

/** The highest speed over any 20 ms, mm/s. */
function fastestOf(places: readonly number[]): number {
  const ways = places.slice(1).map((mm, index) => Math.abs(mm - (places[index] ?? mm)));
  const sums = ways
    .slice(SAMPLES - 1)
    .map((_, from) => ways.slice(from, from + SAMPLES).reduce((sum, mm) => sum + mm, 0));
  return (Math.max(0, ...sums) / SAMPLES / SAMPLE_MS) * 1_000;
}

async function drivenWorld(roundTripMs = 0) {
  const world = await sharedWorld();
  await world.as({})(`PUT /_control/devices/${KEY}/faults`, { roundTripMs });
  const guest = await world.enter(await world.share({ limits: { speed: SPEED } }));
  await guest.hold();
  await guest.call('PUT /hsp/setup', { stream_id: 1 });
  return { world, guest };
}

test('short legs and corners stay within the speed limit over any 20 ms', async () => {
  const { world, guest } = await drivenWorld();
  // Back and forth, faster than the limit allows, every 40 to 100 ms.
  const points = Array.from({ length: 60 }, (_, index) => ({
    t: 200 + index * (40 + (index % 4) * 20),
    x: index % 2 ? 70 : 20,
  }));
  const sorted = [...points].sort((a, b) => a.t - b.t);
  const playing = guest.begin('PUT /hsp/play', {
    start_time: 0,
    playback_rate: 1,
    add: { points: sorted, flush: true },
  });
  const places = await placesOf(world, 4_000);
  expect((await playing).json.result.play_state).toBe(1);
  expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(5);
  expect(fastestOf(places)).toBeLessThanOrEqual(MOST * LIMIT_MM_S);
});

test.each([
  ['stroke window', 'PUT /slider/stroke', { min: 0.6, max: 1 }],
  ['time offset', 'PUT /hstp/offset', { offset: 300 }],
] as const)('an owner’s other %s does not make a guest’s stream rush to another place', async (_, call, setting) => {
  const { world, guest } = await drivenWorld(100);
  const points = Array.from({ length: 40 }, (_, index) => ({ t: index * 400, x: index % 2 ? 40 : 0 }));
  const playing = guest.begin('PUT /hsp/play', { start_time: 0, playback_rate: 1, add: { points, flush: true } });
  await world.time.run(1_500);
  expect((await playing).json.result.play_state).toBe(1);
  let set: Promise<unknown> = Promise.resolve();
  const places = await placesOf(world, 1_500, (passed) => {
    if (passed === 100) set = world.begin(call, world.owner, setting);
  });
  await set;
  expect((await world.ask(`GET ${call.slice('PUT '.length)}`)).json.result).toMatchObject(setting);
  expect(fastestOf(places)).toBeLessThanOrEqual(MOST * LIMIT_MM_S);
});

describe('a guest of a device whose stroke has changed without an event', () => {
  const RESTARTED = 'Restarted1';
  const ofRestarted = { 'x-api-key': 'any-id', 'x-connection-key': RESTARTED };
  const ownerStroke = { min: 0.4, max: 0.6 };
  const shared = { min: 0.3, max: 0.7 };

  /** A device that stays linked until it is restarted; its stroke is read as `readStroke` decides. */
  function begin({ cloud, time }: World, readStroke: (read: Promise<unknown>) => Promise<unknown> = (read) => read) {
    const device = createVirtualDevice({ connectionKey: RESTARTED, model: 'handy', time, random: createRandom(2) });
    const call: DeviceBackend['call'] = (name, input) => {
      const answer = device.call(name, input);
      // The answer of a call is passed on unchanged.
      return name === 'slider.stroke' ? (readStroke(answer) as typeof answer) : answer;
    };
    let isLosing = false;
    const onEvent: DeviceBackend['onEvent'] = (listener) => device.onEvent((event) => isLosing || listener(event));
    const unlink = cloud.link({ ...device, call, onEvent });
    onTestFinished(() => device.close());
    return {
      end() {
        unlink();
        device.close();
      },
      loseEvents() {
        isLosing = true;
      },
      /** The cloud receives events again, and is informed of the loss. */
      reportLoss() {
        isLosing = false;
        device.disconnect('events lost');
        device.connect();
      },
    };
  }

  async function plays(world: World, guest: Awaited<ReturnType<World['enter']>>) {
    await guest.take();
    await guest.call('PUT /hsp/setup', { stream_id: 1 });
    const points = Array.from({ length: 30 }, (_, index) => ({ t: index * 400, x: index % 2 ? 100 : 0 }));
    await guest.call('PUT /hsp/play', { start_time: 0, playback_rate: 1, add: { points, flush: true } });
    return motionOf(world);
  }

  async function motionOf(world: World) {
    const read = world.as(ofRestarted);
    const states = [];
    for (let passed = 0; passed < 6_000; passed += 20) {
      states.push((await read('GET /slider/state')).json.result);
      await world.time.run(20);
    }
    const speeds = states.map((state) => state.speed_absolute as number);
    // It may begin outside the range of the share, and needs some time to enter it.
    const positions = states.slice(100).map((state) => state.position as number);
    return { fastestMmS: Math.max(...speeds), from: Math.min(...positions), to: Math.max(...positions) };
  }

  async function restartedWorld(readStroke?: (read: Promise<unknown>) => Promise<unknown>) {
    const world = await sharedWorld();
    const device = begin(world, readStroke);
    await world.as(ofRestarted)('PUT /slider/stroke', ownerStroke);
    const guest = await world.enter(await world.share({ limits: { speed: 0.2, stroke: shared } }, ofRestarted));
    await guest.hold();
    return { world, device, guest };
  }

  function expectWithinShare(motion: Awaited<ReturnType<typeof motionOf>>): void {
    expect(motion.fastestMmS).toBeGreaterThan(30);
    expect(motion.fastestMmS).toBeLessThanOrEqual(MOST * 0.2 * 400);
    expect(motion.from).toBeGreaterThanOrEqual(shared.min - 0.01);
    expect(motion.to).toBeLessThanOrEqual(shared.max + 0.01);
  }

  test('moves it within the limits of the share after its program has restarted', async () => {
    const { world, device, guest } = await restartedWorld();
    await guest.call('PUT /hdsp/xpt', { xp: 0.5, t: 500 });
    await world.time.run(1_000);
    device.end();
    await world.time.run(2_000);
    begin(world);
    expectWithinShare(await plays(world, guest));
  });

  test('moves it within them where the stroke was being read as it restarted', async () => {
    let answerLate: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      answerLate = resolve;
    });
    const { world, device, guest } = await restartedWorld((read) => read.then((answer) => late.then(() => answer)));
    const waiting = guest.begin('PUT /hdsp/xpt', { xp: 0.5, t: 500 });
    await world.time.run(200);
    device.end();
    begin(world);
    answerLate();
    await world.settled(waiting);
    expectWithinShare(await plays(world, guest));
  });

  test('moves it within them once the cloud knows that events were lost', async () => {
    const { world, device, guest } = await restartedWorld();
    await guest.call('PUT /hamp/start');
    await guest.call('PUT /hamp/velocity', { velocity: 0.2 });
    await world.time.run(1_000);
    device.loseEvents();
    await world.as(ofRestarted)('PUT /slider/stroke', { min: 0, max: 1 });
    device.reportLoss();
    expectWithinShare(await motionOf(world));
  });
});
