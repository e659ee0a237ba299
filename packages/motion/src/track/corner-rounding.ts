import type { MotorLimits } from '../motor-limits.ts';
import { linePositionMm, type TrackLeg } from './leg-stream.ts';

/** How the slider goes from one leg to the next. */
export interface CornerRounding {
  /** The slider leaves the first leg this long before the corner's time, and is on the second as long after it. */
  readonly halfS: number;
  /** The corner is moved this far outward (signed, mm) before it is rounded off. */
  readonly offsetMm: number;
}

/** A first leg has no corner before it. */
export const NO_CORNER_ROUNDING: CornerRounding = { halfS: 0, offsetMm: 0 };

/** A jump: a leg's line misses the next one by more than this at the corner's time. */
const JUMP_MM = 1e-6;
/** Tolerance against rounding, so that a shift that just fits does not miss its time. */
const ROUNDING = 0.999;

/**
 * Rounds off a corner. A parabola centred on the corner takes |dv| / a and cuts it by dv^2 / 8a. At a reversal that is
 * halved: the corner moves outward by dv^2 / 16a, so that the slider is as far inside it at its time as it is outside
 * the legs beside it; with legs of speed v both are v^2 / 4a. The corner moves out only as far as the slider can still
 * turn at the corner's position (so it never passes the script's extremes or leaves the zone), and as its legs have
 * time and speed for.
 */
export function cornerRoundingBetween(before: TrackLeg, after: TrackLeg, limits: MotorLimits): CornerRounding {
  const a = limits.maxAccelerationMmS2;
  const change = after.speedMmS - before.speedMmS;
  const neededS = Math.abs(change) / (2 * a);
  const halfS = Math.min(neededS, lengthS(before) / 2, lengthS(after) / 2);
  const product = before.speedMmS * after.speedMmS;
  const jumps = Math.abs(linePositionMm(after, after.startS) - linePositionMm(before, after.startS)) > JUMP_MM;
  if (product >= 0 || halfS < neededS || jumps) return { halfS, offsetMm: 0 };
  const offsetMm = Math.min(
    change ** 2 / (16 * a),
    -product / (2 * a),
    ROUNDING * roomMm(before, halfS, limits),
    ROUNDING * roomMm(after, halfS, limits),
  );
  return { halfS, offsetMm: -Math.sign(change) * offsetMm };
}

function lengthS({ startS, endS }: TrackLeg): number {
  return endS - startS;
}

/** The largest distance from a leg's line in the half of it that belongs to a corner, with no speed left over. */
function roomMm(leg: TrackLeg, halfS: number, { maxSpeedMmS, maxAccelerationMmS2 }: MotorLimits): number {
  const seconds = lengthS(leg) / 2 - halfS;
  const peakMmS = Math.min(maxSpeedMmS - Math.abs(leg.speedMmS), (maxAccelerationMmS2 * seconds) / 2);
  return peakMmS > 0 ? peakMmS * seconds - peakMmS ** 2 / maxAccelerationMmS2 : 0;
}
