import {
  cruiseSpeedMmS,
  type ModelMovement,
  type MotionState,
  movementOfModel,
  type Plan,
  planMove,
  planOscillation,
  planRest,
  planStop,
  planTimedMove,
  type StrokeWindow,
  type Travel,
  toAbsoluteMm,
  windowInside,
  type Zone,
  zoneOf,
} from '@tactus/motion';
import { HampPlayState, HardwareModel, type SliderState } from '@tactus/protocol';
import type { DeviceState } from '../state/device-state.ts';
import { hasSlider } from '../system/capability.ts';

/** What a prediction needs to know of a device with a slider. */
export interface Movement extends ModelMovement {
  /** The stroke window in mm. */
  readonly stroke: Zone;
  readonly strokeWindow: StrokeWindow;
}

/** How the device moves; `undefined` while no slider is known. An unknown model is taken to move as the first one. */
export function movementOf(state: Pick<DeviceState, 'info' | 'capabilities' | 'slider'>): Movement | undefined {
  if (!hasSlider(state)) return undefined;
  const model =
    movementOfModel(state.info?.hw_model_no ?? HardwareModel.HANDY_1) ?? movementOfModel(HardwareModel.HANDY_1);
  if (!model) return undefined;
  const travel = travelOf(state.slider) ?? model.travel;
  const { min, max } = state.slider;
  return { ...model, travel, strokeWindow: { min, max }, stroke: zoneOf(travel, { min, max }) };
}

/** The whole travel, worked out of the stroke window that the device reports in both measures. */
function travelOf({ min, max, min_absolute, max_absolute }: DeviceState['slider']): Travel | undefined {
  const share = max - min;
  const lengthMm = (max_absolute - min_absolute) / share;
  return share > 0 && lengthMm > 0 ? { offsetMm: min_absolute - min * lengthMm, lengthMm } : undefined;
}

/** The movement from a moment on, as the reported state has it. `hampWindow` is the zone of HAMP inside the stroke. */
export function planOf(
  { hamp }: Pick<DeviceState, 'hamp'>,
  movement: Movement,
  hampWindow: StrokeWindow,
  from: MotionState,
  startMs: number,
): Plan {
  const limits = limitsOf(movement);
  if (hamp.play_state !== HampPlayState.PLAYING) return planStop({ startMs, from, zone: movement.stroke, limits });
  return planOscillation({
    startMs,
    from,
    limits,
    zone: zoneOf(movement.travel, windowInside(movement.strokeWindow, hampWindow)),
    cruiseMmS: cruiseSpeedMmS(movement.speed, hamp.velocity),
    heading: hamp.direction ? 'up' : 'down',
  });
}

/**
 * The movement of a slider at rest whose window was moved: one that is left outside is taken along, at the slowest
 * speed (it never stays outside its stroke, api-v3.md 2.10).
 */
export function planIntoStroke(movement: Movement, from: MotionState, startMs: number): Plan {
  const move = { startMs, from, zone: movement.stroke, limits: limitsOf(movement), toMm: from.positionMm };
  return planMove({ ...move, cruiseMmS: movement.speed.minMmS });
}

/** Fields of the direct moves; each call has a position and a pace in one of two measures. */
export interface DirectMove {
  readonly xa?: number;
  readonly xp?: number;
  readonly va?: number;
  readonly vp?: number;
  readonly t?: number;
}

/** The movement that a direct move makes. `isShare`: the speed is a share of the top speed whatever its name. */
export function planDirectMove(
  { xa, xp, va, vp, t }: DirectMove,
  isShare: boolean,
  movement: Movement,
  from: MotionState,
  startMs: number,
): Plan {
  const toMm = xa ?? toAbsoluteMm(movement.stroke, xp ?? 0);
  const move = { startMs, from, zone: movement.stroke, limits: limitsOf(movement), toMm };
  if (t !== undefined) return planTimedMove({ ...move, durationMs: t });
  const share = isShare ? (vp ?? va) : undefined;
  const wantedMmS = share === undefined ? (va ?? movement.speed.maxMmS) : share * movement.speed.maxMmS;
  return planMove({ ...move, cruiseMmS: Math.max(wantedMmS, movement.speed.minMmS) });
}

/** Position and signed speed of a reading of `/slider/state`. */
export function motionOfReading({ position_absolute, speed_absolute, dir }: SliderState): MotionState {
  const speed = Math.abs(speed_absolute);
  return { positionMm: position_absolute, speedMmS: dir ? speed : -speed };
}

/** The plan of a device about whose motion only a reading tells. */
export const planAtReading = (startMs: number, { positionMm }: MotionState): Plan => planRest(startMs, positionMm);

function limitsOf({ speed, maxAccelerationMmS2 }: ModelMovement) {
  return { maxSpeedMmS: speed.maxMmS, maxAccelerationMmS2 };
}
