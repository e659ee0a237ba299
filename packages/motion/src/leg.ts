import type { MotionState } from './plan.ts';
import type { PlanBuilder } from './plan-builder.ts';

/**
 * Moves a path to rest at a position in the shortest time that a cruise speed allows: speeds up (or slows down) to the
 * cruise speed, coasts, brakes. A slider that cannot stop before the target brakes first and turns back.
 */
export function addLegToRest(path: PlanBuilder, toMm: number, cruiseMmS: number, accelerationMmS2: number): void {
  const { direction, distanceMm, speedMmS } = seenTowards(path.state, toMm, accelerationMmS2);
  const peakMmS = Math.min(cruiseMmS, Math.sqrt(peakSquared(distanceMm, speedMmS, accelerationMmS2)));
  const rampsSquared = speedMmS > peakMmS ? speedMmS ** 2 : 2 * peakMmS ** 2 - speedMmS ** 2;
  path.rampTo(direction * peakMmS, accelerationMmS2);
  path.coast(Math.max(0, distanceMm - rampsSquared / (2 * accelerationMmS2)));
  path.rampTo(0, accelerationMmS2);
  path.settleAt(toMm);
}

/**
 * The lowest cruise speed with which `addLegToRest` takes no longer than a duration; `Infinity` when the acceleration
 * does not allow it at any speed.
 */
export function slowestCruiseMmS(from: MotionState, toMm: number, accelerationMmS2: number, seconds: number): number {
  const { distanceMm, speedMmS } = seenTowards(from, toMm, accelerationMmS2);
  if (speedMmS > 0) {
    // Slowing down to the cruise speed: the distance that both braking ramps leave is coasted.
    const atPresentSpeed = distanceMm / speedMmS + speedMmS / (2 * accelerationMmS2);
    if (seconds >= atPresentSpeed) {
      const coastMm = distanceMm - speedMmS ** 2 / (2 * accelerationMmS2);
      return Math.max(0, coastMm) / (seconds - speedMmS / accelerationMmS2);
    }
  }
  // Speeding up to the cruise speed c: c^2 - (v + a t) c + (a d + v^2 / 2) = 0, the smaller root.
  const sum = speedMmS + accelerationMmS2 * seconds;
  const product = peakSquared(distanceMm, speedMmS, accelerationMmS2);
  const discriminant = sum ** 2 - 4 * product;
  if (sum <= 0 || discriminant < 0) return product === 0 ? 0 : Infinity;
  return (2 * product) / (sum + Math.sqrt(discriminant));
}

/** The place where a slider comes to rest when it brakes at once. */
export function brakingEndMm({ positionMm, speedMmS }: MotionState, accelerationMmS2: number): number {
  return positionMm + (speedMmS * Math.abs(speedMmS)) / (2 * accelerationMmS2);
}

/** The state relative to the direction of the cruise; distance and speed may be negative in it. */
function seenTowards(from: MotionState, toMm: number, accelerationMmS2: number) {
  const direction = Math.sign(toMm - brakingEndMm(from, accelerationMmS2)) || Math.sign(from.speedMmS) || 1;
  return { direction, distanceMm: direction * (toMm - from.positionMm), speedMmS: direction * from.speedMmS };
}

/** Square of the highest speed on the way to a rest at a distance, reached where no cruise speed caps it. */
function peakSquared(distanceMm: number, speedMmS: number, accelerationMmS2: number): number {
  return Math.max(0, accelerationMmS2 * distanceMm + speedMmS ** 2 / 2);
}
