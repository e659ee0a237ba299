import type { SpeedRange } from './motor-limits.ts';
import type { TravelCalibration } from './zone.ts';

/** How a model with a slider moves. */
export interface ModelMovement {
  readonly travel: TravelCalibration;
  readonly speed: SpeedRange;
  readonly maxAccelerationMmS2: number;
}

/** Makes a 100-mm stroke at 400 mm/s average the 340 mm/s that owners measure. */
const ACCELERATION_MM_S2 = 9000;

/** Usable travel of a Handy 1, as a device reported it. */
const HANDY_1_TRAVEL: TravelCalibration = { offsetMm: 5, lengthMm: 97.826 };

/** The vendor gives 125 mm from end to end; inferred: the end buffers are those of a Handy 1 (110 mm). */
const HANDY_2_TRAVEL: TravelCalibration = { offsetMm: 5, lengthMm: 112.826 };

/** The first model: every other model with a slider is at least as fast. */
const HANDY_1: ModelMovement = {
  travel: HANDY_1_TRAVEL,
  speed: { minMmS: 32, maxMmS: 400 },
  maxAccelerationMmS2: ACCELERATION_MM_S2,
};

const bySlider: Readonly<Record<number, ModelMovement>> = {
  0: HANDY_1,
  2: HANDY_1,
  3: { travel: HANDY_2_TRAVEL, speed: { minMmS: 32, maxMmS: 400 }, maxAccelerationMmS2: ACCELERATION_MM_S2 },
  4: { travel: HANDY_2_TRAVEL, speed: { minMmS: 32, maxMmS: 450 }, maxAccelerationMmS2: ACCELERATION_MM_S2 },
};

/** The movement of a `hw_model_no`; undefined for a model that is unknown or has no slider. */
export function movementOfModel(hwModelNo: number): ModelMovement | undefined {
  return bySlider[hwModelNo];
}

/** The movement of a `hw_model_no`; that of the first model where the number is unknown. */
export function movementOrDefault(hwModelNo: number | undefined): ModelMovement {
  return (hwModelNo === undefined ? undefined : movementOfModel(hwModelNo)) ?? HANDY_1;
}
