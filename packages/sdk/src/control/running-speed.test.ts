import { DeviceMode } from '@tactus/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import { initialState } from '../state/device-state.ts';
import { setUpLimits } from '../testing/limited-handy.ts';
import { jsonResponse, refusal } from '../testing/scripted-cloud.ts';
import { failureOf, infoOf, KEY, setUpDevice } from '../testing/scripted-device.ts';
import { setUpVibration } from '../testing/vibrating-device.ts';

/** What happens to a device that alternates or vibrates, one after the other. */
type Step =
  | { readonly kind: 'limit'; readonly share: number }
  | { readonly kind: 'request'; readonly share: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'cut' | 'restore' | 'away' | 'back' };

const share = fc.integer({ min: 5, max: 100 }).map((percent) => percent / 100);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('limit' as const), share }),
  fc.record({ kind: fc.constant('request' as const), share }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000 }) }),
  fc.record({ kind: fc.constantFrom('cut' as const, 'restore' as const, 'away' as const, 'back' as const) }),
);

const KINDS = {
  alternating: { call: 'hamp.velocity', limitTo: (most: number) => ({ maxSpeedMmS: most * 400 }) },
  vibration: { call: 'hvp.setState', limitTo: (most: number) => ({ maxAmplitude: most }) },
} as const;

/** As much as a reported speed may differ from the one that was sent. */
const TOLERANCE = 0.005;

test.each([
  ['alternating', 0],
  ['alternating', 3_000],
  ['vibration', 0],
  ['vibration', 3_000],
] as const)(
  'the speed of %s is within a lowered limit soon after the device can be reached, with a ramp of %d ms',
  async (kind, rampMs) => {
    const { call, limitTo } = KINDS[kind];
    await fc.assert(
      fc.asyncProperty(share, fc.array(step, { maxLength: 10 }), async (first, steps) => {
        const { be, hamp, state, set, apply, sent, cut, fail, time } = setUpLimits();
        const moves = (speed: number) =>
          kind === 'alternating'
            ? hamp(true, speed)
            : be({ hvp: { ...initialState.hvp, enabled: true, amplitude: speed } });
        const speed = () => (kind === 'alternating' ? state().hamp.velocity : state().hvp.amplitude);
        let [most, isAway, isCut, atAway] = [1, false, false, 0];
        be({ connectionKey: KEY });
        sent(kind === 'alternating' ? 'hamp.start' : 'hvp.start', {}, Promise.resolve());
        moves(first);
        set({ rampMs, ...limitTo(1) });
        const limit = (next: number) => {
          most = next;
          set(limitTo(next));
        };
        function request(wanted: number) {
          const input =
            kind === 'alternating' ? { velocity: wanted } : { amplitude: wanted, frequency: 75, position: 0 };
          const limited: Record<string, unknown> = Object(apply(call, input));
          const isLost = isAway || isCut;
          if (!isLost) moves(Number(limited[kind === 'alternating' ? 'velocity' : 'amplitude']));
          sent(call, limited, isLost ? Promise.reject(new DeviceError('timeout', '')) : Promise.resolve());
        }
        async function back() {
          if (!isAway) return;
          isAway = false;
          cut(isCut);
          be({ connected: true, hamp: initialState.hamp, hvp: initialState.hvp });
          await time.run(100);
          moves(atAway);
        }
        for (const one of steps) {
          if (one.kind === 'limit') limit(one.share);
          if (one.kind === 'request') request(one.share);
          if (one.kind === 'wait') await time.run(one.ms);
          if (one.kind === 'cut' || one.kind === 'restore') {
            isCut = one.kind === 'cut';
            if (!isAway) cut(isCut);
          }
          if (one.kind === 'away' && !isAway) {
            isAway = true;
            atAway = speed();
            fail(new DeviceError('not-connected', ''));
            be({ connected: false });
          }
          if (one.kind === 'back') await back();
        }
        isCut = false;
        if (!isAway) cut(false);
        await back();
        await time.run(10_000);
        expect(speed()).toBeLessThanOrEqual(most + TOLERANCE);
        expect(time.pending()).toBe(0);
      }),
      { numRuns: 150 },
    );
  },
);

