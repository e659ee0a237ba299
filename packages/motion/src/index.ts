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
  columnDueMs,
  lapAt,
  lapEndMs,
  legsOfBeat,
  pointsOfBeat,
  pointsOfLaps,
} from './beats/beat-laps.ts';
export { extendLapPlan, type LapContent, lapPlanWithBeat, lapPlanWithTempo } from './beats/beat-plan.ts';
export { nextPlaylistPlace, type PlaylistEntry, type PlaylistPlace } from './beats/play-order.ts';
export { addTap, bpmOfTaps, type TapTimes } from './beats/tap-tempo.ts';
export { type FeedStep, isBufferOf, stepFeeder, withReportedPlayback } from './feeder/feeder.ts';
export type { BufferReport, FeederEvent, FeederRequest, PointsToAdd } from './feeder/feeder-messages.ts';
export {
  canLoopInDevice,
  createFeederState,
  type FeederOptions,
  type FeederState,
  liveLeadMs,
  withNewSource,
} from './feeder/feeder-state.ts';
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
export { linearPositionAt, sourceWithLeadIn } from './feeder/source-with-lead-in.ts';
export { thinPoints } from './feeder/thin-points.ts';
export { areLimitsNarrower, limitBridgedCall, loosestGuestLimits } from './guest/bridged-call.ts';
export { limitGuestCall } from './guest/guest-call.ts';
export { type GuestCallKind, guestCallKind } from './guest/guest-call-kind.ts';
export type { DeviceAtGuestCall, GuestLimits } from './guest/guest-limits.ts';
export { type GuestMotionState, NEW_GUEST_MOTION, stoppedGuestMotion } from './guest/guest-motion-state.ts';
export { applyNarrowerLimits } from './guest/guest-narrowed.ts';
export { brakeToStandstill, GUEST_BUFFER_POINTS, neededReadings } from './guest/guest-readings.ts';
export type { GuestCallOutcome, GuestRefusal, OutgoingCall } from './guest/guest-request.ts';
export { mustRestBeforeCall } from './guest/guest-stream.ts';
export {
  exceedsLimits,
  isLimitableCall,
  type LimitedCall,
  type LimitedDevice,
  limitCall,
  limitWholeScript,
} from './limiter/limit-call.ts';
export { syncStepMs } from './limiter/limit-clock-calls.ts';
export { type LimitedPoints, type LimiterState, limitPoints } from './limiter/limit-points.ts';
export { type MotionLimits, NO_LIMITS } from './limiter/motion-limits.ts';
export { type ModelMovement, movementOfModel, movementOrDefault } from './model-movement.ts';
export { cruiseSpeedMmS, type MotorLimits, type SpeedRange } from './motor-limits.ts';
export { type MoveOrigin, type MoveRequest, planMove, planStop, planTimedMove } from './move.ts';
export { numberIn } from './number-in-fields.ts';
export { type Oscillation, planOscillation } from './oscillation.ts';
export {
  distanceCoveredMm,
  type Heading,
  type MotionSample,
  type MotionState,
  type Plan,
  type PlanKnot,
  planEndMs,
  planHeadingOf,
  planRest,
  planStateAt,
} from './plan.ts';
export { linearRampAt, sessionEndFactor } from './random-stroker/easing.ts';
export { type RandomStroke, type RandomStrokerRules, randomStroke } from './random-stroker/random-stroker.ts';
export { seedOfText } from './random-stroker/seeded-fraction.ts';
export { applyRecipe, type Recipe, type RecipeStep } from './script-edit/recipe.ts';
export {
  checkScriptForDevice,
  type PreFlightReport,
  type StrokeSpeedRange,
} from './script-facts/check-script-for-device.ts';
export { gapEndAt, gapsOfScript, type ScriptGap, SHORTEST_GAP_MS } from './script-facts/gaps.ts';
export { type Heatmap, type HeatmapResolution, heatmapOf, heatmapResolutionFor } from './script-facts/heatmap.ts';
export { scriptPositionAt } from './script-facts/interpolate.ts';
export { scriptToVibration } from './script-facts/script-to-vibration.ts';
export { type ScriptStatistics, statisticsOf } from './script-facts/statistics.ts';
export { formatCsv } from './scripts/csv.ts';
export { formatFunscript, parseActions } from './scripts/funscript.ts';
export { parseScript, parseScriptFile } from './scripts/parse-script.ts';
export {
  SCRIPT_ERROR_TEXTS,
  type Script,
  type ScriptChapter,
  ScriptError,
  type ScriptErrorCode,
  type ScriptFile,
  type ScriptMark,
  type ScriptMetadata,
  type ScriptPoint,
  type ScriptRepair,
  type ScriptRepairCount,
} from './scripts/script.ts';
export { columnsToPoints, firstIndexAtOrAfter, pointsToColumns, type ScriptColumns } from './scripts/script-columns.ts';
export { lapLengthMs, pointsFromStreamTime, wrapIntoLap } from './track/laps.ts';
export type { TrackStream } from './track/leg-stream.ts';
export { type PlannedTrack, planTrack, TRACK_HORIZON_MS, type TrackRequest } from './track/plan-track.ts';
export {
  correctStreamClock,
  differenceInLap,
  instantOfStreamTime,
  type StreamClock,
  streamMsAt,
} from './track/stream-clock.ts';
export { actionOnConnect, linkHoldOfLease } from './unattended/action-on-connect.ts';
export { type AttendanceRecord, attendanceRules, unlinkedAttendance } from './unattended/attendance.ts';
export { WAVE_KINDS, WAVE_STEP_MS, type WaveKind, waveLevels } from './waves/waves.ts';
export {
  clampToZone,
  composeWindows,
  FULL_WINDOW,
  fractionOfZone,
  type StrokeWindow,
  type TravelCalibration,
  type Zone,
  zoneOfWindow,
  zonePositionMm,
} from './zone.ts';
