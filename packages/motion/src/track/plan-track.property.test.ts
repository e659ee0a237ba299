import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brakingEndMm } from '../leg.ts';
import type { MotorLimits } from '../motor-limits.ts';
import { type MotionState, type Plan, planStateAt } from '../plan.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import type { Zone } from '../zone.ts';
import type { TrackStream } from './leg-stream.ts';
import { planTrack } from './plan-track.ts';
import { correctStreamClock, streamMsAt } from './stream-clock.ts';

const TRAVEL: Zone = { minMm: 5, maxMm: 102.826 };
const START_MS = 1_700_000_000_000;
const HANDY: MotorLimits = { maxSpeedMmS: 400, maxAccelerationMmS2: 9000 };
const TINY = 1e-6;
/** Pieces of 0.01 us from rounding get no knot; a few may be adjacent. */
const SKIPPED_MM_S = 3e-4;

/** A number with three decimals; it shrinks better than a double. */
const decimal = (min: number, max: number) =>
  fc.integer({ min: Math.ceil(min * 1000), max: Math.floor(max * 1000) }).map((thousandths) => thousandths / 1000);

const limits: fc.Arbitrary<MotorLimits> = fc.oneof(
  fc.constant(HANDY),
  fc.record({
    maxSpeedMmS: decimal(32, 450),
    maxAccelerationMmS2: decimal(1000, 9000),
  }),
);
const place = decimal(TRAVEL.minMm, TRAVEL.maxMm);
const zone: fc.Arbitrary<Zone> = fc.oneof(
  fc.constant(TRAVEL),
  fc.tuple(place, place).map(([a, b]) => ({ minMm: Math.min(a, b), maxMm: Math.max(a, b) })),
);
const gapMs = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 20, max: 600 }), fc.constant(3000));
const percent = fc.oneof(fc.constantFrom(0, 100), fc.integer({ min: 0, max: 100 }));
const pointsOf = (min: number, max: number): fc.Arbitrary<ScriptPoint[]> =>
  fc.array(fc.tuple(gapMs, percent), { minLength: min, maxLength: max }).map((steps) => {
    let t = 0;
    return steps.map(([gap, x]) => {
      t += gap;
      return { t, x };
    });
  });

type Step = { waitMs: number } & (
  | { kind: 'extend' }
  | { kind: 'seek'; toMs: number }
  | { kind: 'sync'; byMs: number; filter: number }
  | { kind: 'rate'; rate: number }
  | { kind: 'zone'; zone: Zone }
  | { kind: 'points'; points: ScriptPoint[] }
  | { kind: 'loop'; loop: boolean }
);
const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      fc.record({ kind: fc.constant('extend' as const) }),
      fc.record({ kind: fc.constant('seek' as const), toMs: fc.integer({ min: -500, max: 9000 }) }),
      fc.record({
        kind: fc.constant('sync' as const),
        byMs: fc.integer({ min: -400, max: 400 }),
        filter: fc.constantFrom(0.5, 0.9, 1),
      }),
      fc.record({ kind: fc.constant('rate' as const), rate: fc.constantFrom(0.25, 0.5, 1, 1.5, 2, 3.7) }),
      fc.record({ kind: fc.constant('zone' as const), zone }),
      fc.record({ kind: fc.constant('points' as const), points: pointsOf(0, 30) }),
      fc.record({ kind: fc.constant('loop' as const), loop: fc.boolean() }),
    ),
    decimal(0, 1500),
  )
  .map(([what, waitMs]) => ({ ...what, waitMs }));

interface Seen {
  plan: Plan;
  untilMs: number;
  zone: Zone;
  from: MotionState;
}

