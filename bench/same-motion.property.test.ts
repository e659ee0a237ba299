/** Strokes in step keep the limit of the speed in every change of velocity, zone, stroke and limit, and go on afterwards. */
import { HampPlayState, isHspPlaying } from '@tactus/protocol';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import type { VirtualDevice } from '@tactus/virtual-device';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FollowersWorld, openFollowersWorld, SLIDERS } from './models/followers-world.ts';
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
/** Strokes that rest for several changes go on after so long at most, ms. */
const GOES_ON_WITHIN_MS = 20_000;
/** A slider that moves goes further than so within so long. */
const MOVES_MM = 0.2;
const MOVES_WITHIN_MS = 2_000;
/** From this velocity on a slider moves as far as that. */
const MOVES_FROM = 0.1;

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

  async function run(forMs: number): Promise<void> {
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
  }

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
    run,
    /** How far the slider goes at least that goes least, mm. */
    async leastGoneIn(forMs: number): Promise<number> {
      const places: number[][] = sliders.map(() => []);
      for (let passedMs = 0; passedMs < forMs; passedMs += WATCHED_MS) {
        await run(WATCHED_MS);
        for (const [index, track] of tracks.entries()) places[index]?.push(...track);
      }
      return Math.min(...places.map((mm) => Math.max(...mm) - Math.min(...mm)));
    },
  };
}

/** Lets time go on until all sliders move by the strokes in step; resolves with whether they do. */
async function goOn({ linked, deviceOf }: FollowersWorld, run: (forMs: number) => Promise<void>): Promise<boolean> {
  const states = Array.from({ length: SLIDERS }, (_, index) => deviceOf(index).store.getState);
  const areRunning = () =>
    states.every((state) => isHspPlaying(state().hsp)) &&
    linked.device.store.getState().hamp.play_state === HampPlayState.PLAYING;
  for (let waitedMs = 0; !areRunning() && waitedMs < GOES_ON_WITHIN_MS; waitedMs += 500) await run(500);
  return areRunning();
}

// A Stop of the device in use is confirmed before its play is answered, and is sent again.
test.each([30, 33, 34])(
  'strokes that rest for a new stroke go on, however late their first play is (%i)',
  async (seed) => {
    const time = createFakeTime();
    const world = await openFollowersWorld({
      ...{ time, seed, sameMotion: true, aheadMs: [] },
      way: (random) => 60 + random.exponential(400),
    });
    const { device } = world.linked;
    device.limits.set({ maxSpeedMmS: 200 });
    void device.hamp.start();
    void device.hamp.setVelocity(0.5);
    await time.run(1_200);
    await settled(time, device.slider.setStroke({ min: 0.1, max: 0.9 }));
    expect(await goOn(world, time.run)).toBe(true);
    await settled(time, device.stop());
    await world.close();
  },
);

test.each(['tactus', 'vendor'] as const)(
  'property: over the network of the profile %s no change of velocity, zone, stroke or limit moves a slider faster than the limit of the speed, or ends the strokes',
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
          let velocity = 0;
          for (const { change: one, waitMs } of steps) {
            const ignored = () => undefined; // two commands at a time: the newer one counts
            if ('velocity' in one) {
              velocity = one.velocity;
              device.hamp.setVelocity(velocity).catch(ignored);
            }
            if ('zone' in one) device.hamp.setStroke(one.zone).catch(ignored);
            if ('stroke' in one) device.slider.setStroke(one.stroke).catch(ignored);
            if ('maxSpeedMmS' in one) {
              device.limits.set({ maxSpeedMmS: one.maxSpeedMmS });
              watched.limited(one.maxSpeedMmS);
            }
            await watched.run(waitMs);
          }
          await watched.run(2_000);
          const isRunning = await goOn(world, watched.run);
          const leastGoneMm = await watched.leastGoneIn(MOVES_WITHIN_MS);
          await settled(time, device.stop());
          await world.close();
          expect(watched.beyondMm()).toBeLessThanOrEqual(BEYOND_MM);
          expect(isRunning).toBe(true);
          if (velocity >= MOVES_FROM) expect(leastGoneMm).toBeGreaterThan(MOVES_MM);
        },
      ),
      { numRuns: RUNS + FOUND.length, examples: FOUND, endOnFailure: true, interruptAfterTimeLimit: BOUND_MS },
    );
  },
);
