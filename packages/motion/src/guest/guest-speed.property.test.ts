import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import { type MotionState, type Plan, stateAt } from '../plan.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { planTrack } from '../track/plan-track.ts';
import { FULL_WINDOW, zoneOf } from '../zone.ts';
import { guestCall } from './guest-call.ts';
import { GUEST_MODES } from './guest-call-kind.ts';
import { type GuestPlan, NEW_GUEST_PLAN } from './guest-plan.ts';

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

/** A stream that is played, and what it is played by. */
interface Begun {
  readonly plan: GuestPlan;
  readonly limits: Parameters<typeof guestCall>[0]['limits'];
  readonly device: Parameters<typeof guestCall>[0]['device'];
  readonly startTimeMs: number;
}

/** The slider stands somewhere, and a guest plays points. */
function begin({ points, speed, percent, loop, rate }: Playing): Begun {
  const limits = { allow: GUEST_MODES, speed, stroke: FULL_WINDOW, intensity: 1 };
  const device = {
    ...{ movement, stroke: FULL_WINDOW, speedMmS: 0, nowMs: 0, leadMs: 0, offsetMs: 0, maxPoints: 3_000 },
    positionMm: zone.minMm + (percent / 100) * movement.travel.lengthMm,
  };
  const input = { start_time: 0, server_time: 0, playback_rate: rate, loop, add: { points, flush: true } };
  const answer = guestCall({ name: 'hsp.play', input, plan: NEW_GUEST_PLAN, limits, device });
  if ('refused' in answer) throw new Error(answer.refused);
  return { plan: answer.plan, limits, device, startTimeMs: Number(answer.calls[0].input['start_time']) };
}

/** How a slider follows what the device has been sent, from an instant on. */
function follow({ plan: { stream }, startTimeMs }: Begun, rate: number, startMs: number, from: MotionState): Plan {
  const clock = { atMs: 0, streamMs: startTimeMs, rate };
  const sent = { points: stream?.sent ?? [], clock, loop: stream?.loop ?? false };
  return planTrack({ startMs, from, zone, limits: motor, stream: sent, horizonMs: 15_000 }).plan;
}

const fastestOf = (knots: readonly MotionState[]) => Math.max(...knots.map(({ speedMmS }) => Math.abs(speedMmS)));
const mostOf = ({ speed }: Playing) => speed * movement.speed.maxMmS * CORNERS;

test('a slider that follows what goes out never has to make up for a corner, however near together the points are', () => {
  const keeps = (asked: Playing) => {
    const begun = begin(asked);
    expect(fastestOf(follow(begun, asked.rate, 0, begun.device).knots)).toBeLessThanOrEqual(mostOf(asked));
  };
  // A leg too short to turn behind it once made this 374 mm/s where 216 were allowed.
  const points = [27, 55, 0, 55, 0].map((x, place) => ({ t: Math.max(0, place * 150 - 90), x }));
  const found: Playing = { points, speed: 0.54, percent: 27, loop: false, rate: 1 };
  fc.assert(fc.property(playing, keeps), { numRuns: 1_000, examples: [[found]] });
});

const appending = fc.record({
  asked: playing.map((asked) => ({ ...asked, loop: false })),
  /** How long before the end of what was sent more points come. */
  earlyMs: fc.integer({ min: -50, max: 100 }),
  more: fc.array(fc.record({ gap, x: fc.integer({ min: 0, max: 100 }) }), { minLength: 1, maxLength: 5 }),
});
type Appending = typeof appending extends fc.Arbitrary<infer T> ? T : never;

test('nor where more points come while it turns at the end of what was sent', () => {
  const keeps = ({ asked, earlyMs, more }: Appending) => {
    const begun = begin(asked);
    const endMs = ((begun.plan.stream?.sent.at(-1)?.t ?? 0) - begun.startTimeMs) / asked.rate;
    const nowMs = Math.max(0, endMs - earlyMs);
    const before = follow(begun, asked.rate, 0, begun.device);
    const from = stateAt(before, nowMs);
    const lastMs = asked.points.at(-1)?.t ?? 0;
    const points = more.map(({ x }, place) => ({ t: lastMs + 1 + timeOf(more, place), x }));
    const answer = guestCall({
      ...{ name: 'hsp.add', input: { points, flush: false }, plan: begun.plan, limits: begun.limits },
      device: { ...begun.device, ...from, nowMs },
    });
    if ('refused' in answer) throw new Error(answer.refused);
    const after = follow({ ...begun, plan: answer.plan }, asked.rate, nowMs, from);
    const past = before.knots.filter(({ atMs }) => atMs <= nowMs);
    expect(fastestOf([...past, ...after.knots])).toBeLessThanOrEqual(mostOf(asked));
  };
  fc.assert(fc.property(appending, keeps), { numRuns: 1_000 });
});
