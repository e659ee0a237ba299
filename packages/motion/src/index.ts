export {
  type BeatCell,
  type BeatShape,
  bpmOfCell,
  CELL_MS,
  COLUMNS_PER_BEAT,
  cellMsOfBpm,
  cellsOfLevels,
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
export { type LapContent, planLaps, withBeat, withTempo } from './beats/beat-plan.ts';
export { nextPlace, type PlaylistEntry, type PlaylistPlace } from './beats/play-order.ts';
export { bpmOfTaps, type Taps, withTap } from './beats/tap-tempo.ts';
export { type FeedStep, feed } from './feeder/feeder.ts';
export type { BufferReport, FeederEvent, FeederRequest, PointsAdd } from './feeder/feeder-messages.ts';
export {
  createFeeder,
  type FeederOptions,
  type FeederState,
  liveLeadMs,
  loopsInDevice,
  withNewSource,
} from './feeder/feeder-state.ts';
export { courseAt, joinedSource } from './feeder/joined-source.ts';
export { clockOf } from './feeder/player-clock.ts';
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
export { bridgedCall, isNarrower, loosestLimits } from './guest/bridged-call.ts';
export { guestCall } from './guest/guest-call.ts';
export { GUEST_MODES, type GuestCallKind, type GuestMode, guestCallKind } from './guest/guest-call-kind.ts';
export { allowedShare, type GuestDevice, type GuestLimits } from './guest/guest-limits.ts';
export { type GuestMotionState, NEW_GUEST_MOTION, stoppedGuestMotion } from './guest/guest-motion-state.ts';
export { guestNarrowed } from './guest/guest-narrowed.ts';
export { brakeToStandstill, GUEST_POINTS_MAX, guestNeeds } from './guest/guest-readings.ts';
export type { GuestAnswer, GuestRefusal, OutgoingCall } from './guest/guest-request.ts';
export { restsFirst } from './guest/guest-stream.ts';
export {
  isLimitable,
  type LimitedCall,
  type LimitedDevice,
  limitCall,
  limitWholeScript,
} from './limiter/limit-call.ts';
export { type LimitedPoints, type LimiterState, limitPoints, startLimiter } from './limiter/limit-points.ts';
export { type MotionLimits, NO_LIMITS } from './limiter/motion-limits.ts';
export { cruiseSpeedMmS, type MotorLimits, type SpeedRange } from './limits.ts';
export { type ModelMovement, movementLike, movementOfModel } from './model-movement.ts';
export { type Move, type MoveOrigin, planMove, planStop, planTimedMove } from './move.ts';
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
export { rampAt, sessionShare } from './random-stroker/easing.ts';
export { type RandomStroke, type RandomStrokerRules, randomStroke } from './random-stroker/random-stroker.ts';
export { seedOfText } from './random-stroker/seeded-share.ts';
export { applyRecipe, type Recipe, type RecipeStep } from './script-edit/recipe.ts';
export { gapEndAt, gapsOf, type ScriptGap, SHORTEST_GAP_MS } from './script-facts/gaps.ts';
export { type Heatmap, type HeatmapLevel, heatmapOf, levelFor } from './script-facts/heatmap.ts';
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
  type ScriptChapter,
  ScriptError,
  type ScriptErrorCode,
  type ScriptFile,
  type ScriptMark,
  type ScriptNote,
  type ScriptPoint,
} from './scripts/script.ts';
export { indexFrom, type ScriptColumns, toColumns, toPoints } from './scripts/script-columns.ts';
export { foldedIntoLap, lapMsOf, pointsFrom } from './track/laps.ts';
export type { TrackStream } from './track/leg-stream.ts';
export { planTrack, TRACK_HORIZON_MS, type Track, type TrackRequest } from './track/plan-track.ts';
export { instantOf, type StreamClock, streamMsAt, synchronised, withRate } from './track/stream-clock.ts';
export { type Attendance, attendanceRules, unlinkedAttendance } from './unattended/attendance.ts';
export { firstOrder, holdOfLease } from './unattended/first-order.ts';
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
