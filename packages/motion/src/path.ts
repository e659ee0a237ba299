import type { Knot, MotionState, Plan } from './plan.ts';
import type { Zone } from './zone.ts';

/** A turning point this close to an end of the zone is that end: rounding never carries the slider over it. */
const SNAP_MM = 1e-9;

/** Builds a plan piece by piece. Speeds at knots are assigned, never summed up, so that limits hold exactly. */
export interface Path {
  readonly state: MotionState;
  /** Changes speed at a constant rate (an unsigned acceleration), through a turning point where the signs differ. */
  rampTo(speedMmS: number, accelerationMmS2: number): void;
  /** Goes on at the present speed for a distance (unsigned). */
  coast(distanceMm: number): void;
  /** Says that the slider is now exactly here, at rest: takes the last rounding error away. */
  settleAt(positionMm: number): void;
  /** How many knots there are so far: the index of the knot that the next piece starts with. */
  readonly length: number;
  /** Ends the path: at rest, or repeating from the given knot on. */
  finish(cycleFrom?: number): Plan;
}

/** Starts a path at a state; `zone` is where its turning points snap to. */
export function startPath(startMs: number, from: MotionState, zone?: Zone): Path {
  const knots: Knot[] = [];
  let atMs = 0;
  let { positionMm, speedMmS } = from;

  const piece = (accelerationMmS2: number, seconds: number, toSpeedMmS: number) => {
    if (!(seconds > 0)) return;
    knots.push({ atMs, positionMm, speedMmS, accelerationMmS2 });
    atMs += seconds * 1000;
    positionMm += (speedMmS + toSpeedMmS) * 0.5 * seconds;
    speedMmS = toSpeedMmS;
    if (speedMmS === 0) positionMm = snap(positionMm, zone);
  };

  const rampWithinSign = (toSpeedMmS: number, accelerationMmS2: number) => {
    const change = toSpeedMmS - speedMmS;
    piece(Math.sign(change) * accelerationMmS2, Math.abs(change) / accelerationMmS2, toSpeedMmS);
  };

  return {
    get state() {
      return { positionMm, speedMmS };
    },
    get length() {
      return knots.length;
    },
    rampTo(toSpeedMmS, accelerationMmS2) {
      if (speedMmS * toSpeedMmS < 0) rampWithinSign(0, accelerationMmS2);
      rampWithinSign(toSpeedMmS, accelerationMmS2);
    },
    coast(distanceMm) {
      if (speedMmS !== 0) piece(0, distanceMm / Math.abs(speedMmS), speedMmS);
    },
    settleAt(targetMm) {
      positionMm = targetMm;
      speedMmS = 0;
    },
    finish(cycleFrom) {
      const last: Knot = { atMs, positionMm, speedMmS, accelerationMmS2: 0 };
      const [first = last, ...rest] = [...knots, last];
      return { startMs, knots: [first, ...rest], ...(cycleFrom === undefined ? {} : { cycleFrom }) };
    },
  };
}

function snap(positionMm: number, zone: Zone | undefined): number {
  if (!zone) return positionMm;
  if (Math.abs(positionMm - zone.minMm) < SNAP_MM) return zone.minMm;
  if (Math.abs(positionMm - zone.maxMm) < SNAP_MM) return zone.maxMm;
  return positionMm;
}
