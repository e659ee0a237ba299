export {
  type MotionLimits,
  NO_LIMITS,
  parseScript,
  SCRIPT_ERROR_TEXTS,
  type Script,
  type ScriptChange,
  ScriptError,
  type ScriptErrorCode,
  type ScriptNote,
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
export { type CloudClock, createCloudClock } from './clock/cloud-clock.ts';
export type { ClockMode, DeviceClockError } from './clock/device-clock.ts';
export {
  CLOCK_SAMPLES_DEFAULT,
  CLOCK_SYNC_VALID_MS,
  type ClockEstimate,
  type ClockSample,
  estimateClock,
  isClockSyncValid,
} from './clock/estimate.ts';
export { CLOCK_RESYNC_MS, type Visibility } from './clock/keep-clock.ts';
export { type ClockMeasurement, measureClock, type TakenSample } from './clock/measure.ts';
export { batchEveryMs, CLOCK_BATCH, type ClockUse } from './clock/rhythm.ts';
export type { ScriptPlayback } from './clock/script-time.ts';
export {
  type ClockError,
  type ClockProbe,
  type ClockTrack,
  clockErrorAt,
  offsetAt,
  trackClock,
} from './clock/tracker.ts';
export type { GroupCommands } from './commands/all-commands.ts';
export { WAIT_STEP_MS } from './commands/wait-for.ts';
export { type ConnectionWord, connectionWord } from './connection/connection-word.ts';
export type { Continuity } from './connection/continuity.ts';
export { CONNECT_TIMEOUT_MS } from './connection/run-connection.ts';
export {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  type ConnectionStep,
  connectionEvents,
  connectionStates,
  stepConnection,
} from './connection/table.ts';
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
export { type EventStreamOptions, openEventStream } from './events/event-stream.ts';
export { type EventStream, type Frame, type FrameStreamOptions, openFrameStream } from './events/frame-stream.ts';
export { PLAY_CLOSED_MS, PLAY_LEASE_MS, PLAY_RENEWAL_MS } from './hold/play-lease.ts';
export type { Heartbeat, Holder, HoldPorts } from './hold/ports.ts';
export type { HoldState } from './hold/table.ts';
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
export type { HdspCommands, Move, MovePace, MoveTarget } from './modes/hdsp.ts';
export type { AddOptions, HspCommands, PlayOptions, SyncTime } from './modes/hsp-commands.ts';
export type { HsspInternalState, HsspScript } from './modes/hssp.ts';
export type { HsspCommands, ScriptSource } from './modes/hssp-commands.ts';
export type { HvpCommands } from './modes/hvp.ts';
export type { StreamCommands } from './modes/stream-commands.ts';
export type { Headroom } from './pace/budget.ts';
export { type LatestOnly, latestOnly } from './pace/latest-only.ts';
export type { PositionEstimate, PositionReading } from './position/position.ts';
export { fetchScript } from './scripts/fetch-script.ts';
export { type ScriptUpload, uploadScript } from './scripts/upload-script.ts';
export { LEAD_IN_SPEED_MM_S, type LeadInOptions } from './start/lead-in.ts';
export {
  type ClockSync,
  type DeviceState,
  initialState,
  type SliderFacts,
  type StopPhase,
  type Trouble,
} from './state/device-state.ts';
export type { DeviceStoreView } from './state/device-store.ts';
export { readLatestKey, type StoragePort } from './state/stored-state.ts';
export { isStopBegun } from './stop/stop-begun.ts';
export { isMoving } from './stop/stop-calls.ts';
export type { StopResult } from './stop/stop-lane.ts';
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
export { joinTimeline, type TimelineShare } from './sync/join-timeline.ts';
export type { MediaEvent, MediaFrame, MediaPort } from './sync/media-port.ts';
export { hspPlayback, hsspPlayback, type Playback, type PlaybackStart, type ScriptMoment } from './sync/playback.ts';
export { type SyncDevice, startVideoSync, type VideoSync, type VideoSyncOptions } from './sync/start-video-sync.ts';
export { streamPlayback } from './sync/stream-playback.ts';
export type {
  Correction,
  CorrectionCause,
  PausedBy,
  SyncPhase,
  SyncQuality,
  VideoSyncState,
  VideoSyncStore,
} from './sync/sync-state.ts';
export type { SharedTimeline } from './sync/timeline-media.ts';
export { hasSlider, isLegacy } from './system/capability.ts';
export { userTimeOffsetMs } from './system/clock-sync.ts';
export type { InterfacesState } from './system/interfaces.ts';
export type { OtaState } from './system/ota.ts';
export type { OtaCommands } from './system/ota-commands.ts';
export type {
  AuthCommands,
  HstpCommands,
  InfoCommands,
  Interfaces,
  SystemCommands,
} from './system/system-commands.ts';
export type { UpdateFinished, UpdateStarted } from './system/watch-update.ts';
export { anonymousId } from './tabs/anonymous-id.ts';
export type { ChannelPort, LockPort, LockWish, TabPorts } from './tabs/ports.ts';
export { readTraceExport, type TraceExport } from './trace/export.ts';
export { stateOfTrace } from './trace/state-of-trace.ts';
export type { TraceEntry, TraceFact } from './trace/trace.ts';
