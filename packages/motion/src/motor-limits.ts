/** What the motor can do, or is allowed to do at the moment: both greater than 0. */
export interface MotorLimits {
  readonly maxSpeedMmS: number;
  readonly maxAccelerationMmS2: number;
}

/** The speeds of a model: it cannot move more slowly than the first nor faster than the second. */
export interface SpeedRange {
  readonly minMmS: number;
  readonly maxMmS: number;
}

/**
 * The cruise speed of a HAMP velocity: a fraction 0..1 of the model's top speed. Velocity 0 is the
 * slowest motion, not standstill, because the firmware enforces a minimum speed.
 */
export function cruiseSpeedMmS(range: SpeedRange, velocity01: number): number {
  return Math.min(Math.max(velocity01 * range.maxMmS, range.minMmS), range.maxMmS);
}

/** Throws a RangeError unless the value is a finite number greater than 0. */
export function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`${name} must be a finite number above 0, not ${value}`);
}
