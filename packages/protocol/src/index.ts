export {
  API_VERSION,
  DEVICE_TIMEOUT_DEFAULT_MS,
  DEVICE_TIMEOUT_MAX_MS,
  DEVICE_TIMEOUT_MIN_MS,
  FIRST_FULL_FIRMWARE_MAJOR,
  HSP_POINTS_PER_ADD_MAX,
  HSP_STREAM_ID_MAX,
  HVP_FREQUENCY_MAX_HZ,
  HVP_POSITION_DEFAULT_MM,
  LINK_FRAME_MAX_BYTES,
  LINK_GRACE_MS,
  LINK_HELLO_WITHIN_MS,
  LINK_HOLD_CLOSED_MAX_MS,
  LINK_HOLD_SILENT_MAX_MS,
  LINK_PING_EVERY_MS,
  LINK_SILENCE_MAX_MS,
  LINK_UNACKNOWLEDGED_EVENTS_MAX,
  LINK_UNATTENDED_MAX_MS,
  LINK_WAITING_COMMANDS_MAX,
  RATE_LIMIT_PER_MINUTE,
  SCRIPT_DOWNLOAD_MAX_MS,
  SYNC_FILTER_DEFAULT,
  TOKEN_TTL_DEFAULT_S,
  TOKEN_TTL_MAX_S,
  TOKEN_TTL_MIN_S,
} from './api-limits.ts';
export { DEVICE_API_PREFIX, HOSTING_API_PREFIX, SCRIPT_API_PREFIX, STORED_SCRIPTS_PATH } from './api-paths.ts';
export { authEndpoints, type IssuedToken, issuedTokenSchema, type TokenRequest, tokenRequestSchema } from './auth.ts';
export {
  type BatteryStatus,
  BleState,
  ButtonEvent,
  type ButtonPress,
  DeviceButton,
  type DeviceCapabilities,
  type DeviceInfo,
  type DeviceStatistics,
  type DeviceStatus,
  deviceCapabilitiesSchema,
  FirmwareStatus,
  HardwareModel,
  lenientDeviceInfoSchema,
  type SessionIds,
  sessionIdsSchema,
  WifiState,
} from './device.ts';
export type {
  AnswerEnvelope,
  AnsweredBy,
  EffectOnMotion,
  Endpoint,
  ReferenceKind,
  RequiredCredential,
  Schema,
} from './endpoint.ts';
export {
  type CallName,
  type CallsOfGroup,
  type CloudCallName,
  calls,
  type DeviceCallName,
  type EndpointOf,
  endpointOf,
  endpoints,
  type GroupName,
  groupNames,
  type InputArgs,
  type InputOf,
  isDeviceCall,
  type ParsedInputOf,
  type ResultOf,
} from './endpoints.ts';
export { errorCodes } from './error-codes.ts';
export {
  DeviceRefusal,
  type ErrorKind,
  type ErrorKindName,
  errorKinds,
  MISSING_KEY_BODY,
  UNAUTHENTICATED_BODY,
} from './errors.ts';
export {
  type DecodedEvent,
  type DeviceEvent,
  decodeEvent,
  type EventName,
  type EventPayload,
  eventNames,
  events,
  isEventName,
} from './events.ts';
export { HampPlayState, type HampState, hampStateSchema, VELOCITY_BOUNDS_TEXT } from './hamp.ts';
export { HdspState } from './hdsp.ts';
export { HspPlayState, type HspPoint, type HspState, hspStateSchema, isHspPlaying } from './hsp.ts';
export { type ClockInfo, clockInfoSchema } from './hstp.ts';
export { type HvpState, hvpStateSchema } from './hvp.ts';
export { type ReadInputResult, readInput } from './input.ts';
export { fieldsOf, isJsonObject, parseJson, parseJsonObject } from './json.ts';
export type {
  DeviceBackend,
  DeviceHandlers,
  LinkClockMeasurement,
  LinkHold,
  OngoingMotionKind,
  SelfStoppingDevice,
} from './link.ts';
export {
  type CloudFrame,
  type DeviceFrame,
  decodeLinkFrame,
  encodeLinkFrame,
  LINK_VERSION,
  type LinkAnswer,
  type LinkCommand,
  type LinkEventFrame,
  type LinkFrame,
  type LinkHello,
  type LinkWelcome,
} from './link-frames.ts';
export { isFinalLinkRefusal, type LinkRefusal, linkRefusals } from './link-refusals.ts';
export { DeviceMode, deviceModeSchema, type ModeState, modeStateSchema } from './mode.ts';
export {
  type FirmwareVersion,
  firmwareVersionSchema,
  OTA_NOT_FOUND_TEXT,
  type OtaProgress,
  otaProgressSchema,
} from './ota.ts';
export { type ReadResultOutcome, readResult } from './result.ts';
export { CONNECTION_KEY_PATTERN, DEVICE_REFERENCE_PATTERN, isChannelReference, isConnectionKey } from './scalars.ts';
export {
  type SliderSettings,
  type SliderState,
  type SliderStroke,
  sliderSettingsSchema,
  sliderStateSchema,
  sliderStrokeSchema,
} from './slider.ts';
export { confirmsStop, isStopCall, type ModeStopCall, STOP_CALL_OF_MODE } from './stopping.ts';
export { ConnectionMode, Environment, HTTP_ERROR_TEXTS } from './system.ts';
export {
  callTactus,
  fetchTactus,
  readTactusEvent,
  TactusError,
  type TactusOutcome,
  type TactusRequest,
  type TactusTransport,
  tactusPathOf,
} from './tactus/call-tactus.ts';
export { deviceKeyCalls, networkCalls, versionCalls, virtualDeviceCalls } from './tactus/devices.ts';
export {
  TACTUS_API_PREFIX,
  type TactusAnswer,
  type TactusBody,
  type TactusEndpoint,
  type TactusEndpoints,
  type TactusErrorName,
  type TactusInput,
  type TactusParams,
} from './tactus/endpoint.ts';
export { linkSecret } from './tactus/fields.ts';
export {
  type GroupEndReason,
  type GroupEntry,
  type GroupView,
  groupCalls,
  groupOver,
  groupView,
  type Participation,
  type TimelineUpdate,
} from './tactus/groups.ts';
export { GUEST_MODES, type GuestMode } from './tactus/guest-modes.ts';
export { isPersonName, isReservedName, removeHiddenCharacters } from './tactus/person-name.ts';
export { readTactusBody } from './tactus/read-body.ts';
export { guestModesSchema, type ShareLimits, shareLimitsSchema } from './tactus/share-limits.ts';
export {
  type GuestSessionEnd,
  type GuestView,
  guestCalls,
  guestSessionOver,
  NO_CONTROL,
  type ShareAuditEntry,
  type ShareControl,
  type ShareOwnerView,
  type ShareView,
  shareAuditEntry,
  shareCalls,
} from './tactus/shares.ts';
export { channelCalls, streamCalls } from './tactus/streams-and-channels.ts';
export { type WireError, wireErrorSchema } from './wire-error.ts';
