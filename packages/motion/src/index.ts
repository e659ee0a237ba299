export {
  type BeatCell,
  type BeatShape,
  bpmOfColumnMs,
  COLUMN_MS_BOUNDS,
  COLUMNS_PER_BEAT,
  cellsOfLevels,
  columnMsOfBpm,
  gridLevels,
  levelsOfCells,
  nearestLevel,
} from './beats/beat.ts';
export { type GriddedScript, gridOfScript } from './beats/beat-grid-of-script.ts';
export {
  type BeatLap,
  type BeatLeg,
  columnAt,
  columnMs,
  lapAt,
  lapEndMs,
  legsOfBeat,
  pointsOfBeat,
  pointsOfLaps,
} from './beats/beat-laps.ts';
export { type LapContent, planLaps, planWithBeat, planWithTempo } from './beats/beat-plan.ts';
export { nextPlaylistPlace, type PlaylistEntry, type PlaylistPlace } from './beats/play-order.ts';
export { bpmOfTaps, type Taps, withTap } from './beats/tap-tempo.ts';
export { type FeedStep, stepFeeder } from './feeder/feeder.ts';
export type { BufferReport, FeederEvent, FeederRequest, PointsAdd } from './feeder/feeder-messages.ts';
export {
  canLoopInDevice,
  createFeeder,
  type FeederOptions,
  type FeederState,
  liveLeadMs,
  withNewSource,
} from './feeder/feeder-state.ts';
export { joinedSource, linearPositionAt } from './feeder/joined-source.ts';
export { playerClockOf } from './feeder/player-clock.ts';
export {
  columnsSource,
  type LivePoints,
  type LoopedSource,
  liveSource,
  loopedSource,
  type PointSource,
  recordedSource,
} from './feeder/point-source.ts';
export { thinPoints } from './feeder/thin-points.ts';
export { areLimitsNarrower, limitBridgedCall, loosestLimits } from './guest/bridged-call.ts';
export { limitGuestCall } from './guest/guest-call.ts';
export { GUEST_MODES, type GuestCallKind, type GuestMode, guestCallKind } from './guest/guest-call-kind.ts';
export { allowedOfStroke, type GuestDevice, type GuestLimits } from './guest/guest-limits.ts';
export { type GuestMotionState, NEW_GUEST_MOTION, stoppedGuestMotion } from './guest/guest-motion-state.ts';
export { applyNarrowerLimits } from './guest/guest-narrowed.ts';
export { brakeToStandstill, GUEST_POINTS_MAX, neededReadings } from './guest/guest-readings.ts';
export type { GuestCallOutcome, GuestRefusal, OutgoingCall } from './guest/guest-request.ts';
export { mustRestBefore } from './guest/guest-stream.ts';
export {
  isLimitableCall,
  type LimitedCall,
  type LimitedDevice,
  limitCall,
  limitWholeScript,
} from './limiter/limit-call.ts';
export { type LimitedPoints, type LimiterState, limiterStateAtRest, limitPoints } from './limiter/limit-points.ts';
export { type MotionLimits, NO_LIMITS } from './limiter/motion-limits.ts';
export { type ModelMovement, movementOfModel, movementOrDefault } from './model-movement.ts';
export { cruiseSpeedMmS, type MotorLimits, type SpeedRange } from './motor-limits.ts';
export { type MoveOrigin, type MoveRequest, planMove, planStop, planTimedMove } from './move.ts';
export { type Oscillation, planOscillation } from './oscillation.ts';
export {
  distanceMm,
  endMsOf,
  type Heading,
  type Knot,
  type MotionSample,
  type MotionState,
  nextKnotMs,
  type Plan,
  planHeadingOf,
  planRest,
  stateAt,
} from './plan.ts';
export { linearRampAt, sessionEndFactor } from './random-stroker/easing.ts';
export { type RandomStroke, type RandomStrokerRules, randomStroke } from './random-stroker/random-stroker.ts';
export { seedOfText } from './random-stroker/seeded-fraction.ts';
export { applyRecipe, type Recipe, type RecipeStep } from './script-edit/recipe.ts';
export { gapEndAt, gapsOf, type ScriptGap, SHORTEST_GAP_MS } from './script-facts/gaps.ts';
export { type Heatmap, type HeatmapLevel, heatmapLevelFor, heatmapOf } from './script-facts/heatmap.ts';
export { type Interpolation, positionAt } from './script-facts/interpolate.ts';
export { type PreFlight, preFlight, type StrokeAbility } from './script-facts/pre-flight.ts';
export { type ScriptStatistics, statisticsOf } from './script-facts/statistics.ts';
export { toVibration } from './script-facts/to-vibration.ts';
export { toCsv } from './scripts/csv.ts';
export { parseActions, toFunscript } from './scripts/funscript.ts';
export { parseScript, parseScriptFile } from './scripts/parse-script.ts';
export {
  SCRIPT_ERROR_TEXTS,
  type Script,
  type ScriptAbout,
  type ScriptChange,
  type ScriptChangeCount,
  type ScriptChapter,
  ScriptError,
  type ScriptErrorCode,
  type ScriptFile,
  type ScriptMark,
  type ScriptPoint,
} from './scripts/script.ts';
export { indexFrom, type ScriptColumns, toColumns, toPoints } from './scripts/script-columns.ts';
export { foldedIntoLap, lapMsOf, pointsFrom } from './track/laps.ts';
export type { TrackStream } from './track/leg-stream.ts';
export { planTrack, TRACK_HORIZON_MS, type Track, type TrackRequest } from './track/plan-track.ts';
export { instantOf, type StreamClock, streamMsAt, synchronised, withRate } from './track/stream-clock.ts';
export { actionOnConnect, linkHoldOfLease } from './unattended/action-on-connect.ts';
export { type Attendance, attendanceRules, unlinkedAttendance } from './unattended/attendance.ts';
export { WAVE_KINDS, WAVE_STEP_MS, type WaveKind, waveLevels } from './waves/waves.ts';
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
