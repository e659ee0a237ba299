import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { planTrack } from '../track/plan-track.ts';
import { FULL_WINDOW, zoneOf } from '../zone.ts';
import { guestCall } from './guest-call.ts';
import { GUEST_MODES } from './guest-call-kind.ts';
import { NEW_GUEST_PLAN } from './guest-plan.ts';

const movement = movementOfModel(0) ?? expect.fail('a Handy has a slider');
const zone = zoneOf(movement.travel, FULL_WINDOW);
const motor = { maxSpeedMmS: movement.speed.maxMmS, maxAccelerationMmS2: movement.maxAccelerationMmS2 };

/**
 * A slider rounds a corner off half inside and half outside of it (`cornerBetween`). What that adds to the way of a leg whose
 * corners just leave room for it adds this much to its speed; where it came late out of a corner it would be several times.
 */
const CORNERS = 1.5;

const gap = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 400 }));
const playing = fc.record({
  points: fc
    .array(fc.record({ gap, x: fc.integer({ min: 0, max: 100 }) }), { minLength: 1, maxLength: 25 })
    .map((gaps) => gaps.map(({ x }, place): ScriptPoint => ({ t: timeOf(gaps, place), x }))),
  speed: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  percent: fc.integer({ min: 0, max: 100 }),
  loop: fc.boolean(),
  rate: fc.constantFrom(0.5, 1, 3),
});
type Playing = typeof playing extends fc.Arbitrary<infer T> ? T : never;

const timeOf = (gaps: readonly { readonly gap: number }[], place: number) =>
  gaps.slice(0, place + 1).reduce((sum, each) => sum + each.gap, 0);

/** How fast a slider gets that follows what the device is sent, mm/s. */
function fastestMmS({ points, speed, percent, loop, rate }: Playing): number {
  const positionMm = zone.minMm + (percent / 100) * movement.travel.lengthMm;
  const answer = guestCall({
    name: 'hsp.play',
    input: { start_time: 0, server_time: 0, playback_rate: rate, loop, add: { points, flush: true } },
    plan: NEW_GUEST_PLAN,
    limits: { allow: GUEST_MODES, speed, stroke: FULL_WINDOW, intensity: 1 },
    device: {
      ...{ movement, stroke: FULL_WINDOW, positionMm, speedMmS: 0 },
      ...{ nowMs: 0, leadMs: 0, offsetMs: 0, maxPoints: 3_000 },
    },
  });
  if ('refused' in answer) throw new Error(answer.refused);
  const clock = { atMs: 0, streamMs: Number(answer.calls[0].input['start_time']), rate };
  const stream = { points: answer.plan.stream?.sent ?? [], clock, loop };
  const from = { positionMm, speedMmS: 0 };
  const { plan } = planTrack({ startMs: 0, from, zone, limits: motor, stream, horizonMs: 15_000 });
  return Math.max(...plan.knots.map(({ speedMmS }) => Math.abs(speedMmS)));
}

test('a slider that follows what goes out never has to make up for a corner, however near together the points are', () => {
  const keeps = (asked: Playing) => {
    expect(fastestMmS(asked)).toBeLessThanOrEqual(asked.speed * movement.speed.maxMmS * CORNERS);
  };
  // A leg too short to turn behind it once made this 374 mm/s where 216 were allowed.
  const points = [27, 55, 0, 55, 0].map((x, place) => ({ t: Math.max(0, place * 150 - 90), x }));
  const found: Playing = { points, speed: 0.54, percent: 27, loop: false, rate: 1 };
  fc.assert(fc.property(playing, keeps), { numRuns: 1_000, examples: [[found]] });
});
