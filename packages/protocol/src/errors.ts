import { errorCodes } from './error-codes.ts';
import { OTA_NOT_FOUND_TEXT } from './ota.ts';

/** One kind of refusal: its number, its name on the wire and its English text. */
export interface ErrorKind {
  readonly code: number;
  readonly name: string;
  readonly message: string;
}

/**
 * Refusals by name. The cloud answers 1001 and 1002 on behalf of a device; 100000 and above come from the firmware.
 * The names of firmware codes are ours: sources give numbers and meanings only. The numbers from 4000 to 6000
 * are ours too, near those that API v2 gave to the same things.
 */
export const errorKinds = {
  deviceNotConnected: {
    code: errorCodes.deviceNotConnected,
    name: 'DeviceNotConnected',
    message: 'Device not connected',
  },
  deviceTimeout: { code: errorCodes.deviceTimeout, name: 'DeviceTimeout', message: 'Device timeout' },
  scriptNotSet: { code: errorCodes.scriptNotSet, name: 'ScriptNotSet', message: 'No script is set' },
  scriptDownloadFailed: { code: 4001, name: 'ScriptDownloadFailed', message: 'The script could not be downloaded' },
  scriptInvalid: { code: 4002, name: 'ScriptInvalid', message: 'The script is not valid' },
  streamNotFound: { code: 4003, name: 'StreamNotFound', message: 'There is no such stream' },
  overtakenByStop: {
    code: errorCodes.overtakenByStop,
    name: 'OvertakenByStop',
    message: 'A newer Stop of this client came before',
  },
  otaNotFound: { code: 6000, name: 'OtaNotFound', message: OTA_NOT_FOUND_TEXT },
  unknownRequest: { code: 100000, name: 'UnknownRequest', message: 'Unknown request type' },
  unknownResponse: { code: 100001, name: 'UnknownResponse', message: 'Unknown response type' },
  unknownCommand: { code: 100002, name: 'UnknownCommand', message: 'Unknown command' },
  notImplemented: { code: 100003, name: 'NotImplemented', message: 'Not implemented' },
  wrongMode: { code: 100004, name: 'WrongMode', message: 'Wrong mode' },
  motorTemperatureHigh: { code: 100005, name: 'MotorTemperatureHigh', message: 'Motor temperature high' },
  sliderBlocked: { code: 100006, name: 'SliderBlocked', message: 'Slider blocked' },
  unknownMode: { code: 100007, name: 'UnknownMode', message: 'Unknown mode' },
  timeNotSynced: { code: 100008, name: 'TimeNotSynced', message: 'Time not synced' },
  negativeDelay: { code: 100009, name: 'NegativeNetworkDelay', message: 'Negative network delay' },
  messageTooBig: { code: 100010, name: 'MessageTooBig', message: 'Message too big' },
  machineNotConnected: {
    code: errorCodes.machineNotConnected,
    name: 'MachineNotConnected',
    message: 'Machine not connected',
  },
  serverError: { code: 100012, name: 'ServerError', message: 'Generic server error' },
  otaRunning: {
    code: errorCodes.otaRunning,
    name: 'OtaRunning',
    message: 'Firmware update running, mode change refused',
  },
  queueFull: { code: 100014, name: 'MessageQueueFull', message: 'Message queue full' },
  otaQueueWrite: { code: 100015, name: 'OtaQueueWrite', message: 'Firmware update queue write failed' },
  otaError: { code: 100016, name: 'OtaError', message: 'Firmware update failed' },
  notSupported: {
    code: errorCodes.notSupported,
    name: 'NotSupported',
    message: 'Function not supported on this hardware',
  },
  rpcPoolFull: { code: 100019, name: 'RpcPoolFull', message: 'Call pool full' },
  rpcUnpack: { code: 100020, name: 'RpcUnpack', message: 'Cannot unpack the message' },
  rpcTransport: { code: 100021, name: 'RpcTransport', message: 'Call not allowed on this transport' },
  delayTooLong: { code: 100022, name: 'NetworkDelayTooLong', message: 'Network delay above 24 hours' },
  genericFail: { code: 100023, name: 'GenericFail', message: 'Failed' },
  otaMemory: { code: 100024, name: 'OtaMemory', message: 'Not enough memory for the firmware update' },
  otaNotStarted: { code: 100025, name: 'OtaNotStarted', message: 'Firmware update not started' },
  hallSensor: { code: 100026, name: 'HallSensor', message: 'Hall sensor error' },
  overclockUnsupported: { code: 100027, name: 'OverclockUnsupported', message: 'Overclocking is not supported' },
  overclockDisabled: { code: 100028, name: 'OverclockDisabled', message: 'Overclocking is not enabled' },
  rpcNotInitialised: { code: 100029, name: 'RpcNotInitialised', message: 'Calls not initialised' },
  rpcQueueFull: { code: 100030, name: 'RpcQueueFull', message: 'Call queue full' },
  rpcSendTimeout: { code: 100031, name: 'RpcSendTimeout', message: 'Call not sent within 5 s' },
  deviceDisabled: { code: 100032, name: 'DeviceDisabled', message: 'Device disabled, mode change refused' },
  serverDeviceNotConnected: {
    code: errorCodes.serverDeviceNotConnected,
    name: 'ServerDeviceNotConnected',
    message: 'Device not connected',
  },
  notAllowedInPublic: { code: 100034, name: 'NotAllowedInPublic', message: 'Call not allowed in public' },
  otaNoPartition: { code: 200001, name: 'OtaNoPartition', message: 'No firmware partition' },
  otaInvalidBinary: { code: 200002, name: 'OtaInvalidBinary', message: 'Invalid firmware file' },
  invalidParameter: { code: 200003, name: 'InvalidParameter', message: 'Invalid parameter' },
  otaFailedBefore: { code: 200004, name: 'OtaFailedBefore', message: 'This firmware failed before' },
  otaSameImage: { code: 200005, name: 'OtaSameImage', message: 'This firmware is installed already' },
} as const satisfies Record<string, ErrorKind>;

/** Name of a refusal in our table. */
export type ErrorKindName = keyof typeof errorKinds;

/** The refusal of a device or of the cloud on its behalf. A device rejects a call with this; the cloud forwards it. */
export class DeviceRefusal extends Error {
  override readonly name = 'DeviceRefusal';
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind) {
    super(kind.message);
    this.kind = kind;
  }
}

/** Body of a 401: no code, an empty name. */
export const UNAUTHENTICATED_BODY = { error: { name: '', message: 'Unauthenticated' } } as const;

/** Body of a 400 for a call without `X-Connection-Key`: not wrapped. */
export const MISSING_KEY_BODY = { name: 'Bad request', message: 'Missing connection key in request' } as const;
