import type { MotionState, Plan, PlanKnot } from './plan.ts';
import type { Zone } from './zone.ts';

/** A turning point this near to an end of the zone is put on that end, and so is one past it by as little: rounding. */
const SNAP_MM = 1e-9;

/** Builds a plan piece by piece. Speeds at knots are assigned, never summed up, so that limits hold exactly. */
export interface PlanBuilder {
  readonly state: MotionState;
  /** Changes speed at a constant rate (an unsigned acceleration), through a turning point where the signs differ. */
  rampTo(speedMmS: number, accelerationMmS2: number): void;
  /** Goes on at the present speed for a distance (unsigned). */
  coast(distanceMm: number): void;
  /** Sets the slider exactly here, at rest: removes the last rounding error. */
  settleAt(positionMm: number): void;
  /** How many knots there are so far: the index of the knot that the next piece starts with. */
  readonly length: number;
  /** Ends the path: at rest, or repeating from a knot on. */
  finish(cycleFrom?: number): Plan;
}

/** Starts a path at a state; `zone` is where its turning points snap to. */
export function startPlanBuilder(startMs: number, from: MotionState, zone?: Zone): PlanBuilder {
  return new GrowingPath(startMs, from, zone);
}

/** A class, for speed: every command plans at least one path. */
class GrowingPath implements PlanBuilder {
  readonly #startMs: number;
  readonly #zone: Zone | undefined;
  readonly #knots: PlanKnot[] = [];
  #atMs = 0;
  #positionMm: number;
  #speedMmS: number;

  constructor(startMs: number, { positionMm, speedMmS }: MotionState, zone: Zone | undefined) {
    this.#startMs = startMs;
    this.#zone = zone;
    this.#positionMm = positionMm;
    this.#speedMmS = speedMmS;
  }

  get state(): MotionState {
    return { positionMm: this.#positionMm, speedMmS: this.#speedMmS };
  }

  get length(): number {
    return this.#knots.length;
  }

  rampTo(toSpeedMmS: number, accelerationMmS2: number): void {
    if (this.#speedMmS * toSpeedMmS < 0) this.#rampWithinSign(0, accelerationMmS2);
    this.#rampWithinSign(toSpeedMmS, accelerationMmS2);
  }

  coast(distanceMm: number): void {
    if (this.#speedMmS !== 0) this.#piece(0, distanceMm / Math.abs(this.#speedMmS), this.#speedMmS);
  }

  settleAt(positionMm: number): void {
    this.#positionMm = positionMm;
    this.#speedMmS = 0;
  }

  finish(cycleFrom?: number): Plan {
    const last: PlanKnot = {
      atMs: this.#atMs,
      positionMm: this.#positionMm,
      speedMmS: this.#speedMmS,
      accelerationMmS2: 0,
    };
    const pieces: readonly PlanKnot[] = [...this.#knots, last];
    const knots = pieces as Plan['knots']; // with `last` in it, it is not empty
    return cycleFrom === undefined ? { startMs: this.#startMs, knots } : { startMs: this.#startMs, knots, cycleFrom };
  }

  #rampWithinSign(toSpeedMmS: number, accelerationMmS2: number): void {
    const change = toSpeedMmS - this.#speedMmS;
    this.#piece(Math.sign(change) * accelerationMmS2, Math.abs(change) / accelerationMmS2, toSpeedMmS);
  }

  #piece(accelerationMmS2: number, seconds: number, toSpeedMmS: number): void {
    if (!(seconds > 0)) return;
    const knot = { atMs: this.#atMs, positionMm: this.#positionMm, speedMmS: this.#speedMmS, accelerationMmS2 };
    this.#knots.push(knot);
    this.#atMs += seconds * 1000;
    this.#positionMm += (this.#speedMmS + toSpeedMmS) * 0.5 * seconds;
    this.#speedMmS = toSpeedMmS;
    this.#positionMm = snap(this.#positionMm, this.#zone, toSpeedMmS === 0);
  }
}

function snap(positionMm: number, zone: Zone | undefined, isTurning: boolean): number {
  if (!zone) return positionMm;
  const aboveMm = positionMm - zone.minMm;
  const belowMm = zone.maxMm - positionMm;
  const roomMm = isTurning ? SNAP_MM : 0;
  if (aboveMm > -SNAP_MM && aboveMm < roomMm) return zone.minMm;
  if (belowMm > -SNAP_MM && belowMm < roomMm) return zone.maxMm;
  return positionMm;
}
