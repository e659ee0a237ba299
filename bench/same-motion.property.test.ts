/** Strokes in step keep the limit of the speed in every change of velocity, zone, stroke and limit. */
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import type { VirtualDevice } from '@tactus/virtual-device';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openFollowersWorld, SLIDERS } from './models/followers-world.ts';
import { settled } from './models/group-world.ts';
import { WAYS } from './models/video-player.ts';

/** `npm run deep -- group` runs more. */
const RUNS = Number(process.env['TACTUS_DEEP_GROUP_LIMITS'] ?? 8);
/** No case is cut short before a test ends. */
const BOUND_MS = 300_000;
const LOOK_EVERY_MS = 20;
/** A slider goes no further in so long than the limit allows, and these millimetres: points travel as whole percents. */
const WATCHED_MS = 300;
const BEYOND_MM = 3;
/** A lower limit holds once all devices have the course under it, ms. */
const APPLIES_AFTER_MS = { tactus: 1_000, vendor: 2_200 } as const;

const window = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
  .filter(([one, other]) => Math.abs(one - other) >= 10)
  .map(([one, other]) => ({ min: Math.min(one, other) / 100, max: Math.max(one, other) / 100 }));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const maxSpeedMmS = fc.integer({ min: 40, max: 380 });
const change = fc.oneof(
  fc.record({ velocity: share }),
  fc.record({ velocity: share }),
  fc.record({ zone: window }),
  fc.record({ stroke: window }),
  fc.record({ maxSpeedMmS }),
);
const step = fc.record({
  change,
  waitMs: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 3_000 })),
});
const acceleration = fc.constantFrom(Infinity, 2_000, 5_000);

/** Found over the vendor's network: a play that arrived after the stop before a new stroke; a slider that was not where it was expected. */
const FOUND: [number, number, number, (typeof step extends fc.Arbitrary<infer T> ? T : never)[]][] = [
  [
    ...([882, 45, 5_000] as const),
    [
      { change: { velocity: 0 }, waitMs: 106 },
      { change: { stroke: { min: 0.06, max: 0.39 } }, waitMs: 193 },
      { change: { velocity: 0 }, waitMs: 150 },
      { change: { velocity: 0 }, waitMs: 1_000 },
      { change: { stroke: { min: 0.16, max: 0.94 } }, waitMs: 2_609 },
    ],
  ],
  [
    ...([904, 104, Infinity] as const),
    [
      { change: { velocity: 0 }, waitMs: 2 },
      { change: { velocity: 0 }, waitMs: 117 },
      { change: { zone: { min: 0.1, max: 0.55 } }, waitMs: 0 },
      { change: { maxSpeedMmS: 40 }, waitMs: 2_208 },
      { change: { stroke: { min: 0.16, max: 0.97 } }, waitMs: 1_987 },
    ],
  ],
];

/** Watches sliders while time goes on: how far beyond the limit one went at most, mm. */
function watchSpeed(
  time: FakeTime,
  sliders: readonly VirtualDevice[],
  { first, appliesAfterMs }: { readonly first: number; readonly appliesAfterMs: number },
) {
  let limit = first;
  let lowersTo = { atMs: Infinity, limit: first };
  let beyondMm = 0;
  const tracks: number[][] = sliders.map(() => []);
  return {
    beyondMm: () => beyondMm,
    limited(next: number) {
      if (next < limit) {
        lowersTo = { atMs: time.monotonic() + appliesAfterMs, limit: next };
        return;
      }
      limit = next;
      lowersTo = { atMs: Infinity, limit };
    },
    async run(forMs: number): Promise<void> {
      for (let passedMs = 0; passedMs < forMs; passedMs += LOOK_EVERY_MS) {
        await time.run(LOOK_EVERY_MS);
        if (time.monotonic() >= lowersTo.atMs) {
          limit = lowersTo.limit;
          lowersTo = { atMs: Infinity, limit };
          for (const track of tracks) track.length = 0;
        }
        for (const [index, device] of sliders.entries()) {
          const { position_absolute: mm } = await device.call('slider.state', {});
          const track = tracks[index] ?? [];
          track.push(mm);
          if (track.length > WATCHED_MS / LOOK_EVERY_MS) track.shift();
          for (const [at, earlier] of track.entries()) {
            const goneMs = (track.length - 1 - at) * LOOK_EVERY_MS;
            beyondMm = Math.max(beyondMm, Math.abs(mm - earlier) - (limit * goneMs) / 1_000);
          }
        }
      }
    },
  };
}

test.each(['tactus', 'vendor'] as const)(
  'property: over the network of the profile %s no change of velocity, zone, stroke or limit moves a slider faster than the limit of the speed',
  async (profile) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1_000),
        maxSpeedMmS,
        acceleration,
        fc.array(step, { minLength: 3, maxLength: 9 }),
        async (seed, first, maxAccelerationMmS2, steps) => {
          const time = createFakeTime();
          const world = await openFollowersWorld({ time, way: WAYS[profile], seed, sameMotion: true, aheadMs: [] });
          const { device } = world.linked;
          device.limits.set({ maxSpeedMmS: first, maxAccelerationMmS2 });
          const watched = watchSpeed(time, world.cloud.devices.slice(0, SLIDERS), {
            first,
            appliesAfterMs: APPLIES_AFTER_MS[profile],
          });
          await settled(time, device.hamp.start());
          for (const { change: one, waitMs } of steps) {
            const ignored = () => undefined; // two commands at a time: the newer one counts
            if ('velocity' in one) device.hamp.setVelocity(one.velocity).catch(ignored);
            if ('zone' in one) device.hamp.setStroke(one.zone).catch(ignored);
            if ('stroke' in one) device.slider.setStroke(one.stroke).catch(ignored);
            if ('maxSpeedMmS' in one) {
              device.limits.set({ maxSpeedMmS: one.maxSpeedMmS });
              watched.limited(one.maxSpeedMmS);
            }
            await watched.run(waitMs);
          }
          await watched.run(2_000);
          await settled(time, device.stop());
          await world.close();
          expect(watched.beyondMm()).toBeLessThanOrEqual(BEYOND_MM);
        },
      ),
      { numRuns: RUNS, examples: FOUND, endOnFailure: true, interruptAfterTimeLimit: BOUND_MS },
    );
  },
);
