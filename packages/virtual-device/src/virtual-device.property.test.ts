import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceModels, type ModelName } from './hardware/models.ts';
import { anyFate, anyMode, anyMove, anyPause, anyStop, anyStroke, anyWindow, refused } from './testing/any-step.ts';
import { type BootedDevice, bootDevice } from './testing/booted-device.ts';

/** Room for rounding: a millionth of a millimetre. */
const EPSILON = 1e-6;
const MAX_ACCELERATION_MM_S2 = 9_000;
const SAMPLE_MS = 1;
/** Longer than any reboot. */
const REBOOT_MS = 5_000;

const anyModel = fc.constantFrom<ModelName[]>('handy', 'handy-2-pro');
const maxSpeedMmS = (model: ModelName) => deviceModels[model].movement?.speed.maxMmS ?? 0;

async function boot(model: ModelName): Promise<BootedDevice> {
  const booted = bootDevice({ model });
  await booted.measureClock();
  return booted;
}

/** The slider's position; undefined while the device is disconnected. */
const seenMm = async ({ device, mm }: BootedDevice) => (device.info() ? await mm() : undefined);

test('for any calls and events, speed and acceleration stay within the limits of the model', async () => {
  const anything = fc.oneof(
    { weight: 8, arbitrary: anyMove },
    { weight: 2, arbitrary: fc.oneof(anyStop, anyMode, anyStroke) },
    { weight: 1, arbitrary: anyFate },
  );
  const plans = fc.array(fc.tuple(anything, anyPause), { minLength: 1, maxLength: 14 });
  let samples = 0;
  await fc.assert(
    fc.asyncProperty(anyModel, plans, async (model, plan) => {
      const booted = await boot(model);
      const seen: (number | undefined)[] = [await booted.mm()];
      for (const [step, waitMs] of plan) {
        await refused(step(booted));
        for (let ms = 0; ms < waitMs; ms += SAMPLE_MS) {
          booted.time.advance(SAMPLE_MS);
          seen.push(await seenMm(booted));
        }
      }
      samples += seen.length;
      const speeds = seen.slice(1).map((mm, index) => (((mm ?? NaN) - (seen[index] ?? NaN)) / SAMPLE_MS) * 1_000);
      const tooFast = speeds.filter((speed) => Math.abs(speed) > maxSpeedMmS(model) + EPSILON);
      const changes = speeds.slice(1).map((speed, index) => ((speed - (speeds[index] ?? NaN)) / SAMPLE_MS) * 1_000);
      const tooSudden = changes.filter((change) => Math.abs(change) > MAX_ACCELERATION_MM_S2 + 1e-3);
      expect({ tooFast, tooSudden }).toEqual({ tooFast: [], tooSudden: [] });
    }),
    { numRuns: 300 },
  );
  expect(samples).toBeGreaterThan(200_000);
});

test('once inside the stroke window the slider never leaves it, in any mode and call order', async () => {
  const plans = fc.array(fc.tuple(fc.oneof(anyMove, anyMove, anyMove, anyStop, anyMode), anyPause), {
    minLength: 1,
    maxLength: 14,
  });
  await fc.assert(
    fc.asyncProperty(anyModel, anyWindow, plans, async (model, stroke, plan) => {
      const booted = await boot(model);
      const { device, time, mm } = booted;
      const { min_absolute, max_absolute } = await device.call('slider.setStroke', stroke);
      await device.call('hamp.start', {});
      time.advance(10_000);
      const outside: number[] = [];
      for (const [step, waitMs] of plan) {
        await refused(step(booted));
        for (let ms = 0; ms < waitMs; ms += 3) {
          time.advance(3);
          const atMm = await mm();
          if (atMm < min_absolute - EPSILON || atMm > max_absolute + EPSILON) outside.push(atMm);
        }
      }
      expect(outside).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('after a stop is executed the slider rests within the braking time and no earlier call moves it', async () => {
  const plans = fc.array(
    fc.tuple(
      fc.oneof({ weight: 8, arbitrary: anyMove }, { weight: 1, arbitrary: fc.oneof(anyMode, anyStroke, anyFate) }),
      anyPause,
    ),
    { minLength: 1, maxLength: 8 },
  );
  let moving = 0;
  await fc.assert(
    fc.asyncProperty(anyModel, plans, anyStop, async (model, plan, stop) => {
      const booted = await boot(model);
      const { device, time } = booted;
      for (const [step, waitMs] of plan) {
        await refused(step(booted));
        time.advance(waitMs);
      }
      if (device.info() && (await booted.slider()).speed_absolute > 0) moving += 1;
      // Sent before the stop, and executed before it; their effects must not move the slider afterwards.
      const older = plan.map(([step]) => refused(step(booted)));
      await refused(stop(booted));
      await Promise.all(older);
      if (device.info()) await device.call('slider.setStroke', { min: 0.4, max: 0.6 });
      time.advance((maxSpeedMmS(model) / MAX_ACCELERATION_MM_S2) * 1_000 + EPSILON);
      let rest = await seenMm(booted);
      for (const waitMs of [1, 50, REBOOT_MS, 60_000]) {
        time.advance(waitMs);
        const atMm = await seenMm(booted);
        if (rest !== undefined && atMm !== undefined) expect(atMm).toBe(rest);
        rest ??= atMm;
      }
      expect(rest).toBeDefined();
    }),
    { numRuns: 2_000 },
  );
  expect(moving).toBeGreaterThan(300);
});
