import { DeviceMode } from '@tactus/protocol';
import { createDevice, type Device } from '@tactus/sdk';
import { createFakeBrowser, createScriptedCloud, type FakeBrowser, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { watchForeignController } from './foreign-controller.ts';

const PLAYER = {
  ...{ play_state: 2, pause_on_starving: false, points: 61, max_points: 4000, current_point: 0, current_time: 0 },
  ...{ loop: false, playback_rate: 1, first_point_time: 0, last_point_time: 60_000, stream_id: 7 },
  ...{ tail_point_stream_index: 61, tail_point_stream_index_threshold: 0 },
};
const hamp = (play_state: number, velocity: number) => [
  'hamp_state_changed',
  { play_state, velocity, direction: true },
];
const hvp = (enabled: boolean, amplitude: number) => [
  'hvp_state_changed',
  { enabled, amplitude, frequency: 75, position: 0 },
];

/** The motions of each mode: the call as this app makes it, its path, and the device's report. */
const MOVEMENTS = {
  alternating: {
    mode: DeviceMode.HAMP,
    line: 'PUT /hamp/velocity',
    drive: (device: Device, share: number) => device.hamp.setVelocity(share),
    event: (share: number) => hamp(1, share),
    rest: hamp(0, 0),
  },
  vibration: {
    mode: DeviceMode.VIBRATE,
    line: 'PUT /hvp/state',
    drive: (device: Device, share: number) => device.hvp.setState({ amplitude: share, frequency: 75, position: 0 }),
    event: (share: number) => hvp(true, share),
    rest: hvp(false, 0),
  },
  direct: {
    mode: DeviceMode.HDSP,
    line: 'PUT /hdsp/xpt',
    drive: (device: Device, share: number) => device.hdsp.moveTo({ position01: share, durationMs: 500 }),
    event: () => ['hdsp_state_changed', { state: 1 }],
    rest: ['hdsp_state_changed', { state: 2 }],
  },
  stream: {
    mode: DeviceMode.HSP,
    line: 'PUT /hsp/play',
    drive: (device: Device) => device.hsp.play({ start_time: 0 }),
    event: () => ['hsp_state_changed', { ...PLAYER, play_state: 1 }],
    rest: ['hsp_state_changed', { ...PLAYER, play_state: 3 }],
  },
} as const;
type Kind = keyof typeof MOVEMENTS;
const KINDS = Object.keys(MOVEMENTS) as Kind[];

/** A tab of a browser with a device in a mode and at rest, whose cloud answers with the delay of the test. */
async function openTab(kind: Kind, time: FakeTime, browser: FakeBrowser, holder: string) {
  const { line, mode, rest } = MOVEMENTS[kind];
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  handy.world.mode = mode;
  const slow = { answerMs: 20, fails: false };
  cloud.on(line, async ({ body }) => {
    const { answerMs, fails } = slow;
    await time.sleep(answerMs);
    if (fails) return { error: { code: 1002, name: 'DeviceTimeout', message: 'Device timeout', connected: true } };
    const { velocity = 0, amplitude = 0 } = (body ?? {}) as Record<string, number>;
    const [, alternating] = hamp(1, velocity);
    const [, vibration] = hvp(true, amplitude);
    return {
      result: { alternating, vibration, direct: 'ok', stream: { ...PLAYER, play_state: 1 } }[kind],
    };
  });
  const tab = browser.tab();
  // Each has an event stream of its own.
  const own = createFakeBrowser();
  const device = createDevice({
    ...{ apiBase: 'http://cloud.test/v3', apiKey: 'test', time, random: createRandom(1), fetch: cloud.fetch },
    hold: { holder, rank: 'owner', locks: tab.locks, onLeave: () => () => undefined },
    tabs: {
      locks: own.locks,
      openChannel: (name) => (name.startsWith('tactus.stops.') ? tab : own.tabs).openChannel(name),
    },
  });
  device.connect('DemoHandy1');
  await time.run(100);
  handy.comeOnline();
  await time.run(4_000);
  const emit = ([name, data]: readonly unknown[]) => cloud.stream.send(String(name), data);
  emit(['mode_changed', { mode, mode_session_id: 1 }]);
  emit(rest);
  await time.run(100);
  let queries = 0;
  const watch = watchForeignController({
    ...{ device, time },
    isGuest() {
      queries += 1;
      return Promise.resolve(false);
    },
  });
  const named: (string | undefined)[] = [];
  watch.controller.subscribe((controller) => named.push(controller));
  watch.open();
  await time.run(7_000);
  return { device, slow, emit, watch, named, queries: () => queries };
}

async function setUp(kind: Kind) {
  const time = createFakeTime();
  const browser = createFakeBrowser();
  return { time, browser, ...(await openTab(kind, time, browser, 'tab-1')) };
}

/** One command of ours, with an answer or none, and an event that may come before it or long after. */
const command = fc.record({
  share: fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100),
  answerMs: fc.integer({ min: 0, max: 4_000 }),
  eventMs: fc.integer({ min: 0, max: 5_000 }),
  fails: fc.boolean(),
  gapMs: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 20_000 })),
  rests: fc.boolean(),
});

