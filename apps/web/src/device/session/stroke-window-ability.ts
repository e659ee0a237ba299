import { movementOrDefault, type StrokeSpeedRange } from '@tactus/motion';
import { type DeviceState, hasSlider } from '@tactus/sdk';

/** The abilities of a device inside its present stroke window, in per cent of that window. */
export interface StrokeWindowAbility extends StrokeSpeedRange {
  /** Percent a second squared. */
  readonly maxAcceleration: number;
  /** The length of the window, mm. */
  readonly strokeMm: number;
}

type Facts = Pick<DeviceState, 'info' | 'capabilities' | 'slider' | 'sliderSettings'>;

/** The shortest window used: in a shorter one a script is not felt. */
const SHORTEST_STROKE_MM = 1;

/**
 * The abilities of the connected device: from its own settings where they were read, else from its model, else those of the
 * slowest model. Undefined for an unknown device or one without a slider.
 */
export function strokeWindowAbilityOf(facts: Facts): StrokeWindowAbility | undefined {
  if (facts.info === undefined || !hasSlider(facts)) return undefined;
  const movement = movementOrDefault(facts.info.hw_model_no);
  const strokeMm = Math.max(SHORTEST_STROKE_MM, facts.slider.max_absolute - facts.slider.min_absolute);
  const maxMmS = usable(facts.sliderSettings?.x_max_speed) ?? movement.speed.maxMmS;
  const minMmS = usable(facts.sliderSettings?.x_min_speed) ?? movement.speed.minMmS;
  const toPercent = (mm: number) => (mm / strokeMm) * 100;
  return {
    maxSpeed: toPercent(maxMmS),
    minSpeed: toPercent(Math.min(minMmS, maxMmS)),
    maxAcceleration: toPercent(movement.maxAccelerationMmS2),
    strokeMm,
  };
}

const usable = (mmS: number | undefined): number | undefined =>
  mmS !== undefined && mmS > 0 && mmS < Infinity ? mmS : undefined;