test('a speed that rose, and is no longer sent by itself after a minute without a network, is within a limit of that time', async () => {
  const { be, hamp, state, set, apply, sent, cut, time } = setUpLimits();
  be({ connectionKey: KEY });
  set({ rampMs: 4_000 });
  apply('hamp.start', {});
  sent('hamp.start', {}, Promise.resolve());
  hamp(true);
  apply('hamp.velocity', { velocity: 1 });
  await time.run(2_600);
  expect(state().hamp.velocity).toBeGreaterThan(0.4);
  cut(true);
  set({ maxSpeedMmS: 40 });
  await time.run(90_000);
  cut(false);
  await time.run(3_000);
  expect(state().hamp.velocity).toBe(0.1);
});

test('a speed within a limit, and one that another program sets afterwards, are not sent again', async () => {
  const { be, hamp, set, resent, apply, sent, time } = setUpLimits();
  be({ connectionKey: KEY });
  sent('hamp.start', {}, Promise.resolve());
  hamp(true, 0.9);
  set({ maxSpeedMmS: 200 });
  await time.run(2_000);
  expect(resent).toEqual(['hamp.velocity {"velocity":0.5}']);
  set({ maxSpeedMmS: 220 });
  set({ maxSpeedMmS: 210 });
  apply('hamp.velocity', { velocity: 0.5 });
  sent('hamp.velocity', { velocity: 0.5 }, Promise.resolve());
  hamp(true, 0.9);
  await time.run(2_000);
  expect(resent).toHaveLength(1);
});

/** Alternating motion at 0.9 that this program started. */
async function setUpAlternating() {
  const limits = setUpLimits();
  limits.sent('hamp.start', {}, Promise.resolve());
  await limits.time.run(0);
  limits.hamp(true, 0.9);
  return limits;
}

test.each(['hold', 'control'] as const)('a motion whose %s another program has is left alone', async (what) => {
  const { be, set, resent, time } = await setUpAlternating();
  be({ [what]: 'elsewhere' });
  set({ maxSpeedMmS: 200 });
  await time.run(2_000);
  expect(resent).toEqual([]);
});

test('a motion that another program starts after a limit was lowered at rest is left alone', async () => {
  const { be, hamp, set, resent, time } = await setUpAlternating();
  be({ mode: DeviceMode.HAMP });
  hamp(false);
  set({ maxSpeedMmS: 200 });
  await time.run(10_000);
  hamp(true, 0.9);
  await time.run(2_000);
  expect(resent).toEqual([]);
});

test('a lower speed in flight, or one that may have arrived, does not rise', async () => {
  const { hamp, set, sent, resent, time } = await setUpAlternating();
  sent('hamp.velocity', { velocity: 0.1 }, time.sleep(300));
  set({ maxSpeedMmS: 200 });
  await time.run(299);
  hamp(true, 0.1);
  await time.run(2_000);
  expect(resent).toEqual([]);
  hamp(true, 0.9);
  sent('hamp.velocity', { velocity: 0.2 }, Promise.reject(new DeviceError('timeout', '')));
  set({ maxSpeedMmS: 160 });
  await time.run(2_000);
  expect(resent).toEqual(['hamp.velocity {"velocity":0.2}']);
});

test('a failure that comes after a Stop is not made up for in the next motion', async () => {
  const { hamp, set, sent, stopped, loseFor, resent, time } = await setUpAlternating();
  loseFor(500);
  set({ maxSpeedMmS: 200 });
  stopped();
  hamp(false);
  sent('hamp.start', {}, Promise.resolve());
  hamp(true, 0.9);
  await time.run(5_000);
  expect(resent).toHaveLength(1);
});

test('a vibration that goes on without its lease, and is sent again, requests none', async () => {
  const { cloud, device, hvp, sent, time } = await setUpVibration(0);
  cloud.on('PUT /api/tactus/leases/l1', () => jsonResponse({ error: { message: 'Gone' } }, 410));
  await time.run(10_000);
  expect(device.hold.state()).toBe('lost');
  const requests = sent().length;
  device.limits.set({ maxAmplitude: 0.4 });
  await time.run(1_000);
  expect(hvp().amplitude).toBe(0.4);
  expect(sent()).toHaveLength(requests);
  device.close();
});

