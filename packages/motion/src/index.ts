export { type Feeding, feed } from './feeder/feeder.ts';
export type { BufferReport, FeederEvent, FeederRequest, PointsAdd } from './feeder/feeder-messages.ts';
export {
  createFeeder,
  type FeederOptions,
  type FeederState,
  liveLeadMs,
  loopsInDevice,
  withNewSource,
} from './feeder/feeder-state.ts';
export {
  type LivePoints,
  type LoopedSource,
  liveSource,
  loopedSource,
  type PointSource,
  recordedSource,
} from './feeder/point-source.ts';
export { isLimitable, type LimitedCall, type LimitedDevice, limitCall } from './limiter/limit-call.ts';
export { type LimitedPoints, type LimiterState, limitPoints, startLimiter } from './limiter/limit-points.ts';
export { type MotionLimits, NO_LIMITS } from './limiter/motion-limits.ts';
export { cruiseSpeedMmS, type Limits, type SpeedRange } from './limits.ts';
export { type ModelMovement, movementOfModel } from './model-movement.ts';
export { type Departure, type Move, planMove, planStop, planTimedMove } from './move.ts';
export { type Oscillation, planOscillation } from './oscillation.ts';
export {
  distanceMm,
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
export { foldedIntoLap, lapMsOf, pointsFrom } from './track/laps.ts';
export type { TrackStream } from './track/leg-stream.ts';
export { planTrack, TRACK_HORIZON_MS, type Track, type TrackRequest } from './track/plan-track.ts';
export { instantOf, type StreamClock, streamMsAt, synchronised, withRate } from './track/stream-clock.ts';
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