describe.each(KINDS)('%s', (kind) => {
  const { drive, event, rest } = MOVEMENTS[kind];

  test('commanded by this app is never attributed to another client, however late and out of order its answers and events are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 6 }), async (commands) => {
        const { time, device, slow, emit, named } = await setUp(kind);
        for (const { share, answerMs, eventMs, fails, gapMs, rests } of commands) {
          Object.assign(slow, { answerMs, fails });
          drive(device, share).catch(() => undefined);
          time.after(eventMs, () => emit(event(share)));
          if (rests) time.after(eventMs + 200, () => emit(rest));
          await time.run(gapMs);
        }
        await time.run(20_000);
        expect(named.filter((controller) => controller !== undefined)).toEqual([]);
        device.close();
      }),
      { numRuns: 40 },
    );
  });

  test('commanded by another tab of this browser is not reported: the lock between tabs reports it', async () => {
    const { time, browser, device, emit, named } = await setUp(kind);
    const other = await openTab(kind, time, browser, 'tab-2');
    drive(other.device, 0.4).catch(() => undefined);
    await time.run(1_000);
    expect(device.store.getState().control).toBe('elsewhere');
    emit(event(0.4));
    await time.run(30_000);
    emit(rest);
    await time.run(100);
    emit(event(0.6));
    await time.run(100);
    expect(named.filter((controller) => controller !== undefined)).toEqual([]);
    device.close();
    other.device.close();
  });

  test('commanded by another tab, and reported by the device before the lock between tabs, leaves no notice', async () => {
    const { time, browser, device, emit, watch } = await setUp(kind);
    const other = await openTab(kind, time, browser, 'tab-2');
    emit(['mode_changed', { mode: kind === 'direct' ? DeviceMode.HAMP : DeviceMode.HDSP, mode_session_id: 2 }]);
    await time.run(100);
    expect(watch.controller.getState()).toBe('app');
    drive(other.device, 0.4).catch(() => undefined);
    await time.run(1_000);
    expect(device.store.getState().control).toBe('elsewhere');
    expect(watch.controller.getState()).toBeUndefined();
    device.close();
    other.device.close();
  });

  test('without a command from this browser is reported once, until this app sends a command', async () => {
    const { time, device, emit, watch, queries } = await setUp(kind);
    for (const share of [0.2, 0.4, 0.6]) {
      emit(event(share));
      await time.run(1_000);
      expect(watch.controller.getState()).toBe('unclear');
    }
    expect(queries()).toBe(1);
    drive(device, 0.5).catch(() => undefined);
    await time.run(100);
    emit(rest);
    emit(event(0.9));
    await time.run(100);
    expect(watch.controller.getState()).toBeUndefined();
    device.close();
  });

  test('is not reported again after the person has closed the notice, but a change of the mode is', async () => {
    const { time, device, emit, watch } = await setUp(kind);
    emit(event(0.2));
    await time.run(100);
    watch.dismiss();
    emit(rest);
    emit(event(0.6));
    await time.run(100);
    expect(watch.controller.getState()).toBeUndefined();
    const mode = kind === 'direct' ? DeviceMode.HAMP : DeviceMode.HDSP;
    emit(['mode_changed', { mode, mode_session_id: 2 }]);
    await time.run(100);
    expect(watch.controller.getState()).toBe('app');
    device.close();
  });

  test('that ends, or goes on after a fault of the device, is not reported', async () => {
    const { time, device, emit, named } = await setUp(kind);
    drive(device, 0.5).catch(() => undefined);
    await time.run(50);
    emit(event(0.5));
    await time.run(20_000);
    emit(['temp_high', {}]);
    emit(rest);
    await time.run(60_000);
    emit(['temp_ok', {}]);
    await time.run(1_000);
    emit(event(0.5));
    await time.run(100);
    expect(named.filter((controller) => controller !== undefined)).toEqual([]);
    device.close();
  });
});