test.each(['stream', 'device'] as const)(
  'a vibration that was stopped at its device while the %s was gone does not start again under a lowered limit',
  async (what) => {
    const { cloud, device, hvp, stop, time, comeOnline } = await setUpVibration(0);
    if (what === 'stream') cloud.stream.end();
    else cloud.stream.send('device_status', { connected: false, info: infoOf('01HZ0001') });
    await time.run(100);
    device.limits.set({ maxAmplitude: 0.4 });
    stop();
    if (what === 'device') comeOnline();
    await time.run(60_000);
    expect(hvp()).toMatchObject({ enabled: false });
    expect(device.store.getState()).toMatchObject({ connected: true, sseConnected: true });
    device.close();
  },
);

describe.each(['while', 'after'] as const)(
  'a limit that is lowered %s a start of another motion fails reaches',
  (when) => {
    const FAILURES = {
      refused: () => refusal(3000, 'no'),
      'not-connected': () => refusal(1001, 'Not connected'),
      'rate-limited': () => jsonResponse({ error: { message: 'Too many' } }, 429),
      api: () => jsonResponse({}, 502),
      network: () => Promise.reject(new TypeError('fetch failed')),
    };

    test.each(Object.entries(FAILURES))('the vibration: %s', async (code, fail) => {
      const { cloud, device, hvp, time } = await setUpVibration(0);
      for (const path of ['PUT /hdsp/xpt', 'PUT /hamp/start'])
        cloud.on(path, async () => {
          await time.sleep(300);
          return fail();
        });
      for (const [start, most] of [
        [() => device.call('hdsp.xpt', { xp: 0.5, t: 500 }), 0.6],
        [() => device.hamp.start(), 0.3],
      ] as const) {
        const failed = failureOf(start());
        await time.run(100);
        if (when === 'while') device.limits.set({ maxAmplitude: most });
        await time.run(3_000);
        expect(await failed).toMatchObject({ code });
        device.limits.set({ maxAmplitude: most });
        await time.run(20_000);
        expect(hvp()).toMatchObject({ enabled: true, amplitude: most });
      }
      device.close();
    });
  },
);

test('a motion of another program is left alone after a start was refused', async () => {
  const { be, hamp, set, sent, resent, time } = setUpLimits();
  be({ connectionKey: KEY, mode: DeviceMode.HAMP });
  hamp(true, 0.9);
  sent('hamp.start', {}, Promise.reject(new DeviceError('refused', '')));
  await time.run(0);
  set({ maxSpeedMmS: 200 });
  await time.run(2_000);
  expect(resent).toEqual([]);
});

