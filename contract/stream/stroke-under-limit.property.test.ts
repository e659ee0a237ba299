/** A stream keeps the limit of the speed while the stroke or the limit is set, by the app or by another program. */
import { ButtonEvent, DeviceButton, isHspPlaying } from '@tactus/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { pointsOf, type StreamedDevice, streamedDevice } from './streamed-device.ts';

const RUNS = Number(process.env['TACTUS_DEEP_STROKES'] ?? 12);
const LOOK_EVERY_MS = 20;
/** Every request has its answer after so long. */
const SETTLED_MS = 2_000;
/**
 * The slider goes no further in so long than the limit allows, and these millimetres: points travel as whole percents, and a slider beside its
 * course by up to 3 % of the stroke joins it after a pause without a way of its own.
 */
const WATCHED_MS = 300;
const BEYOND_MM = 5;
/** A lower limit counts once points under it have arrived, ms: after an earlier play, and at the end of a pause, too. */
const APPLIES_AFTER_MS = 1_500;

/** Up and down, in a long stroke faster than the limit allows. The legs take long enough for the rounding of corners to matter little. */
const FAST = Array.from({ length: 600 }, (_, index) => [index * 400, index % 2 === 0 ? 0 : 100] as const);

const share = fc.integer({ min: 0, max: 100 });
const stroke = fc
  .tuple(share, share)
  .filter(([one, other]) => Math.abs(one - other) >= 10)
  .map(([one, other]) => ({ min: Math.min(one, other) / 100, max: Math.max(one, other) / 100 }));
const step = fc.record({
  change: fc.oneof(
    { weight: 3, arbitrary: fc.record({ stroke }) },
    fc.record({ seekMs: fc.integer({ min: 0, max: 100_000 }) }),
    fc.record({ rate: fc.constantFrom(0.5, 0.75, 1) }),
    { weight: 2, arbitrary: fc.record({ maxSpeedMmS: fc.integer({ min: 20, max: 150 }) }) },
    fc.record({ pausedMs: fc.integer({ min: 0, max: 900 }) }),
    fc.record({ stroke, pressedAfterMs: fc.integer({ min: 0, max: 700 }) }),
  ),
  waitMs: fc.oneof(fc.integer({ min: 0, max: 250 }), fc.integer({ min: 0, max: 3_000 })),
});

/** How far the slider went beyond the limit at most, mm. */
function watchSlider({ run, mm }: StreamedDevice, first: number) {
  const track: number[] = [];
  let limitMmS = first;
  let lower = { inMs: Infinity, limitMmS };
  let beyondMm = 0;
  const watched = {
    beyondMm: () => beyondMm,
    limited(next: number): void {
      // Of several lower ones the last counts so long after it; the limits before have not been raised meanwhile.
      lower = { inMs: next < limitMmS ? APPLIES_AFTER_MS : Infinity, limitMmS: next };
      limitMmS = Math.max(limitMmS, next);
    },
    async until(step: Promise<unknown>): Promise<void> {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      step.then(over, over);
      while (!isOver) await watched.run(LOOK_EVERY_MS);
    },
    async run(forMs: number): Promise<void> {
      for (let passedMs = 0; passedMs < forMs; passedMs += LOOK_EVERY_MS) {
        await run(LOOK_EVERY_MS);
        lower.inMs -= LOOK_EVERY_MS;
        if (lower.inMs <= 0) {
          ({ limitMmS } = lower);
          lower.inMs = Infinity;
          track.length = 0;
        }
        track.push(await mm());
        if (track.length > WATCHED_MS / LOOK_EVERY_MS) track.shift();
        const now = track.at(-1) ?? 0;
        for (const [at, earlier] of track.entries()) {
          const goneMs = (track.length - 1 - at) * LOOK_EVERY_MS;
          beyondMm = Math.max(beyondMm, Math.abs(now - earlier) - (limitMmS * goneMs) / 1_000);
        }
      }
    },
  };
  return watched;
}

test.each(profiles)(
  'property: under the profile %s no change of stroke, place, rate and limit moves the slider of a stream faster than the limit of the speed',
  async (profile) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 40, max: 150 }),
        stroke,
        fc.array(step, { minLength: 1, maxLength: 5 }),
        async (maxSpeedMmS, first, steps) => {
          const streamed = await streamedDevice(profile, { source: { points: pointsOf(FAST) } });
          const { world, device, stream } = streamed;
          await world.settled(device.slider.setStroke(first));
          device.limits.set({ maxSpeedMmS });
          const playing = stream.play();
          await world.settled(playing);
          const watched = watchSlider(streamed, maxSpeedMmS);
          await watched.run(1_500);
          let last = first;
          let isStopped = false;
          for (const { change, waitMs } of steps) {
            const ignored = () => undefined; // of two changes at a time the newer one counts
            const isPressed = 'pressedAfterMs' in change;
            // A press before a play has arrived is overtaken by that play.
            if (isPressed) await watched.run(SETTLED_MS);
            if ('stroke' in change) {
              last = change.stroke;
              device.slider.setStroke(last).catch(ignored);
            }
            if (isPressed) {
              await watched.run(change.pressedAfterMs);
              world.virtual.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
              isStopped = true;
            } else if ('pausedMs' in change) {
              stream.pause().catch(ignored);
              await watched.run(change.pausedMs);
              await watched.until(stream.play());
              isStopped = false;
            } else if ('seekMs' in change) stream.seek(change.seekMs).catch(ignored);
            else if ('rate' in change) stream.setRate(change.rate).catch(ignored);
            else if ('maxSpeedMmS' in change) {
              device.limits.set({ maxSpeedMmS: change.maxSpeedMmS });
              watched.limited(change.maxSpeedMmS);
            }
            await watched.run(waitMs);
          }
          await watched.run(3_000);
          const { slider } = device.store.getState();
          expect([slider.min, slider.max]).toEqual([last.min, last.max]);
          expect(isHspPlaying(await streamed.hsp())).toBe(!isStopped);
          expect(stream.store.getState().phase === 'playing').toBe(!isStopped);
          await world.settled(device.stop());
          expect(watched.beyondMm()).toBeLessThanOrEqual(BEYOND_MM);
        },
      ),
      { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 300_000 },
    );
  },
);
