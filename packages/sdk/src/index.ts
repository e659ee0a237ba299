export {
  formatCsv,
  type MotionLimits,
  NO_LIMITS,
  parseScript,
  SCRIPT_ERROR_TEXTS,
  type Script,
  ScriptError,
  type ScriptErrorCode,
  type ScriptPoint,
  type ScriptRepair,
  type ScriptRepairCount,
} from '@tactus/motion';
export {
  DeviceMode,
  HampPlayState,
  type HampState,
  HspPlayState,
  type HspPoint,
  type HspState,
} from '@tactus/protocol';
export { createRandom, type Random, systemRandom, systemTime, type Time, type Undo } from '@tactus/time';
export { type CancellableRequest, type RequestState, runCancellable } from './client/cancellable.ts';
export {
  type CallArgs,
  type CallInput,
  type CallOptions,
  type Client,
  type ClientCallName,
  type ClientConfig,
  type ClientGroup,
  createClient,
  type Fetch,
} from './client/client.ts';
export { COMMAND_NUMBER_HEADER, createCommandNumbers } from './client/command-numbers.ts';
export { redactUrl } from './client/redact.ts';
export { type CloudClock, createCloudClock } from './clock/cloud-clock.ts';
export type { ClockMode, DeviceTimeUncertainty } from './clock/device-clock.ts';
export { type ClockMeasurementOptions, measureCloudClock, type TimedClockSample } from './clock/measure.ts';
export { clockBatchIntervalMs, PROBES_PER_CLOCK_BATCH, type TrackedClockUse } from './clock/probe-schedule.ts';
export { CLOCK_RESYNC_INTERVAL_MS, type PageVisibilityPort } from './clock/schedule-clock-resync.ts';
export type { ScriptPlayback } from './clock/script-time.ts';
export {
  type ClockProbe,
  type ClockUncertainty,
  clockOffsetAt,
  clockUncertaintyAt,
  type TrackedClock,
  updateTrackedClock,
} from './clock/tracked-clock.ts';
export type { DeviceCommandGroups } from './commands/all-commands.ts';
export type { RemainingRequests } from './commands/budget.ts';
export type { AddPointsOptions, HspCommands, PlaybackClockTarget, PlayOptions } from './commands/hsp-commands.ts';
export type { HsspCommands, ScriptSource } from './commands/hssp-commands.ts';
export { createLatestValueSender, type LatestValueSender } from './commands/latest-value-sender.ts';
export { LEAD_IN_SPEED_MM_S, type LeadInOptions } from './commands/move-to-playback-start.ts';
export type { OtaCommands } from './commands/ota-commands.ts';
export { isStopBegun } from './commands/stop-begun.ts';
export { isModeMoving } from './commands/stop-calls.ts';
export type { StreamCommands } from './commands/stream-commands.ts';
export type {
  AuthCommands,
  DeviceInfoCommands,
  EnabledInterfaces,
  HstpCommands,
  SystemCommands,
} from './commands/system-commands.ts';
export { CONDITION_CHECK_INTERVAL_MS } from './commands/wait-for-state.ts';
export { anonymousIdOfKey } from './connection/anonymous-id.ts';
export { type EventStreamOptions, openEventStream } from './connection/event-stream.ts';
export {
  type EventStream,
  type FrameStreamOptions,
  openFrameStream,
  type ReceivedFrame,
} from './connection/frame-stream.ts';
export { SLOW_CONNECT_MS } from './connection/run-connection.ts';
export { openSharedFrameStream, type SharedFrameStreamOptions } from './connection/shared-frame-stream.ts';
export type { FrameKind, SharedFrameKinds } from './connection/stream-leader.ts';
export type { StreamRequest, StreamResumePoint } from './connection/stream-request.ts';
export type { ChannelPort, LockPort, LockRequestOptions, TabPorts } from './connection/tab-ports.ts';
export type { ControlPorts, Heartbeat, LeaseRequester } from './control/lease-ports.ts';
export {
  PLAY_END_AFTER_CLOSE_MS,
  PLAY_LEASE_DURATION_MS,
  PLAY_LEASE_RENEWAL_INTERVAL_MS,
} from './control/play-lease.ts';
export type { StopResult } from './control/stop-sender.ts';
export { createDevice } from './device.ts';
export type { CloudFeatures, Device, DeviceEvents, DeviceOptions } from './device-api.ts';
export {
  DeviceError,
  type DeviceErrorCode,
  type DeviceErrorFacts,
  deviceErrorCodes,
  deviceErrors,
  type HttpFailure,
  toDeviceError,
  toMediaError,
} from './errors.ts';
export { createLeanDevice } from './lean-device.ts';
export type { MemberSettings } from './many/call-input-for-member.ts';
export {
  createDeviceGroup,
  type DeviceGroup,
  type GroupMember,
  type GroupOptions,
  type GroupState,
} from './many/device-group.ts';
export type { GroupCloud } from './many/group-cloud.ts';
export type { PositionEstimate, PositionReading } from './position/position.ts';
export { fetchScript } from './scripts/fetch-script.ts';
export { type ScriptUpload, uploadScript } from './scripts/upload-script.ts';
export { hasLegacyFirmware, hasSlider } from './state/capability.ts';
export { userTimeOffsetMs } from './state/clock-sync.ts';
export { type ConnectionStatus, connectionStatus } from './state/connection-status.ts';
export {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  type ConnectionStep,
  connectionEvents,
  connectionStates,
  stepConnection,
} from './state/connection-table.ts';
export type { SessionContinuity } from './state/continuity.ts';
export type { ControlHoldState } from './state/control-hold-table.ts';
export {
  type ClockSync,
  type DeviceState,
  type DeviceWarnings,
  initialState,
  type SliderFacts,
  type StopPhase,
} from './state/device-state.ts';
export type { DeviceStoreView } from './state/device-store.ts';
export {
  CLOCK_SAMPLES_DEFAULT,
  CLOCK_SYNC_VALID_MS,
  type ClockEstimate,
  type ClockSample,
  estimateClock,
  isClockSyncValid,
} from './state/estimate.ts';
export type { FirmwareUpdateFinishedEvent, FirmwareUpdateStartedEvent } from './state/firmware-update-emitter.ts';
export type { HdspCommands, HdspMove, MovePace, MoveTarget } from './state/hdsp.ts';
export type { HsspScript, HsspSetupProgress } from './state/hssp.ts';
export type { HvpCommands } from './state/hvp.ts';
export type { InterfacesState } from './state/interfaces.ts';
export type { OtaState } from './state/ota.ts';
export { readLatestConnectionKey, type StoragePort } from './state/stored-state.ts';
export { createPointStream } from './stream/point-stream.ts';
export {
  JOIN_SPEED_MM_S,
  type PointStream,
  type PointStreamOptions,
  type PointStreamState,
  type PointStreamStore,
  type RecordedPoints,
  STREAM_LEAD_MAX_MS,
  type StreamPhase,
  type StreamSource,
} from './stream/point-stream-api.ts';
export { type HtmlMediaElement, type HtmlVideoFrame, htmlMedia } from './sync/html-media.ts';
export { type JoinedTimeline, joinTimeline } from './sync/join-timeline.ts';
export type { MediaEvent, MediaFrame, MediaPort } from './sync/media-port.ts';
export {
  hspPlayback,
  hsspPlayback,
  type PlaybackStart,
  type ScriptMoment,
  type SyncPlayback,
} from './sync/playback.ts';
export { type SyncDevice, startVideoSync, type VideoSync, type VideoSyncOptions } from './sync/start-video-sync.ts';
export { streamPlayback } from './sync/stream-playback.ts';
export type {
  SyncCorrection,
  SyncCorrectionCause,
  SyncPauseCause,
  SyncPhase,
  SyncQuality,
  VideoSyncState,
  VideoSyncStore,
} from './sync/sync-state.ts';
export { createTimelineMedia, type SharedTimeline, type TimelineMedia } from './sync/timeline-media.ts';
export { readTraceExport, type TraceExport } from './trace/export.ts';
export { replayTraceState } from './trace/replay-trace-state.ts';
export type { TraceEntry, TraceFact } from './trace/trace.ts';
