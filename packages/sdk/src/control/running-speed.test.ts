import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import { initialState } from '../state/device-state.ts';
import { setUpLimits } from '../testing/limited-handy.ts';
import { infoOf, KEY, setUpDevice } from '../testing/scripted-device.ts';

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
        const { be, hamp, state, set, apply, answered, cut, fail, time } = setUpLimits();
        const moves = (speed: number) =>
          kind === 'alternating'
            ? hamp(true, speed)
            : be({ hvp: { ...initialState.hvp, enabled: true, amplitude: speed } });
        const speed = () => (kind === 'alternating' ? state().hamp.velocity : state().hvp.amplitude);
        let [most, isAway, isCut, atAway] = [1, false, false, 0];
        be({ connectionKey: KEY });
        moves(first);
        set({ rampMs, ...limitTo(1) });
        const limit = (next: number) => {
          most = next;
          set(limitTo(next));
        };
        function request(wanted: number) {
          const input =
            kind === 'alternating' ? { velocity: wanted } : { amplitude: wanted, frequency: 75, position: 0 };
          const sent: Record<string, unknown> = Object(apply(call, input));
          if (isAway || isCut) return;
          moves(Number(sent[kind === 'alternating' ? 'velocity' : 'amplitude']));
          answered(call);
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
  const { be, hamp, state, set, apply, cut, time } = setUpLimits();
  be({ connectionKey: KEY });
  set({ rampMs: 4_000 });
  apply('hamp.start', {});
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
  const { be, hamp, set, resent, apply, answered, time } = setUpLimits();
  be({ connectionKey: KEY });
  hamp(true, 0.9);
  set({ maxSpeedMmS: 200 });
  await time.run(2_000);
  expect(resent).toEqual(['hamp.velocity {"velocity":0.5}']);
  set({ maxSpeedMmS: 220 });
  set({ maxSpeedMmS: 210 });
  apply('hamp.velocity', { velocity: 0.5 });
  answered('hamp.velocity');
  hamp(true, 0.9);
  await time.run(2_000);
  expect(resent).toHaveLength(1);
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
