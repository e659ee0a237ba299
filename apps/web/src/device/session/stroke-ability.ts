import { movementLike, type StrokeAbility } from '@tactus/motion';
import { type DeviceState, hasSlider } from '@tactus/sdk';

/** What a device can do with its stroke window as it is set, in percent of that window. */
export interface WindowAbility extends StrokeAbility {
  /** Percent a second squared. */
  readonly maxAcceleration: number;
  /** How long the window is, mm. */
  readonly strokeMm: number;
}

type Facts = Pick<DeviceState, 'info' | 'capabilities' | 'slider' | 'sliderSettings'>;

/** A shorter window is not used: nobody feels what a script does in it. */
const SHORTEST_STROKE_MM = 1;

/**
 * What the connected device can do: by its own settings where they were read, else by its model, else like the slowest
 * model there is. Undefined for a device that is not known or has no slider.
 */
export function abilityOf(facts: Facts): WindowAbility | undefined {
  if (facts.info === undefined || !hasSlider(facts)) return undefined;
  const movement = movementLike(facts.info.hw_model_no);
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