test.each(['refused', 'timeout'] as const)(
  'a slower request of another motion that failed (%s) does not slow the one that goes on',
  async (code) => {
    const { be, set, sent, resent, time } = setUpLimits();
    sent('hvp.setState', { amplitude: 0.9 }, Promise.resolve());
    await time.run(0);
    be({ mode: DeviceMode.VIBRATE, hvp: { ...initialState.hvp, enabled: true, amplitude: 0.9 } });
    sent('hamp.velocity', { velocity: 0.2 }, Promise.reject(new DeviceError(code, '')));
    await time.run(0);
    set({ maxAmplitude: 0.5 });
    await time.run(2_000);
    expect(resent.map((line) => line.replace(/,"frequency.*/, '}'))).toEqual(['hvp.setState {"amplitude":0.5}']);
  },
);

test.each(['refused', 'rate-limited', 'not-connected', 'unauthenticated'] as const)(
  'a slower request that was not executed (%s) does not slow its motion',
  async (code) => {
    const { set, sent, resent, time } = await setUpAlternating();
    sent('hamp.velocity', { velocity: 0.1 }, Promise.reject(new DeviceError(code, '')));
    set({ maxSpeedMmS: 200 });
    await time.run(2_000);
    expect(resent).toEqual(['hamp.velocity {"velocity":0.5}']);
  },
);

test('a slower request without an answer does not slow its motion after a newer one was answered', async () => {
  const { set, sent, resent, time } = await setUpAlternating();
  const lost = time.sleep(5_000).then(() => Promise.reject(new DeviceError('timeout', '')));
  sent('hamp.velocity', { velocity: 0.1 }, lost);
  sent('hamp.velocity', { velocity: 0.9 }, Promise.resolve());
  await time.run(6_000);
  set({ maxSpeedMmS: 200 });
  await time.run(2_000);
  expect(resent).toEqual(['hamp.velocity {"velocity":0.5}']);
});

test.each(['slider.setStroke', 'hamp.state', 'hamp.velocity'] as const)(
  '%s does not count as a reading of a vibration that may have been stopped or slowed unseen',
  async (call) => {
    const { be, set, sent, resent, readsAs, time } = setUpLimits();
    sent('hvp.setState', { amplitude: 0.9 }, Promise.resolve());
    await time.run(0);
    be({ mode: DeviceMode.VIBRATE, hvp: { ...initialState.hvp, enabled: true, amplitude: 0.9 } });
    be({ sseConnected: false });
    be({ sseConnected: true });
    readsAs({ amplitude: 0.2 });
    sent(call, {}, Promise.resolve());
    await time.run(0);
    set({ maxAmplitude: 0.5 });
    expect(resent).toEqual(['hvp.state {}']);
    await time.run(2_000);
    expect(resent[1]).toContain('"amplitude":0.2');
  },
);

test('a limit that is lowered twice without a network is tried once a second', async () => {
  const { cloud, device, time } = await setUpVibration(0);
  for (const method of ['PUT', 'GET'])
    cloud.on(`${method} /hvp/state`, () => Promise.reject(new TypeError('fetch failed')));
  device.limits.set({ maxAmplitude: 0.4 });
  device.limits.set({ maxAmplitude: 0.3 });
  await time.run(10_000);
  // The state is read after a failure too.
  expect(cloud.requests.length).toBeLessThan(40);
  device.close();
});

test.each([
  ['refused', () => refusal(3000, 'no')],
  ['not allowed', () => jsonResponse({ error: { message: 'No' } }, 401)],
])('a reading before a speed is sent again, and is %s, is not repeated without end', async (_, fail) => {
  const { cloud, device, hvp, time } = await setUpVibration(0);
  const readings = () => cloud.lines().filter((line) => line === 'GET /hvp/state').length;
  cloud.stream.end();
  await time.run(100);
  cloud.on('GET /hvp/state', fail);
  device.limits.set({ maxAmplitude: 0.4 });
  await time.run(60_000);
  const before = readings();
  await time.run(60_000);
  expect(readings()).toBe(before);
  cloud.on('GET /hvp/state', () => ({ result: hvp() }));
  device.limits.set({ maxAmplitude: 0.3 });
  await time.run(5_000);
  expect(hvp()).toMatchObject({ amplitude: 0.3 });
  device.close();
});

test('a vibration that was sent again before a Stop, and arrives after it, is stopped again', async () => {
  const { device, hvp, state, time } = await setUpVibration(1_000);
  device.limits.set({ maxAmplitude: 0.4 });
  await time.run(100);
  void device.stop();
  await time.run(10_000);
  expect(hvp()).toMatchObject({ enabled: false, amplitude: 0.4 });
  expect(state().stopPhase).toBe('stopped');
  device.close();
});

test('a device that a program connects to goes on at the speed that it has, whatever the limits', async () => {
  const { be, hamp, set, resent, time } = setUpLimits();
  set({ maxSpeedMmS: 100 });
  be({ connectionKey: KEY });
  hamp(true, 0.9);
  await time.run(5_000);
  expect(resent).toEqual([]);
});

test('a device that was away when the limit was lowered is sent its speed again once it is back', async () => {
  const { device, cloud, time, world, comeOnline, connectFully } = setUpDevice();
  await connectFully();
  const started = device.hamp.start();
  await time.run(100);
  await started;
  const set = device.hamp.setVelocity(0.9);
  await time.run(100);
  await set;
  cloud.stream.send('device_status', { connected: false, info: infoOf('01HZ0001') });
  await time.run(1_500);
  device.limits.set({ maxSpeedMmS: 100 });
  await time.run(10_000);
  expect(world.hamp).toMatchObject({ play_state: 1, velocity: 0.9 });
  comeOnline();
  await time.run(5_000);
  expect(world.hamp).toMatchObject({ play_state: 1, velocity: 0.25 });
  device.close();
});