/** Plays a history of streams, planning again whenever the plan ends, and passes on every plan with its span of use. */
function play(
  steps: readonly Step[],
  cap: MotorLimits,
  first: Zone,
  points: ScriptPoint[],
  check: (seen: Seen) => void,
) {
  let inside = first;
  let nowMs = START_MS;
  let from: MotionState = { positionMm: first.minMm, speedMmS: 0 };
  let stream: TrackStream = { points, clock: { atMs: nowMs, streamMs: 0, rate: 1 }, loop: false };
  for (const step of [{ kind: 'extend', waitMs: 3000 } as Step, ...steps, { kind: 'extend', waitMs: 5000 } as Step]) {
    const { clock } = stream;
    if (step.kind === 'seek') stream = { ...stream, clock: { ...clock, atMs: nowMs, streamMs: step.toMs } };
    if (step.kind === 'rate')
      stream = { ...stream, clock: { atMs: nowMs, streamMs: streamMsAt(clock, nowMs), rate: step.rate } };
    if (step.kind === 'zone') inside = step.zone;
    if (step.kind === 'points') stream = { ...stream, points: step.points };
    if (step.kind === 'loop') stream = { ...stream, loop: step.loop };
    if (step.kind === 'sync') {
      const target = streamMsAt(clock, nowMs) + step.byMs;
      stream = { ...stream, clock: correctStreamClock(clock, nowMs, target, step.filter) };
    }
    const endMs = nowMs + step.waitMs;
    do {
      const track = planTrack({ startMs: nowMs, from, zone: inside, limits: cap, stream, horizonMs: 700 });
      if (!(track.validUntilMs > nowMs)) throw new Error(`a plan that is over at once, ${nowMs}`);
      const untilMs = Math.min(endMs, track.validUntilMs);
      check({ plan: track.plan, untilMs, zone: inside, from });
      from = planStateAt(track.plan, untilMs);
      nowMs = untilMs;
    } while (nowMs < endMs);
  }
}

/** The extremes of a plan, and the largest gap between its pieces. */
function worstOf({ knots }: Plan) {
  const worst = {
    speedMmS: 0,
    accelerationMmS2: 0,
    jumpMm: 0,
    jumpMmS: 0,
    lowMm: Infinity,
    highMm: -Infinity,
    turns: false,
  };
  knots.forEach((knot, index) => {
    worst.speedMmS = Math.max(worst.speedMmS, Math.abs(knot.speedMmS));
    worst.accelerationMmS2 = Math.max(worst.accelerationMmS2, Math.abs(knot.accelerationMmS2));
    worst.lowMm = Math.min(worst.lowMm, knot.positionMm);
    worst.highMm = Math.max(worst.highMm, knot.positionMm);
    const next = knots[index + 1];
    if (!next) return;
    const seconds = (next.atMs - knot.atMs) / 1000;
    const wayMm = (knot.speedMmS + (knot.accelerationMmS2 * seconds) / 2) * seconds;
    worst.jumpMm = Math.max(worst.jumpMm, Math.abs(knot.positionMm + wayMm - next.positionMm));
    const jumpMmS = knot.speedMmS + knot.accelerationMmS2 * seconds - next.speedMmS;
    worst.jumpMmS = Math.max(worst.jumpMmS, Math.abs(jumpMmS));
    const both = Math.min(Math.abs(knot.speedMmS), Math.abs(next.speedMmS));
    worst.turns ||= (both > SKIPPED_MM_S && knot.speedMmS * next.speedMmS < 0) || !(seconds > 0);
  });
  return worst;
}

const ALL_WELL = {
  tooFast: false,
  tooStrong: false,
  turnsInAPiece: false,
  jumps: false,
  beginsElsewhere: false,
  beginsOtherwise: false,
  endsMoving: false,
};

const histories = fc.array(step, { maxLength: 8 });

