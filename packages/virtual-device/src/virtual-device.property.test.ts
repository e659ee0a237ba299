import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVirtualDevice, type VirtualDevice } from './virtual-device.ts';

/** Room for rounding: a millionth of a millimetre. */
const EPSILON = 1e-6;
const MAX_SPEED_MM_S = 400;
const MAX_ACCELERATION_MM_S2 = 9_000;
const SAMPLE_MS = 1;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const window = fc.tuple(share, share).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));

type Step = (device: VirtualDevice) => Promise<unknown>;
const move: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>((device) => device.call('hamp.start', {})),
  share.map(
    (velocity): Step =>
      (device) =>
        device.call('hamp.velocity', { velocity }),
  ),
  window.map(
    (zone): Step =>
      (device) =>
        device.call('hamp.stroke', zone),
  ),
  directMove(),
);
const stroke: fc.Arbitrary<Step> = window.map(
  (zone): Step =>
    (device) =>
      device.call('slider.setStroke', zone),
);
const halt: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>((device) => device.call('hamp.stop', {})),
  fc.constant<Step>((device) => device.call('info.setMode2', { mode: 7 })),
  share.map(
    (xp): Step =>
      (device) =>
        device.call('hdsp.xpt', { xp, t: 0, stop_on_target: true, immediate_rsp: false }),
  ),
);

/** Every direct move, absolute ones beyond both ends of the travel and speeds beyond the range included. */
function directMove(): fc.Arbitrary<Step> {
  const flags = fc.record({ stop_on_target: fc.boolean(), immediate_rsp: fc.boolean() });
  const xa = fc.double({ min: -50, max: 200, noNaN: true });
  const va = fc.double({ min: 0, max: 1_000, noNaN: true });
  const t = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 }));
  return fc.tuple(fc.record({ xa, va, xp: share, vp: share, t }), flags).chain(([{ xa, va, xp, vp, t }, options]) =>
    fc.constantFrom<Step[]>(
      (device) => device.call('hdsp.xava', { xa, va, ...options }),
      (device) => device.call('hdsp.xavp', { xa, vp, ...options }),
      (device) => device.call('hdsp.xpva', { xp, va, ...options }),
      (device) => device.call('hdsp.xpvp', { xp, vp, ...options }),
      (device) => device.call('hdsp.xat', { xa, t, ...options }),
      (device) => device.call('hdsp.xpt', { xp, t, ...options }),
    ),
  );
}

const pause = fc.integer({ min: 1, max: 400 });

function boot() {
  const time = createFakeTime();
  const device = createVirtualDevice({ connectionKey: 'TestKey01', model: 'handy', time, random: createRandom(3) });
  const sample = async () => (await device.call('slider.state', {})).position_absolute;
  return { time, device, sample };
}

test('whatever is asked, speed and acceleration stay within the limits of the model', async () => {
  const steps = fc.array(
    fc.tuple(
      fc.oneof(
        move,
        halt,
        window.map(
          (zone): Step =>
            (device) =>
              device.call('slider.setStroke', zone),
        ),
      ),
      pause,
    ),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const { time, device, sample } = boot();
      const positions: number[] = [await sample()];
      for (const [step, waitMs] of plan) {
        await step(device);
        for (let ms = 0; ms < waitMs; ms += SAMPLE_MS) {
          time.advance(SAMPLE_MS);
          positions.push(await sample());
        }
      }
      const speeds = positions.slice(1).map((mm, index) => ((mm - (positions[index] ?? mm)) / SAMPLE_MS) * 1_000);
      expect(Math.max(...speeds.map(Math.abs))).toBeLessThanOrEqual(MAX_SPEED_MM_S + EPSILON);
      for (let index = 1; index < speeds.length; index += 1) {
        const change = Math.abs((speeds[index] ?? 0) - (speeds[index - 1] ?? 0));
        expect(change / (SAMPLE_MS / 1_000)).toBeLessThanOrEqual(MAX_ACCELERATION_MM_S2 + 1e-3);
      }
    }),
    { seed: 20_261_121, numRuns: 60 },
  );
});

test('once inside the stroke window the slider never leaves it, in any call order', async () => {
  const steps = fc.array(fc.tuple(fc.oneof(move, halt), pause), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(window, steps, async (stroke, plan) => {
      const { time, device, sample } = boot();
      const { min_absolute, max_absolute } = await device.call('slider.setStroke', stroke);
      await device.call('hamp.start', {});
      time.advance(10_000);
      for (const [step, waitMs] of plan) {
        await step(device);
        for (let ms = 0; ms < waitMs; ms += 7) {
          time.advance(7);
          const mm = await sample();
          expect(mm).toBeGreaterThanOrEqual(min_absolute - EPSILON);
          expect(mm).toBeLessThanOrEqual(max_absolute + EPSILON);
        }
      }
    }),
    { seed: 20_261_122, numRuns: 80 },
  );
});

test('after a stop is carried out the slider rests within the braking time and nothing older moves it', async () => {
  const steps = fc.array(fc.tuple(fc.oneof(move, stroke), pause), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(steps, halt, async (plan, stop) => {
      const { time, device, sample } = boot();
      for (const [step, waitMs] of plan) {
        await step(device);
        time.advance(waitMs);
      }
      const older = plan.map(([step]) => step(device));
      await stop(device);
      await Promise.all(older);
      await device.call('slider.setStroke', { min: 0.4, max: 0.6 });
      time.advance((MAX_SPEED_MM_S / MAX_ACCELERATION_MM_S2) * 1_000 + EPSILON);
      const rest = await sample();
      for (const waitMs of [1, 50, 5_000]) {
        time.advance(waitMs);
        expect(await sample()).toBe(rest);
      }
    }),
    { seed: 20_261_123, numRuns: 100 },
  );
});
