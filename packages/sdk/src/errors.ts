import type { WireError } from '@tactus/protocol';

/** All codes of `DeviceError`, for exhaustive tables. */
export const deviceErrorCodes = [
  'not-connected',
  'timeout',
  'aborted',
  'unauthenticated',
  'rate-limited',
  'refused',
  'bad-input',
  'no-result',
  'unreadable',
  'network',
  'api',
  'http',
  'media',
  'held-elsewhere',
  'updating',
  'not-initialized',
] as const;

/** The closed list of codes of `DeviceError`. */
export type DeviceErrorCode = (typeof deviceErrorCodes)[number];

/**
 * Every way in which a call can fail, for developers: its meaning, and what to do about it. A program chooses its text for
 * users by the code, or by `message` where the specification gives a text word for word. Apart from the codes, so that a
 * bundler leaves the texts out where nothing reads them.
 */
export const deviceErrors = {
  'not-connected': 'The device is not connected to the cloud. Check its power and its Wi-Fi.',
  timeout: 'No answer came in time. The command may or may not have been carried out; read the state before repeating.',
  aborted: 'The request was cancelled on this side. Nothing to do.',
  unauthenticated: 'The cloud does not accept the application key or token. Check the configuration.',
  'rate-limited': 'Too many requests this minute, here or at the cloud. Send fewer, or wait a few seconds.',
  refused: 'The device or the cloud refused the command; `refusal` says why. Change the request.',
  'bad-input': 'The request was not sent, because its input is wrong. Change the input.',
  'no-result': 'The answer held no result. Report it: the cloud does not keep to its contract.',
  unreadable: 'The answer held a result of a form this version does not know. Read the state again, or update.',
  network: 'The cloud could not be reached. Check the connection to the internet.',
  api: 'The cloud answered with an HTTP error; `http` has its status and body.',
  http: 'The cloud answered with an HTTP status that has no standard name; `http` has its status and body.',
  media: 'The browser did not start the film or the sound; `cause` says why.',
  'held-elsewhere': 'Another tab of this browser controls the device. Take control here first, or go on there.',
  updating: 'The firmware of the device is being updated. Only Stop and reading are possible until it is done.',
  'not-initialized': 'A part of the SDK was used before it was set up. Connect first.',
} as const satisfies Readonly<Record<DeviceErrorCode, string>>;

/** An HTTP failure: `api` for statuses with a standard name, `http` for any other. */
export interface HttpFailure {
  readonly kind: 'api' | 'http';
  /** The address, with credentials and connection keys taken out. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;
}

/** What a `DeviceError` may carry beside its code and message. */
export interface DeviceErrorFacts {
  cause?: unknown;
  http?: HttpFailure | undefined;
  refusal?: WireError | undefined;
  retryAfterMs?: number | undefined;
}

/** The only error of this package. `message` is the specification's own text where it gives one. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError';
  readonly code: DeviceErrorCode;
  /** Set when the cloud answered with an HTTP error. */
  readonly http: HttpFailure | undefined;
  /** Set when the cloud or the device refused in an answer with a good HTTP status. */
  readonly refusal: WireError | undefined;
  /** The cloud's requested wait before the next request, ms; set where it refused for the number of requests and named it. */
  readonly retryAfterMs: number | undefined;

  constructor(code: DeviceErrorCode, message: string, facts: DeviceErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.http = facts.http;
    this.refusal = facts.refusal;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The specification's text for a cancelled request. */
const ABORTED_TEXT = 'Request aborted';

/** The rejection of a cancelled request. */
export function abortedError(cause?: unknown): DeviceError {
  return new DeviceError('aborted', ABORTED_TEXT, { cause });
}

/** Converts a thrown value to a `DeviceError`; returns a `DeviceError` unchanged. */
export function toDeviceError(thrown: unknown): DeviceError {
  if (thrown instanceof DeviceError) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError') return abortedError(thrown);
  return new DeviceError('network', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
}

/** Converts the rejection of a medium's `play()`: to `aborted` if it was paused meanwhile, else to `media`. */
export function toMediaError(thrown: unknown): DeviceError {
  const error = toDeviceError(thrown);
  return error.code === 'aborted' ? error : new DeviceError('media', error.message, { cause: thrown });
}
