import { addLegToRest, slowestCruiseMmS } from './leg.ts';
import { type MotorLimits, requirePositive } from './motor-limits.ts';
import type { MotionState, Plan } from './plan.ts';
import { startPlanBuilder } from './plan-builder.ts';
import { clampToZone, type Zone } from './zone.ts';

/** A cruise slower than this is the rounding error of a distance of 0. */
const SLOWEST_MM_S = 1e-6;

/** The common input of every planner. A state outside the zone is brought back into it at the limits. */
export interface MoveOrigin {
  readonly startMs: number;
  readonly from: MotionState;
  readonly zone: Zone;
  readonly limits: MotorLimits;
}

/** A move to rest at a position; a target outside the zone means the end of the zone that is nearer to it. */
export interface MoveRequest extends MoveOrigin {
  readonly toMm: number;
}

/**
 * Comes to rest at a position in the shortest time within the limits, or within a lower cruise speed where one is
 * given. A slider too fast to stop there brakes first and turns back. Throws a RangeError for limits that are not above
 * 0.
 */
export function planMove({ startMs, from, zone, limits, toMm, cruiseMmS }: MoveRequest & { cruiseMmS?: number }): Plan {
  const cruise = cruiseSpeedWithinLimits(limits, cruiseMmS ?? limits.maxSpeedMmS);
  const path = startPlanBuilder(startMs, from, zone);
  addLegToRest(path, clampToZone(zone, toMm), cruise, limits.maxAccelerationMmS2);
  return path.finish();
}

/**
 * Comes to rest at a position after a duration with the lowest peak speed, or as soon as the limits permit when the
 * duration is too short. Throws a RangeError for limits that are not above 0.
 */
export function planTimedMove({ durationMs, ...move }: MoveRequest & { durationMs: number }): Plan {
  const { from, zone, limits, toMm } = move;
  requirePositive('maxAccelerationMmS2', limits.maxAccelerationMmS2);
  const seconds = durationMs / 1000;
  const cruiseMmS = slowestCruiseMmS(from, clampToZone(zone, toMm), limits.maxAccelerationMmS2, seconds);
  return planMove(cruiseMmS > SLOWEST_MM_S && cruiseMmS < Infinity ? { ...move, cruiseMmS } : move);
}

/**
 * Brakes at the limit and stays there: at rest after |speed| / acceleration. The planners never build up more speed
 * than the slider can lose before the end of the zone, so a stop needs no room outside it.
 */
export function planStop({ startMs, from, zone, limits }: MoveOrigin): Plan {
  requirePositive('maxAccelerationMmS2', limits.maxAccelerationMmS2);
  const path = startPlanBuilder(startMs, from, zone);
  path.rampTo(0, limits.maxAccelerationMmS2);
  return path.finish();
}

/** A cruise speed under the speed limit. Throws a RangeError unless speeds and acceleration are above 0. */
export function cruiseSpeedWithinLimits(limits: MotorLimits, cruiseMmS: number): number {
  requirePositive('maxSpeedMmS', limits.maxSpeedMmS);
  requirePositive('maxAccelerationMmS2', limits.maxAccelerationMmS2);
  requirePositive('cruiseMmS', cruiseMmS);
  return Math.min(cruiseMmS, limits.maxSpeedMmS);
}
