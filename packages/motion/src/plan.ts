/** The slider's position and speed: the starting point of a planner. Positive speed is up. */
export interface MotionState {
  readonly positionMm: number;
  /** Signed, mm/s. */
  readonly speedMmS: number;
}

/** A state read from a plan at one instant. */
export interface MotionSample extends MotionState {
  /** Signed, mm/s^2; the acceleration from this instant on. */
  readonly accelerationMmS2: number;
}

/** The start of a piece of constant acceleration; the next knot is where the piece ends. */
export interface PlanKnot extends MotionSample {
  /** Milliseconds since the start of the plan. Relative, so that epoch times cost no precision. */
  readonly atMs: number;
}

/**
 * Movement known for all time from `startMs` on: plain data, safe to store or post to a worker.
 *
 * Speed never changes its sign inside a piece, so both position and speed stay between the values of its two knots.
 * Without `cycleFrom` the last knot is at rest and holds for ever; with it the last knot is the same state as
 * `knots[cycleFrom]`, and the pieces between them repeat for ever.
 */
export interface Plan {
  readonly startMs: number;
  readonly knots: readonly [PlanKnot, ...PlanKnot[]];
  readonly cycleFrom?: number;
}

/** The plan of a slider that stands still. */
export function planRest(startMs: number, positionMm: number): Plan {
  return { startMs, knots: [{ atMs: 0, positionMm, speedMmS: 0, accelerationMmS2: 0 }] };
}

/**
 * Position, speed and acceleration at any instant, in O(log n) of the plan's knots even after hours of oscillation.
 * Before the plan's start the answer is its first state.
 */
export function planStateAt(plan: Plan, timeMs: number): MotionSample {
  const atMs = foldIntoCycle(plan, Math.max(0, timeMs - plan.startMs)).atMs;
  const index = lastKnotAt(plan.knots, atMs);
  const knot = plan.knots[index] ?? plan.knots[0];
  const next = plan.knots[index + 1];
  if (!next) return sampleOf(knot);
  const seconds = (atMs - knot.atMs) / 1000;
  const speedMmS = knot.speedMmS + knot.accelerationMmS2 * seconds;
  const positionMm = knot.positionMm + (knot.speedMmS + speedMmS) * 0.5 * seconds;
  return {
    positionMm: between(positionMm, knot.positionMm, next.positionMm),
    speedMmS: between(speedMmS, knot.speedMmS, next.speedMmS),
    accelerationMmS2: knot.accelerationMmS2,
  };
}

/** The instant from which the plan is at rest for ever; `Infinity` when it repeats. */
export function planEndMs(plan: Plan): number {
  return plan.cycleFrom === undefined ? plan.startMs + lastOf(plan.knots).atMs : Infinity;
}

/** The distance that the slider covers from the plan's start to an instant, mm, in both directions. */
export function distanceCoveredMm(plan: Plan, timeMs: number): number {
  const { atMs, elapsedMs } = foldIntoCycle(plan, Math.max(0, timeMs - plan.startMs));
  const periodMs = periodMsOf(plan);
  const cycles = periodMs === undefined ? 0 : elapsedMs / periodMs;
  const lastMs = lastOf(plan.knots).atMs;
  const cycleMm = cycles > 0 ? knotsMm(plan.knots, lastMs) - knotsMm(plan.knots, lastMs - (periodMs ?? 0)) : 0;
  return cycles * cycleMm + knotsMm(plan.knots, atMs);
}

/** The distance along the knots to a time since the start. Speed keeps its sign in a piece, so its end positions suffice. */
function knotsMm(knots: Plan['knots'], untilMs: number): number {
  let sum = 0;
  for (let index = 0; index < knots.length - 1; index += 1) {
    const [knot, next] = [knots[index], knots[index + 1]];
    if (!knot || !next || knot.atMs >= untilMs) break;
    const seconds = (Math.min(next.atMs, untilMs) - knot.atMs) / 1000;
    sum += Math.abs((knot.speedMmS + 0.5 * knot.accelerationMmS2 * seconds) * seconds);
  }
  return sum;
}

/** The direction in which the slider moves, or is about to move when it turns at this instant; undefined at rest. */
export function planHeadingOf(sample: MotionSample): Heading | undefined {
  const sign = Math.sign(sample.speedMmS) || Math.sign(sample.accelerationMmS2);
  if (sign === 0) return undefined;
  return sign > 0 ? 'up' : 'down';
}

/** Up is towards larger positions. */
export type Heading = 'up' | 'down';

/** Maps a time since the start into the knots' range; `elapsedMs` is the length of the whole cycles removed. */
function foldIntoCycle(plan: Plan, sinceStartMs: number): { atMs: number; elapsedMs: number } {
  const periodMs = periodMsOf(plan);
  if (periodMs === undefined) return { atMs: sinceStartMs, elapsedMs: 0 };
  const cycleMs = lastOf(plan.knots).atMs - periodMs;
  if (sinceStartMs < cycleMs) return { atMs: sinceStartMs, elapsedMs: 0 };
  // The remainder of two doubles is exact: no error accumulates over hours.
  const phaseMs = (sinceStartMs - cycleMs) % periodMs;
  return { atMs: cycleMs + phaseMs, elapsedMs: sinceStartMs - cycleMs - phaseMs };
}

function periodMsOf(plan: Plan): number | undefined {
  if (plan.cycleFrom === undefined) return undefined;
  const first = plan.knots[plan.cycleFrom];
  return first && lastOf(plan.knots).atMs - first.atMs;
}

/** Index of the last knot that is not after `atMs` (0 when all are). */
function lastKnotAt(knots: readonly PlanKnot[], atMs: number): number {
  let low = 0;
  let high = knots.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((knots[middle]?.atMs ?? Infinity) <= atMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lastOf(knots: Plan['knots']): PlanKnot {
  return knots[knots.length - 1] ?? knots[0];
}

function sampleOf({ positionMm, speedMmS, accelerationMmS2 }: PlanKnot): MotionSample {
  return { positionMm, speedMmS, accelerationMmS2 };
}

function between(value: number, a: number, b: number): number {
  return Math.min(Math.max(value, Math.min(a, b)), Math.max(a, b));
}
