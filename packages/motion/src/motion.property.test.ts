import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brakingEndMm } from './leg.ts';
import type { MotorLimits } from './motor-limits.ts';
import { planMove, planStop, planTimedMove } from './move.ts';
import { planOscillation } from './oscillation.ts';
import { type MotionSample, type Plan, planEndMs, planHeadingOf, planRest, planStateAt } from './plan.ts';
import { nextKnotMs } from './testing/next-knot.ts';
import type { Zone } from './zone.ts';

const TOLERANCE = 1e-6;
const TRAVEL: Zone = { minMm: 5, maxMm: 102.826 };
const START_MS = 1000;

const positionMm = fc.double({ min: TRAVEL.minMm, max: TRAVEL.maxMm, noNaN: true });
const zone: fc.Arbitrary<Zone> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(TRAVEL) },
  {
    weight: 6,
    arbitrary: fc.tuple(positionMm, positionMm).map(([a, b]) => ({ minMm: Math.min(a, b), maxMm: Math.max(a, b) })),
  },
  { weight: 1, arbitrary: positionMm.map((mm) => ({ minMm: mm, maxMm: mm })) },
);
const limits: fc.Arbitrary<MotorLimits> = fc.record({
  maxSpeedMmS: fc.oneof(fc.constant(400), fc.double({ min: 32, max: 450, noNaN: true })),
  maxAccelerationMmS2: fc.oneof(fc.constant(9000), fc.double({ min: 1000, max: 9000, noNaN: true })),
});
const gapMs = fc.oneof(
  fc.double({ min: 0, max: 2, noNaN: true }),
  fc.double({ min: 0, max: 600, noNaN: true }),
  fc.double({ min: 0, max: 7_200_000, noNaN: true }),
);
const heading = fc.constantFrom('up' as const, 'down' as const);

