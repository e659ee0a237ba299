import {
  type ModelMovement,
  type MotionState,
  movementOrDefault,
  type StrokeWindow,
  type TravelCalibration,
  type Zone,
  zoneOfWindow,
} from '@tactus/motion';
import type { SliderState } from '@tactus/protocol';
import { hasSlider } from '../state/capability.ts';
import type { DeviceState } from '../state/device-state.ts';

/** The facts of a device with a slider that a prediction needs. */
export interface MovementParameters extends ModelMovement {
  /** The stroke window in mm. */
  readonly stroke: Zone;
  readonly strokeWindow: StrokeWindow;
}

type Facts = Pick<DeviceState, 'info' | 'capabilities' | 'slider'>;

/**
 * The device's movement; `undefined` while no slider is known, or as `isMoved` says. An unknown model is assumed to move as the first one.
 */
export function movementParametersOf(state: Facts, isMoved = hasSlider(state)): MovementParameters | undefined {
  if (!isMoved) return undefined;
  const model = movementOrDefault(state.info?.hw_model_no);
  const travel = travelOf(state.slider) ?? model.travel;
  const { min, max } = state.slider;
  return movementParametersInWindow({ ...model, travel }, { min, max });
}

/** The same movement inside a stroke window. */
export const movementParametersInWindow = (
  movement: ModelMovement,
  strokeWindow: StrokeWindow,
): MovementParameters => ({
  ...movement,
  strokeWindow,
  stroke: zoneOfWindow(movement.travel, strokeWindow),
});

/** The whole travel, derived from the stroke window that the device reports in both measures. */
function travelOf({ min, max, min_absolute, max_absolute }: DeviceState['slider']): TravelCalibration | undefined {
  const share = max - min;
  const lengthMm = (max_absolute - min_absolute) / share;
  return share > 0 && lengthMm > 0 ? { offsetMm: min_absolute - min * lengthMm, lengthMm } : undefined;
}

/** Position and signed speed of a reading of `/slider/state`. */
export function motionOfReading({ position_absolute, speed_absolute, dir }: SliderState): MotionState {
  const speed = Math.abs(speed_absolute);
  return { positionMm: position_absolute, speedMmS: dir ? speed : -speed };
}
