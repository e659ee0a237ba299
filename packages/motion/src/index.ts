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