type Step = { gapMs: number; zone?: Zone } & (
  | { kind: 'move'; toMm: number }
  | { kind: 'timed'; toMm: number; durationMs: number }
  | { kind: 'stop' }
  | { kind: 'oscillate'; cruiseMmS: number; heading: 'up' | 'down' }
);
const kind = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), toMm: fc.double({ min: -50, max: 200, noNaN: true }) }),
  fc.record({
    kind: fc.constant('timed' as const),
    toMm: positionMm,
    durationMs: fc.double({ min: 0, max: 3000, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('stop' as const) }),
  fc.record({
    kind: fc.constant('oscillate' as const),
    cruiseMmS: fc.double({ min: 32, max: 500, noNaN: true }),
    heading,
  }),
);
const step = (zones: fc.Arbitrary<Zone | undefined>): fc.Arbitrary<Step> =>
  fc.tuple(kind, gapMs, zones).map(([what, gap, next]) => ({ ...what, gapMs: gap, ...(next && { zone: next }) }));

function planStep(step: Step, startMs: number, from: MotionSample, inside: Zone, cap: MotorLimits): Plan {
  const departure = { startMs, from, zone: inside, limits: cap };
  switch (step.kind) {
    case 'move':
      return planMove({ ...departure, toMm: step.toMm });
    case 'timed':
      return planTimedMove({ ...departure, toMm: step.toMm, durationMs: step.durationMs });
    case 'stop':
      return planStop(departure);
    case 'oscillate':
      return planOscillation({ ...departure, cruiseMmS: step.cruiseMmS, heading: step.heading });
  }
}

/** Instants to check in a span: its ends, knots (many of the first, some of the last), and points in between. */
function instantsOf(plan: Plan, fromMs: number, toMs: number): number[] {
  const instants = [fromMs, toMs];
  for (const at of [fromMs, Math.max(fromMs, toMs - 400)]) {
    let knot = nextKnotMs(plan, at);
    for (let count = 0; knot !== undefined && knot <= toMs && count < 12; count += 1) {
      instants.push(knot);
      knot = nextKnotMs(plan, knot);
    }
  }
  for (let index = 1; index < 8; index += 1) instants.push(fromMs + ((toMs - fromMs) * index) / 8);
  return instants.sort((a, b) => a - b);
}

/** Runs a random history; `look` gets every sample with the zone, limits and first state of its plan. */
function run(steps: readonly Step[], cap: MotorLimits, first: Zone, check: (seen: Seen) => void): void {
  let inside = first;
  let plan = planRest(START_MS, (first.minMm + first.maxMm) / 2);
  let nowMs = START_MS;
  for (const step of steps) {
    const from = planStateAt(plan, nowMs);
    inside = step.zone ?? inside;
    plan = planStep(step, nowMs, from, inside, cap);
    const untilMs = nowMs + step.gapMs;
    let previous: { ms: number; sample: MotionSample } = { ms: nowMs, sample: from };
    for (const ms of instantsOf(plan, nowMs, untilMs)) {
      const sample = planStateAt(plan, ms);
      check({ sample, ms, previous, from, plan, zone: inside, step, elapsedMs: ms - nowMs });
      previous = { ms, sample };
    }
    nowMs = untilMs;
  }
}

interface Seen {
  sample: MotionSample;
  ms: number;
  previous: { ms: number; sample: MotionSample };
  from: MotionSample;
  plan: Plan;
  zone: Zone;
  step: Step;
  elapsedMs: number;
}

const history = (zones: fc.Arbitrary<Zone | undefined>) => fc.array(step(zones), { minLength: 1, maxLength: 12 });

describe('in any history of plans', () => {
  test('speed and acceleration keep the limits, speed is continuous, and position is its integral', () => {
    fc.assert(
      fc.property(history(fc.option(zone, { nil: undefined })), limits, zone, (steps, cap, first) => {
        run(steps, cap, first, ({ sample, ms, previous, plan }) => {
          expect(Math.abs(sample.speedMmS)).toBeLessThanOrEqual(cap.maxSpeedMmS);
          expect(Math.abs(sample.accelerationMmS2)).toBeLessThanOrEqual(cap.maxAccelerationMmS2);
          const seconds = (ms - previous.ms) / 1000;
          const change = Math.abs(sample.speedMmS - previous.sample.speedMmS);
          expect(change).toBeLessThanOrEqual(cap.maxAccelerationMmS2 * seconds + TOLERANCE);
          // Within one piece the distance is the mean speed times the time.
          if ((nextKnotMs(plan, previous.ms) ?? Infinity) < ms) return;
          const way = ((sample.speedMmS + previous.sample.speedMmS) / 2) * seconds;
          // A knot's instant is rounded to a double, so at a stop a little speed may remain.
          const leftMmS = cap.maxAccelerationMmS2 * ((ms * Number.EPSILON) / 1000);
          expect(Math.abs(sample.positionMm - previous.sample.positionMm - way)).toBeLessThan(
            TOLERANCE + leftMmS * seconds,
          );
        });
      }),
    );
  });

  test('the slider never leaves a zone that does not change', () => {
    fc.assert(
      fc.property(history(fc.constant(undefined)), limits, zone, (steps, cap, inside) => {
        run(steps, cap, inside, ({ sample }) => {
          expect(sample.positionMm).toBeGreaterThanOrEqual(inside.minMm);
          expect(sample.positionMm).toBeLessThanOrEqual(inside.maxMm);
        });
      }),
    );
  });

  test('a zone that changes is left only by the braking distance, and entered again without turning', () => {
    fc.assert(
      fc.property(history(zone), limits, zone, (steps, cap, first) => {
        run(steps, cap, first, ({ sample, previous, from, zone: inside, elapsedMs }) => {
          const brakedMm = brakingEndMm(from, cap.maxAccelerationMmS2);
          const low = Math.min(inside.minMm, from.positionMm, brakedMm) - TOLERANCE;
          const high = Math.max(inside.maxMm, from.positionMm, brakedMm) + TOLERANCE;
          expect(sample.positionMm).toBeGreaterThanOrEqual(low);
          expect(sample.positionMm).toBeLessThanOrEqual(high);
          expect(sample.positionMm).toBeGreaterThanOrEqual(TRAVEL.minMm);
          expect(sample.positionMm).toBeLessThanOrEqual(TRAVEL.maxMm);
          const braked = elapsedMs > (Math.abs(from.speedMmS) / cap.maxAccelerationMmS2) * 1000;
          const { positionMm: beforeMm } = previous.sample;
          if (braked && beforeMm > inside.maxMm + TOLERANCE)
            expect(sample.positionMm).toBeLessThanOrEqual(Math.max(beforeMm, brakedMm) + TOLERANCE);
          if (braked && beforeMm < inside.minMm - TOLERANCE)
            expect(sample.positionMm).toBeGreaterThanOrEqual(Math.min(beforeMm, brakedMm) - TOLERANCE);
        });
      }),
    );
  });

  test('a stop is at rest after v / a and stays', () => {
    fc.assert(
      fc.property(history(fc.option(zone, { nil: undefined })), limits, zone, (steps, cap, first) => {
        run([...steps, { kind: 'stop', gapMs: 3_600_000 }], cap, first, ({ sample, step, from, elapsedMs }) => {
          if (step.kind !== 'stop') return;
          expect(Math.abs(sample.speedMmS)).toBeLessThanOrEqual(Math.abs(from.speedMmS));
          const brakeMs = (Math.abs(from.speedMmS) / cap.maxAccelerationMmS2) * 1000;
          if (elapsedMs >= brakeMs + TOLERANCE) expect(sample.speedMmS).toBe(0);
        });
      }),
    );
  });
});

describe('from any moving state', () => {
  const moving = fc.record({ positionMm, speedMmS: fc.double({ min: -400, max: 400, noNaN: true }) }).filter((from) => {
    const restMm = brakingEndMm(from, 9000);
    return restMm > TRAVEL.minMm && restMm < TRAVEL.maxMm;
  });
  const base = { startMs: 0, zone: TRAVEL, limits: { maxSpeedMmS: 400, maxAccelerationMmS2: 9000 } };

  test('an oscillation planned again near a turn never passes an end, not even by rounding', () => {
    const hairsMs = [-1e-7, -1e-10, -1e-12, 0, 1e-12, 1e-10];
    const beforeTurnMs = fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(zone, positionMm, beforeTurnMs, (inside, fromMm, moments) => {
        const oscillation = { ...base, zone: inside, cruiseMmS: 390, heading: 'up' as const };
        const startMm = Math.min(Math.max(fromMm, inside.minMm), inside.maxMm);
        let plan = planOscillation({ ...oscillation, from: { positionMm: startMm, speedMmS: 0 } });
        for (const moment of moments) {
          for (const knot of plan.knots)
            for (const hairMs of hairsMs) {
              const sample = planStateAt(plan, plan.startMs + knot.atMs + hairMs);
              expect(sample.positionMm).toBeGreaterThanOrEqual(inside.minMm);
              expect(sample.positionMm).toBeLessThanOrEqual(inside.maxMm);
              expect(Math.abs(sample.speedMmS)).toBeLessThanOrEqual(390);
            }
          const startMs = plan.startMs + (plan.knots.at(-1)?.atMs ?? 0) - moment;
          plan = planOscillation({ ...oscillation, startMs, from: planStateAt(plan, startMs) });
        }
      }),
    );
  });

  test('a timed move arrives at its time, or as soon as the fastest move, never with a higher peak', () => {
    fc.assert(
      fc.property(moving, positionMm, fc.double({ min: 0, max: 3000, noNaN: true }), (from, toMm, durationMs) => {
        const fastest = planMove({ ...base, from, toMm });
        const timed = planTimedMove({ ...base, from, toMm, durationMs });
        expect(planStateAt(timed, planEndMs(timed))).toMatchObject({ positionMm: toMm, speedMmS: 0 });
        expect(planEndMs(timed)).toBeLessThanOrEqual(Math.max(durationMs, planEndMs(fastest)) + 1e-3);
        const peak = (plan: Plan) => Math.max(...plan.knots.map((knot) => Math.abs(knot.speedMmS)));
        expect(peak(timed)).toBeLessThanOrEqual(peak(fastest) + TOLERANCE);
      }),
    );
  });

  test('no move of the same duration has a lower cruise speed', () => {
    fc.assert(
      fc.property(moving, positionMm, fc.double({ min: 100, max: 3000, noNaN: true }), (from, toMm, durationMs) => {
        const timed = planTimedMove({ ...base, from, toMm, durationMs });
        fc.pre(Math.abs(planEndMs(timed) - durationMs) < 1e-6 && timed.knots.length >= 3);
        const cruiseMmS = Math.max(...timed.knots.slice(1).map((knot) => Math.abs(knot.speedMmS)));
        fc.pre(cruiseMmS > 1 && cruiseMmS < Math.abs(from.speedMmS) === false);
        const slower = planMove({ ...base, from, toMm, cruiseMmS: cruiseMmS * 0.99 });
        expect(planEndMs(slower)).toBeGreaterThan(durationMs);
      }),
    );
  });

  test('an oscillation is periodic and exact after hours, and turns at both ends of its zone', () => {
    fc.assert(
      fc.property(
        moving,
        zone,
        fc.double({ min: 32, max: 400, noNaN: true }),
        heading,
        (from, inside, cruiseMmS, up) => {
          fc.pre(inside.maxMm - inside.minMm > 0.1);
          const plan = planOscillation({ ...base, zone: inside, from, cruiseMmS, heading: up });
          const strokeMm = inside.maxMm - inside.minMm;
          const peak = Math.min(cruiseMmS, Math.sqrt(9000 * strokeMm));
          const periodMs = 2000 * (strokeMm / peak + peak / 9000);
          const leadMs = plan.knots[plan.cycleFrom!]!.atMs;
          const cycles = Math.round(20_000_000 / periodMs);
          for (const phase of [0, 0.13, 0.5, 0.77]) {
            const early = planStateAt(plan, leadMs + phase * periodMs);
            const late = planStateAt(plan, leadMs + (phase + cycles) * periodMs);
            expect(Math.abs(late.positionMm - early.positionMm)).toBeLessThan(TOLERANCE);
          }
          const ends = [planStateAt(plan, leadMs), planStateAt(plan, leadMs + periodMs / 2)].map(
            (end) => end.positionMm,
          );
          expect(Math.abs(Math.min(...ends) - inside.minMm)).toBeLessThan(TOLERANCE);
          expect(Math.abs(Math.max(...ends) - inside.maxMm)).toBeLessThan(TOLERANCE);
          expect(planHeadingOf(planStateAt(plan, leadMs + 1e-3))).not.toBe(
            planHeadingOf(planStateAt(plan, leadMs + periodMs / 2 + 1e-3)),
          );
        },
      ),
    );
  });
});
