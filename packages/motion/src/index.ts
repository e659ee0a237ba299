export { cruiseSpeedMmS, type Limits, type SpeedRange } from './limits.ts';
export { type ModelMovement, movementOfModel } from './model-movement.ts';
export { type Departure, type Move, planMove, planStop, planTimedMove } from './move.ts';
export { type Oscillation, planOscillation } from './oscillation.ts';
export {
  endMsOf,
  type Heading,
  headingOf,
  type Knot,
  type MotionSample,
  type MotionState,
  nextKnotMs,
  type Plan,
  planRest,
  stateAt,
} from './plan.ts';
export { toCsv } from './scripts/csv.ts';
export { parseActions } from './scripts/funscript.ts';
export { parseScript } from './scripts/parse-script.ts';
export {
  SCRIPT_ERROR_TEXTS,
  type Script,
  type ScriptChange,
  ScriptError,
  type ScriptErrorCode,
  type ScriptNote,
  type ScriptPoint,
} from './scripts/script.ts';
export {
  clampToZone,
  FULL_WINDOW,
  type StrokeWindow,
  type Travel,
  toAbsoluteMm,
  toRelative,
  windowInside,
  type Zone,
  zoneOf,
} from './zone.ts';
