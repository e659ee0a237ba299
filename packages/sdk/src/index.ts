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
export {
  CLOCK_SAMPLES_DEFAULT,
  CLOCK_SYNC_VALID_MS,
  type ClockEstimate,
  type ClockSample,
  estimateClock,
  isClockSyncValid,
} from './clock/estimate.ts';
export { CLOCK_RESYNC_MS, type Visibility } from './clock/keep-clock.ts';
export { type ClockMeasurement, measureClock } from './clock/measure.ts';
export { type ConnectionWord, connectionWord } from './connection/connection-word.ts';
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
} from './errors.ts';
export { type EventStream, type EventStreamOptions, openEventStream } from './events/event-stream.ts';
export type { Headroom } from './pace/budget.ts';
export { type LatestOnly, latestOnly } from './pace/latest-only.ts';
export type { PositionEstimate, PositionReading } from './position/predictor.ts';
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
export { isMoving } from './stop/stop-calls.ts';
export type { StopResult } from './stop/stop-lane.ts';
export { hasSlider, isLegacy } from './system/capability.ts';
export type { TraceEntry, TraceFact } from './trace/trace.ts';
