import { brakingEndMm } from '../leg.ts';
import type { MotorLimits } from '../motor-limits.ts';
import { planMove, planTimedMove } from '../move.ts';
import { type MotionState, type Plan, planEndMs } from '../plan.ts';
import type { Zone } from '../zone.ts';
import { linePositionMm, type TrackLine } from './leg-stream.ts';
import type { StoppablePlanBuilder } from './stoppable-plan-builder.ts';

/** How to follow a line: first at `entryMm` beside it, at `untilS`, when the next line begins, at `exitMm` beside it. */
export interface LineFollowRequest {
  readonly line: TrackLine;
  readonly entryMm: number;
  readonly exitMm: number;
  readonly untilS: number;
}

/** A slider this near to its target has reached it; the rest of the line removes the difference. */
const NEAR_MM = 1e-3;
/** A line this near to the speed limit cannot be caught up with. */
const SLOWEST_CATCH_MM_S = 1e-3;
/** A timed move that takes longer than requested by this much was too short. */
const ROUNDING_MS = 1e-6;
const EVERYWHERE: Zone = { minMm: -Infinity, maxMm: Infinity };
/** A slider at rest at an end of the zone starts again at most this often on one line. */
const MOST_RELEASES = 3;

/**
 * Plans how the slider follows a line: in a frame that moves with it, the line is a position, and following it is a move
 * to rest there. The slider gets there in the shortest time that the limits permit, stays, and shifts to the exit at the
 * lowest extra speed. Where the zone stops it, it waits at the end of the zone until it can join the line.
 */
export function planAlongLine(
  pen: StoppablePlanBuilder,
  following: LineFollowRequest,
  zone: Zone,
  limits: MotorLimits,
): void {
  const { untilS } = following;
  let fits = join(pen, following, limits);
  for (let releases = 0; !fits && pen.atS < untilS; releases += 1) {
    pen.brake(untilS);
    returnToZone(pen, zone, untilS, limits);
    if (releases === MOST_RELEASES) return void coastUntil(pen, untilS);
    coastUntil(pen, Math.min(untilS, releaseS(pen, following, zone, limits)));
    fits = pen.atS >= untilS || join(pen, following, limits);
  }
}

/** Returns false if the zone prevented it. */
function join(pen: StoppablePlanBuilder, following: LineFollowRequest, limits: MotorLimits): boolean {
  const { line, entryMm, untilS } = following;
  let shift = shiftPlan(pen, following, limits);
  if (!shift) {
    if (!catchUp(pen, line, entryMm, untilS, limits)) return false;
    shift = shiftPlan(pen, following, limits);
  }
  if (shift && !drawBeside(pen, line, shift, untilS, limits)) return false;
  return coastUntil(pen, untilS);
}

/** The state relative to the line: the distance above it, and the upward speed difference. */
function beside(pen: StoppablePlanBuilder, line: TrackLine): MotionState {
  const { positionMm, speedMmS } = pen.state;
  return { positionMm: positionMm - linePositionMm(line, pen.atS), speedMmS: speedMmS - line.speedMmS };
}

/** The speed available relative to the line for a move in a direction. */
function spareMmS(line: TrackLine, direction: number, { maxSpeedMmS }: MotorLimits): number {
  return maxSpeedMmS - direction * line.speedMmS;
}

/** A plan (relative to the line) that reaches the exit just in time; undefined when the slider need not move. */
function shiftPlan(
  pen: StoppablePlanBuilder,
  { line, entryMm, exitMm, untilS }: LineFollowRequest,
  limits: MotorLimits,
): Plan | undefined {
  const from = beside(pen, line);
  const low = Math.min(entryMm, exitMm) - NEAR_MM;
  const high = Math.max(entryMm, exitMm) + NEAR_MM;
  const stopsMm = brakingEndMm(from, limits.maxAccelerationMmS2);
  const isBetween = Math.min(from.positionMm, stopsMm) >= low && Math.max(from.positionMm, stopsMm) <= high;
  const turnsBack = Math.abs(from.speedMmS) > 1 && from.speedMmS * (exitMm - entryMm) <= 0;
  if (!isBetween || turnsBack || untilS === Infinity || pen.atS >= untilS) return undefined;
  const maxSpeedMmS = spareMmS(line, Math.sign(exitMm - from.positionMm), limits);
  if (maxSpeedMmS < SLOWEST_CATCH_MM_S) return undefined;
  const durationMs = (untilS - pen.atS) * 1000;
  const plan = planTimedMove({
    startMs: 0,
    from,
    zone: EVERYWHERE,
    limits: { ...limits, maxSpeedMmS },
    toMm: exitMm,
    durationMs,
  });
  return planEndMs(plan) <= durationMs + ROUNDING_MS ? plan : undefined;
}