describe('in any history of a stream', () => {
  test('speed and acceleration keep the limits, position and speed have no jumps', () => {
    fc.assert(
      fc.property(histories, limits, zone, pointsOf(0, 40), (steps, cap, first, points) => {
        play(steps, cap, first, points, ({ plan, from }) => {
          const [start, end] = [plan.knots[0], plan.knots.at(-1)!];
          const worst = worstOf(plan);
          expect({
            tooFast: worst.speedMmS > cap.maxSpeedMmS,
            tooStrong: worst.accelerationMmS2 > cap.maxAccelerationMmS2,
            turnsInAPiece: worst.turns,
            jumps: worst.jumpMm > 1e-5 || worst.jumpMmS > SKIPPED_MM_S,
            beginsElsewhere: Math.abs(start.positionMm - from.positionMm) > 1e-5,
            beginsOtherwise: start.atMs > 1e-3 || Math.abs(start.speedMmS - from.speedMmS) > SKIPPED_MM_S,
            endsMoving: end.speedMmS !== 0 || end.accelerationMmS2 !== 0,
          }).toEqual(ALL_WELL);
        });
      }),
    );
  });

  test('the slider never leaves a zone that does not change, even where a plan ends before it is continued', () => {
    const unzoned = fc.array(
      step.filter(({ kind }) => kind !== 'zone'),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(unzoned, limits, zone, pointsOf(0, 40), (steps, cap, inside, points) => {
        play(steps, cap, inside, points, ({ plan }) => {
          const { lowMm, highMm } = worstOf(plan);
          if (lowMm < inside.minMm || highMm > inside.maxMm) expect({ lowMm, highMm }).toEqual(inside);
        });
      }),
    );
  });

  test('a zone that changes is left only by the braking distance', () => {
    fc.assert(
      fc.property(histories, limits, zone, pointsOf(0, 40), (steps, cap, first, points) => {
        play(steps, cap, first, points, ({ plan, zone: inside, from }) => {
          const brakedMm = brakingEndMm(from, cap.maxAccelerationMmS2);
          const { lowMm, highMm } = worstOf(plan);
          expect(lowMm).toBeGreaterThanOrEqual(Math.min(inside.minMm, from.positionMm, brakedMm) - TINY);
          expect(highMm).toBeLessThanOrEqual(Math.max(inside.maxMm, from.positionMm, brakedMm) + TINY);
        });
      }),
    );
  });

  test('a stream that ends leaves the slider at rest on its last point', () => {
    fc.assert(
      fc.property(histories, limits, zone, pointsOf(1, 40), (steps, cap, first, points) => {
        let last: Seen | undefined;
        const ended: Step[] = [
          ...steps,
          { kind: 'loop', loop: false, waitMs: 0 },
          { kind: 'points', points, waitMs: 0 },
          { kind: 'zone', zone: first, waitMs: 0 },
          { kind: 'seek', toMs: points.at(-1)!.t + 10, waitMs: 8000 },
        ];
        play(ended, cap, first, points, (seen) => {
          last = seen;
        });
        const { positionMm, speedMmS } = planStateAt(last!.plan, last!.untilMs);
        expect(speedMmS).toBe(0);
        const wantedMm = first.minMm + (points.at(-1)!.x / 100) * (first.maxMm - first.minMm);
        expect(Math.abs(positionMm - wantedMm)).toBeLessThan(1e-3);
      }),
    );
  });
});

describe('planned in parts', () => {
  const known = pointsOf(3, 60).map((points) => points.map(({ t, x }, index) => ({ t: t + index + 1, x })));
  const instants = fc.array(decimal(0, 6000), { maxLength: 25 });

  test.each([
    ['with the whole stream known, it moves as if planned at once', Infinity],
    ['with points that come a little ahead of the slider, it does so too', 2],
  ])('%s', (_, pointsAhead) => {
    fc.assert(
      fc.property(
        known,
        instants,
        zone,
        limits,
        fc.integer({ min: 20, max: 900 }),
        (drawn, cuts, inside, cap, horizonMs) => {
          const all = [{ t: 0, x: 0 }, ...drawn];
          const from = { positionMm: inside.minMm, speedMmS: 0 };
          const clock = { atMs: START_MS, streamMs: 0, rate: 1 };
          const request = { zone: inside, limits: cap };
          const stream = { points: all, clock, loop: false };
          const whole = planTrack({ ...request, startMs: START_MS, from, stream, horizonMs: 1e9 }).plan;

          const times = [...cuts].sort((a, b) => a - b).map((ms) => START_MS + ms);
          const endMs = START_MS + (all.at(-1)?.t ?? 0) + 2000;
          let nowMs = START_MS;
          let state: MotionState = from;
          while (nowMs < endMs) {
            const last = all.findIndex(({ t }) => t > nowMs - START_MS);
            const points = last < 0 || pointsAhead === Infinity ? all : all.slice(0, last + pointsAhead + 1);
            const complete = points.length === all.length;
            const track = planTrack({
              ...request,
              startMs: nowMs,
              from: state,
              stream: { ...stream, points },
              horizonMs,
            });
            // A source with little lead has to deliver points before the leg that they extend.
            const deadlineMs = complete ? Infinity : START_MS + (points[points.length - 3]?.t ?? 0);
            const due = times.find((ms) => ms > nowMs) ?? Infinity;
            const untilMs = Math.max(nowMs + 0.5, Math.min(due, track.validUntilMs, deadlineMs, endMs));
            for (const part of [0.3, 1]) {
              const atMs = nowMs + (untilMs - nowMs) * part;
              const difference = planStateAt(track.plan, atMs).positionMm - planStateAt(whole, atMs).positionMm;
              expect(Math.abs(difference)).toBeLessThan(0.1);
            }
            state = planStateAt(track.plan, untilMs);
            nowMs = untilMs;
          }
        },
      ),
    );
  });
});
