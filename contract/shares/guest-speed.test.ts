/** A slider's speed under a guest, through the cloud, from the device's position every 2 ms. */
import type { DeviceBackend, DeviceEvent } from '@tactus/protocol';
import { createListeners, createRandom } from '@tactus/time';
import { createVirtualDevice, type ModelName } from '@tactus/virtual-device';
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
type LinkedDevice = ReturnType<typeof linkDevice>;

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

const LINKED = 'Restarted1';
const ofLinked = { 'x-api-key': 'any-id', 'x-connection-key': LINKED };

/** A device that stays linked until it is restarted; its stroke is read as `readStroke` decides. */
function linkDevice(
  { cloud, time }: World,
  { model = 'handy' as ModelName, readStroke = (read: Promise<unknown>): Promise<unknown> => read } = {},
) {
  const device = createVirtualDevice({ connectionKey: LINKED, model, time, random: createRandom(2) });
  const calls: string[] = [];
  const call: DeviceBackend['call'] = (name, input) => {
    calls.push(name);
    const answer = device.call(name, input);
    // The answer of a call is passed on unchanged.
    return name === 'slider.stroke' ? (readStroke(answer) as typeof answer) : answer;
  };
  const listeners = createListeners<[DeviceEvent]>();
  let isLosing = false;
  device.onEvent((event) => isLosing || listeners.emit(event));
  const linked: DeviceBackend = { ...device, call, onEvent: listeners.on };
  let unlink = cloud.link(linked);
  onTestFinished(() => device.close());
  return {
    device,
    calls,
    end() {
      unlink();
      device.close();
    },
    /** Its link is gone for so long that its own program brings it to rest. */
    async loseLink() {
      unlink();
      await time.run(6_000);
      device.rest();
      unlink = cloud.link(linked);
    },
    loseEvents() {
      isLosing = true;
    },
    /** The cloud receives events again, and is informed of the loss. */
    reportLoss() {
      isLosing = false;
      const info = device.info();
      if (!info) throw new Error('The device is not connected');
      const timestamp = new Date(time.now()).toISOString();
      const lost = { session_id: info.session_id, reason: 'events lost', timestamp };
      listeners.emit({ name: 'device_disconnected', data: lost });
      listeners.emit({ name: 'device_connected', data: { connected: true, info } });
    },
  };
}

describe('a guest of a device whose stroke has changed without an event', () => {
  const ownerStroke = { min: 0.4, max: 0.6 };
  const shared = { min: 0.3, max: 0.7 };

  async function plays(world: World, guest: Awaited<ReturnType<World['enter']>>) {
    await guest.take();
    await guest.call('PUT /hsp/setup', { stream_id: 1 });
    const points = Array.from({ length: 30 }, (_, index) => ({ t: index * 400, x: index % 2 ? 100 : 0 }));
    await guest.call('PUT /hsp/play', { start_time: 0, playback_rate: 1, add: { points, flush: true } });
    return motionOf(world);
  }

  async function motionOf(world: World) {
    const read = world.as(ofLinked);
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
    const device = linkDevice(world, { ...(readStroke && { readStroke }) });
    await world.as(ofLinked)('PUT /slider/stroke', ownerStroke);
    const guest = await world.enter(await world.share({ limits: { speed: 0.2, stroke: shared } }, ofLinked));
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
    linkDevice(world);
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
    linkDevice(world);
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
    await world.as(ofLinked)('PUT /slider/stroke', { min: 0, max: 1 });
    device.reportLoss();
    expectWithinShare(await motionOf(world));
  });
});

describe('a guest’s motion on a device that comes back', () => {
  const ABSENCES = ['restarted', 'offline', 'without a link'] as const;

  /** The device that is back; the guest renews the hold all the time. */
  async function comeBack(world: World, model: ModelName, first: LinkedDevice, absence: (typeof ABSENCES)[number]) {
    first.calls.length = 0;
    if (absence === 'restarted') {
      first.end();
      await world.time.run(5_000);
      const back = linkDevice(world, { model });
      await world.time.run(2_000);
      return back;
    }
    if (absence === 'without a link') await first.loseLink();
    else {
      first.device.disconnect('network lost');
      await world.time.run(5_000);
      first.device.connect();
    }
    await world.time.run(2_000);
    return first;
  }

  async function heldWorld(model: ModelName, limits: object) {
    const world = await sharedWorld();
    const first = linkDevice(world, { model });
    const link = await world.share({ limits }, ofLinked);
    const guest = await world.enter(link);
    await guest.hold();
    const narrow = (narrower: object) =>
      world.as(ofLinked)(`PATCH /api/tactus/shares/${link.id}`, { limits: { ...limits, ...narrower } });
    return { world, first, guest, narrow };
  }

  describe.each(ABSENCES)('which was %s', (absence) => {
    test('is over where it vibrated, also under lower limits', async () => {
      const { world, first, guest, narrow } = await heldWorld('oh', { intensity: 0.8 });
      await guest.call('PUT /hvp/state', { amplitude: 0.7, frequency: 50, position: 200 });
      const { device, calls } = await comeBack(world, 'oh', first, absence);
      expect((await narrow({ intensity: 0.3 })).status).toBe(200);
      await world.time.run(1_000);
      expect([device.motion(), calls.includes('hvp.setState')]).toEqual(['none', false]);
      await guest.call('PUT /hvp/state', { amplitude: 0.2, frequency: 50, position: 200 });
      expect(device.motion()).not.toBe('none');
    });

    test('is over where it alternated, and begins anew by the guest’s commands only', async () => {
      const { world, first, guest, narrow } = await heldWorld('handy', { speed: 0.5 });
      await guest.call('PUT /hamp/start');
      await guest.call('PUT /hamp/velocity', { velocity: 0.4 });
      const { device, calls } = await comeBack(world, 'handy', first, absence);
      expect([device.motion(), calls.includes('hamp.velocity')]).toEqual(['none', false]);
      await guest.call('PUT /hamp/start');
      expect((await narrow({ speed: 0.3 })).status).toBe(200);
      await world.time.run(1_000);
      expect((await world.as(ofLinked)('GET /hamp/state')).json.result).toMatchObject({ play_state: 1, velocity: 0 });
    });
  });

  test('goes on within lower limits where only events were lost, and stays over where it had ended by itself', async () => {
    const { world, first, guest, narrow } = await heldWorld('oh', { intensity: 0.8 });
    const amplitude = async () => (await world.as(ofLinked)('GET /hvp/state')).json.result.amplitude as number;
    await guest.call('PUT /hvp/state', { amplitude: 0.7, frequency: 50, position: 200 });
    first.reportLoss();
    await world.time.run(1_000);
    expect(await amplitude()).toBe(0.7);
    await narrow({ intensity: 0.3 });
    await world.time.run(1_000);
    expect(await amplitude()).toBe(0.3);
    first.loseEvents();
    first.device.rest();
    first.reportLoss();
    await world.time.run(1_000);
    expect(first.device.motion()).toBe('none');
  });
});
