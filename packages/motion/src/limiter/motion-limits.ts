import type { StrokeWindow } from '../zone.ts';

/** A person's limits on a device's motion, for every call. */
export interface MotionLimits {
  /** No movement is faster, mm/s. */
  readonly maxSpeedMmS: number;
  /** No change of speed is quicker, mm/s^2. */
  readonly maxAccelerationMmS2: number;
  /** No position is outside this share of the whole travel. */
  readonly stroke: StrokeWindow;
  /** After a start the speed rises from zero to the requested one in this time, ms; 0 is no ramp. */
  readonly rampMs: number;
  /** Exchanges bottom and top. Applied once, here. */
  readonly reversed: boolean;
  /** No vibration is stronger, 0..1. */
  readonly maxAmplitude: number;
}

/** No limits: only the device's own hold. */
export const NO_LIMITS: MotionLimits = {
  maxSpeedMmS: Infinity,
  maxAccelerationMmS2: Infinity,
  stroke: { min: 0, max: 1 },
  rampMs: 0,
  reversed: false,
  maxAmplitude: 1,
};
