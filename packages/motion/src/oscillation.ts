import { addLegToRest, brakingEndMm } from './leg.ts';
import { cruiseSpeedWithinLimits, type MoveOrigin } from './move.ts';
import type { Heading, MotionState, Plan } from './plan.ts';
import { startPlanBuilder } from './plan-builder.ts';
import type { Zone } from './zone.ts';

/** A zone narrower than this has no room to move in: the slider moves there and rests. */
const NARROWEST_MM = 1e-6;

/** A movement to and fro between the ends of the zone. */
export interface Oscillation extends MoveOrigin {
  /** The speed of the legs; lowered to the speed limit. A short leg turns before it reaches that speed. */
  readonly cruiseMmS: number;
  /** The first direction of a slider at rest; a moving one goes on in its direction as long as the zone has room. */
  readonly heading: Heading;
}

/**
 * Moves to and fro between the ends of the zone for ever, turning at the acceleration limit: a 100-mm stroke at 400
 * mm/s and 9000 mm/s^2 averages 340 mm/s. Throws a RangeError unless speeds and acceleration are above 0.
 */
export function planOscillation({ startMs, from, zone, limits, cruiseMmS, heading }: Oscillation): Plan {
  const accelerationMmS2 = limits.maxAccelerationMmS2;
  const cruise = cruiseSpeedWithinLimits(limits, cruiseMmS);
  const goesUp = firstHeading(from, zone, accelerationMmS2, heading) === 'up';
  const firstMm = goesUp ? zone.maxMm : zone.minMm;
  const path = startPlanBuilder(startMs, from, zone);
  addLegToRest(path, firstMm, cruise, accelerationMmS2);
  if (zone.maxMm - zone.minMm < NARROWEST_MM) return path.finish();
  const cycleFrom = path.length;
  addLegToRest(path, goesUp ? zone.minMm : zone.maxMm, cruise, accelerationMmS2);
  addLegToRest(path, firstMm, cruise, accelerationMmS2);
  return path.finish(cycleFrom);
}

/** Never a leg to an end that the slider has passed or cannot stop before: it would have to turn twice. */
function firstHeading(from: MotionState, zone: Zone, accelerationMmS2: number, wanted: Heading): Heading {
  const stopMm = brakingEndMm(from, accelerationMmS2);
  if (stopMm >= zone.maxMm) return 'down';
  if (stopMm <= zone.minMm) return 'up';
  if (from.speedMmS === 0) return wanted;
  return from.speedMmS > 0 ? 'up' : 'down';
}
