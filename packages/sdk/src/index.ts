export {
  type MotionLimits,
  NO_LIMITS,
  parseScript,
  SCRIPT_ERROR_TEXTS,
  type Script,
  type ScriptChange,
  type ScriptChangeCount,
  ScriptError,
  type ScriptErrorCode,
  type ScriptPoint,
  toCsv,
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
export { type CancellableRequest, cancellable, type RequestState } from './client/cancellable.ts';
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
export { redactUrl } from './client/redact.ts';
export { createCommandSequence, SEQUENCE_HEADER } from './client/sequence.ts';
export { type CloudClock, createCloudClock } from './clock/cloud-clock.ts';
export type { ClockMode, DeviceClockError } from './clock/device-clock.ts';
export { type ClockMeasurement, measureClock, type TakenSample } from './clock/measure.ts';
export { batchEveryMs, CLOCK_BATCH, type ClockUse } from './clock/probe-schedule.ts';
export { CLOCK_RESYNC_MS, type Visibility } from './clock/schedule-resync.ts';
export type { ScriptPlayback } from './clock/script-time.ts';
export {
  type ClockError,
  type ClockProbe,
  type ClockTrack,
  clockErrorAt,
  clockOffsetAt,
  trackClock,
} from './clock/tracker.ts';
export type { GroupCommands } from './commands/all-commands.ts';
export type { RequestHeadroom } from './commands/budget.ts';
export type { AddOptions, HspCommands, PlayOptions, SyncTime } from './commands/hsp-commands.ts';
export type { HsspCommands, ScriptSource } from './commands/hssp-commands.ts';
export { type LatestOnly, latestOnly } from './commands/latest-only.ts';
export { LEAD_IN_SPEED_MM_S, type LeadInOptions } from './commands/lead-in.ts';
export type { OtaCommands } from './commands/ota-commands.ts';
export { isStopBegun } from './commands/stop-begun.ts';
export { isMoving } from './commands/stop-calls.ts';
export type { StreamCommands } from './commands/stream-commands.ts';
export type {
  AuthCommands,
  HstpCommands,
  InfoCommands,
  Interfaces,
  SystemCommands,
} from './commands/system-commands.ts';
export { WAIT_STEP_MS } from './commands/wait-for.ts';
export { anonymousId } from './connection/anonymous-id.ts';
export { type EventStreamOptions, openEventStream } from './connection/event-stream.ts';
export { type EventStream, type Frame, type FrameStreamOptions, openFrameStream } from './connection/frame-stream.ts';
export { CONNECT_TIMEOUT_MS } from './connection/run-connection.ts';
export type { ChannelPort, LockPort, LockRequestOptions, TabPorts } from './connection/tab-ports.ts';
export type { Heartbeat, Holder, HoldPorts } from './control/lease-ports.ts';
export { PLAY_CLOSED_MS, PLAY_LEASE_MS, PLAY_RENEWAL_MS } from './control/play-lease.ts';
export type { StopResult } from './control/stop-lane.ts';
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
export {
  createDeviceGroup,
  type DeviceGroup,
  type GroupMember,
  type GroupOptions,
  type GroupState,
} from './many/device-group.ts';
export type { GroupCloud } from './many/group-cloud.ts';
export type { MemberSettings } from './many/member-input.ts';
export type { PositionEstimate, PositionReading } from './position/position.ts';
export { fetchScript } from './scripts/fetch-script.ts';
export { type ScriptUpload, uploadScript } from './scripts/upload-script.ts';
export { hasSlider, isLegacy } from './state/capability.ts';
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
export type { Continuity } from './state/continuity.ts';
export {
  type ClockSync,
  type DeviceState,
  initialState,
  type SliderFacts,
  type StopPhase,
  type Trouble,
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
export type { HdspCommands, HdspMove, MovePace, MoveTarget } from './state/hdsp.ts';
export type { HoldState } from './state/hold-table.ts';
export type { HsspInternalState, HsspScript } from './state/hssp.ts';
export type { HvpCommands } from './state/hvp.ts';
export type { InterfacesState } from './state/interfaces.ts';
export type { OtaState } from './state/ota.ts';
export { readLatestKey, type StoragePort } from './state/stored-state.ts';
export type { UpdateFinished, UpdateStarted } from './state/watch-update.ts';
export { createPointStream } from './stream/point-stream.ts';
export {
  JOIN_SPEED_MM_S,
  type PointStream,
  type PointStreamOptions,
  type PointStreamState,
  type PointStreamStore,
  type RecordedPoints,
  STREAM_LEAD_MS,
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
  Correction,
  CorrectionCause,
  SyncPauseCause,
  SyncPhase,
  SyncQuality,
  VideoSyncState,
  VideoSyncStore,
} from './sync/sync-state.ts';
export type { SharedTimeline } from './sync/timeline-media.ts';
export { readTraceExport, type TraceExport } from './trace/export.ts';
export { stateOfTrace } from './trace/state-of-trace.ts';
export type { TraceEntry, TraceFact } from './trace/trace.ts';
