import type { MotorLimits } from '../motor-limits.ts';
import type { MotionState, Plan, PlanKnot } from '../plan.ts';
import type { Zone } from '../zone.ts';

/** Rounding may put a turning point this far over an end of the zone; it is moved back to the end. */
const ROUNDING_MM = 1e-7;
/** A piece shorter than this (less than 0.0001 mm/s) is a rounding error: it gets no knot of its own. */
const SHORTEST_S = 1e-8;

/**
 * Builds a plan piece by piece in seconds since its start within the zone: it never adds a state from which the slider
 * could not stop before the end that it moves towards.
 */
export interface StoppablePlanBuilder {
  readonly atS: number;
  readonly state: MotionState;
  /**
   * Adds a piece of constant acceleration that ends at a speed. Returns false when the piece had to end early because
   * from there on only braking keeps the slider in the zone.
   */
  draw(accelerationMmS2: number, seconds: number, toSpeedMmS: number): boolean;
  /** Brakes at the limit, at most until an instant. */
  brake(untilS: number): void;
  /** Ends the plan, braking to rest. */
  finish(): Plan;
}

/** Starts a plan at a state, which may lie outside the zone. */
export function startStoppablePlan(
  startMs: number,
  from: MotionState,
  zone: Zone,
  limits: MotorLimits,
): StoppablePlanBuilder {
  const strongest = limits.maxAccelerationMmS2;
  const knots: PlanKnot[] = [];
  let atS = 0;
  let { positionMm, speedMmS } = from;

  const write = (accelerationMmS2: number, seconds: number, plannedMmS: number) => {
    const toSpeedMmS = accelerationMmS2 === 0 ? speedMmS : plannedMmS;
    const before = knots[knots.length - 1];
    const goesOn = accelerationMmS2 === 0 && before?.accelerationMmS2 === 0 && before.speedMmS === speedMmS;
    if (seconds >= SHORTEST_S && !goesOn) knots.push({ atMs: atS * 1000, positionMm, speedMmS, accelerationMmS2 });
    atS += seconds;
    positionMm += (speedMmS + toSpeedMmS) * 0.5 * seconds;
    speedMmS = toSpeedMmS;
    positionMm = putBack(positionMm, zone);
  };

  /** A piece in which the speed keeps its sign. */
  const drawOneDirection = (accelerationMmS2: number, seconds: number, toSpeedMmS: number): boolean => {
    const sign = Math.sign(speedMmS) || Math.sign(toSpeedMmS);
    if (sign === 0 || accelerationMmS2 === -sign * strongest) {
      write(accelerationMmS2, seconds, toSpeedMmS);
      return true;
    }
    // Distances and speeds towards the end ahead. The stopping place never comes nearer while the slider moves on.
    const aheadMm = sign > 0 ? zone.maxMm - positionMm : positionMm - zone.minMm;
    const speed = sign * speedMmS;
    const gain = sign * accelerationMmS2;
    const distanceMm = ((speed + sign * toSpeedMmS) / 2) * seconds;
    if (distanceMm + toSpeedMmS ** 2 / (2 * strongest) <= aheadMm + ROUNDING_MM) {
      write(accelerationMmS2, seconds, toSpeedMmS);
      return true;
    }
    const roomMm = Math.max(0, aheadMm - speed ** 2 / (2 * strongest)) / (1 + gain / strongest);
    const speedThere = Math.sqrt(Math.max(0, speed ** 2 + 2 * gain * roomMm));
    const pace = speed + speedThere;
    if (pace > 0 && roomMm > 0) write(accelerationMmS2, (2 * roomMm) / pace, sign * speedThere);
    return false;
  };

  const draw = (accelerationMmS2: number, seconds: number, toSpeedMmS: number): boolean => {
    if (speedMmS * toSpeedMmS >= 0) return drawOneDirection(accelerationMmS2, seconds, toSpeedMmS);
    const turnsAfter = (seconds * speedMmS) / (speedMmS - toSpeedMmS);
    if (!drawOneDirection(accelerationMmS2, turnsAfter, 0)) return false;
    return drawOneDirection(accelerationMmS2, seconds - turnsAfter, toSpeedMmS);
  };

  const brake = (untilS: number) => {
    const needed = Math.abs(speedMmS) / strongest;
    const seconds = Math.min(needed, Math.max(0, untilS - atS));
    const sign = Math.sign(speedMmS);
    write(-sign * strongest, seconds, seconds === needed ? 0 : speedMmS - sign * strongest * seconds);
  };

  return {
    get atS() {
      return atS;
    },
    get state() {
      return { positionMm, speedMmS };
    },
    draw,
    brake,
    finish() {
      brake(Infinity);
      const last: PlanKnot = { atMs: atS * 1000, positionMm, speedMmS: 0, accelerationMmS2: 0 };
      const [first = last, ...rest] = [...knots, last];
      return { startMs, knots: [first, ...rest] };
    },
  };
}

function putBack(positionMm: number, { minMm, maxMm }: Zone): number {
  if (positionMm > maxMm && positionMm <= maxMm + 2 * ROUNDING_MM) return maxMm;
  if (positionMm < minMm && positionMm >= minMm - 2 * ROUNDING_MM) return minMm;
  return positionMm;
}