/** Reaches `entryMm` beside the line in the shortest time. */
function catchUp(
  pen: StoppablePlanBuilder,
  line: TrackLine,
  entryMm: number,
  untilS: number,
  limits: MotorLimits,
): boolean {
  const from = beside(pen, line);
  const direction = Math.sign(entryMm - brakingEndMm(from, limits.maxAccelerationMmS2));
  const maxSpeedMmS = spareMmS(line, direction, limits);
  if (maxSpeedMmS >= SLOWEST_CATCH_MM_S) {
    const move = { startMs: 0, from, zone: EVERYWHERE, limits: { ...limits, maxSpeedMmS }, toMm: entryMm };
    return drawBeside(pen, line, planMove(move), untilS, limits);
  }
  // At the limit already: it can only hold that speed.
  const change = line.speedMmS - pen.state.speedMmS;
  const neededS = Math.abs(change) / limits.maxAccelerationMmS2;
  const seconds = Math.min(neededS, untilS - pen.atS);
  const accelerationMmS2 = Math.sign(change) * limits.maxAccelerationMmS2;
  const toSpeedMmS = seconds === neededS ? line.speedMmS : pen.state.speedMmS + accelerationMmS2 * seconds;
  return pen.draw(accelerationMmS2, seconds, toSpeedMmS);
}

/** Adds a plan that is relative to a line, at most until an instant. */
function drawBeside(
  pen: StoppablePlanBuilder,
  line: TrackLine,
  plan: Plan,
  untilS: number,
  limits: MotorLimits,
): boolean {
  for (let index = 0; index + 1 < plan.knots.length; index += 1) {
    const knot = plan.knots[index];
    const next = plan.knots[index + 1];
    const leftS = untilS - pen.atS;
    if (!knot || !next || leftS <= 0) break;
    const wholeS = (next.atMs - knot.atMs) / 1000;
    const seconds = Math.min(wholeS, leftS);
    const speedMmS = seconds < wholeS ? knot.speedMmS + knot.accelerationMmS2 * seconds : next.speedMmS;
    const toSpeedMmS = withoutRounding(line.speedMmS + speedMmS, limits.maxSpeedMmS);
    if (!pen.draw(knot.accelerationMmS2, seconds, toSpeedMmS)) return false;
    if (seconds < wholeS) break;
  }
  return true;
}

/** Adding the line's speed again may exceed the limit by a rounding error. */
function withoutRounding(speedMmS: number, maxSpeedMmS: number): number {
  const over = Math.abs(speedMmS) - maxSpeedMmS;
  return over > 0 && over < 1e-9 ? Math.sign(speedMmS) * maxSpeedMmS : speedMmS;
}

/** Continues at the current speed. */
function coastUntil(pen: StoppablePlanBuilder, untilS: number): boolean {
  const seconds = untilS - pen.atS;
  if (!(seconds > 0) || seconds === Infinity) return true;
  return pen.draw(0, seconds, pen.state.speedMmS);
}

/** Brings a slider at rest outside a zone (which has become smaller) back to its end. */
function returnToZone(pen: StoppablePlanBuilder, zone: Zone, untilS: number, limits: MotorLimits): void {
  const { positionMm } = pen.state;
  const toMm = Math.min(Math.max(positionMm, zone.minMm), zone.maxMm);
  if (toMm === positionMm || pen.atS >= untilS) return;
  const still: TrackLine = { speedMmS: 0, throughS: 0, throughMm: 0 };
  drawBeside(pen, still, planMove({ startMs: 0, from: pen.state, zone: EVERYWHERE, limits, toMm }), untilS, limits);
}

/**
 * When a slider at rest at an end of the zone starts towards the line. A line that comes in from outside is joined where
 * it crosses the end, half of the speed change before and half after it. A line that leaves is worth turning back for
 * only if the slider can catch it in time.
 */
function releaseS(
  pen: StoppablePlanBuilder,
  { line, entryMm, untilS }: LineFollowRequest,
  zone: Zone,
  limits: MotorLimits,
): number {
  const from = beside(pen, line);
  if (pen.state.speedMmS !== 0) return pen.atS;
  const end = pen.state.positionMm > (zone.minMm + zone.maxMm) / 2 ? 1 : -1;
  const inwards = -end * line.speedMmS;
  const first = planMove({ startMs: 0, from, zone: EVERYWHERE, limits, toMm: entryMm });
  const setsOut = Math.sign(first.knots[0].accelerationMmS2);
  if (inwards > 0) {
    if (setsOut !== end) return pen.atS;
    const crossesS = line.throughS + (pen.state.positionMm - entryMm - line.throughMm) / line.speedMmS;
    return Math.max(pen.atS, crossesS - inwards / (2 * limits.maxAccelerationMmS2));
  }
  if (setsOut === end) return untilS;
  return inwards === 0 || pen.atS + planEndMs(first) / 1000 <= untilS ? pen.atS : untilS;
}
