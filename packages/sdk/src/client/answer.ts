import { type Endpoint, errorCodes, isJsonObject, parseJson, type WireError } from '@tactus/protocol';

import * as z from 'zod/mini';
import { DeviceError, type DeviceErrorCode } from '../errors.ts';
import { httpStatusNames } from './http-status.ts';
import { redactUrl } from './redact.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const BLOB_TYPE = /^(?:audio|image|video)\/|^application\/(?:octet-stream|pdf|zip|gzip)$/;

/**
 * The body of an answer by its content type: JSON, blob, form data or text; nothing for 204. Invalid JSON is returned as
 * text, so that an error can show it.
 */
export async function readAnswerBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (JSON_TYPE.test(type)) {
    const text = await response.text();
    const json = parseJson(text);
    return json === undefined ? text : json;
  }
  if (BLOB_TYPE.test(type)) return response.blob();
  if (type === 'multipart/form-data') return response.formData();
  return response.text();
}

/**
 * The result of an answer. Throws a `DeviceError` for an HTTP error, for an `error` in the body, for an enveloped
 * answer without a result ('No result'), and for a result of an unknown form. `bareAllowed`: the result may come
 * without envelope.
 */
export async function readAnswerResult(
  { endpoint, url, bareAllowed }: { endpoint: Endpoint; url: string; bareAllowed: boolean },
  response: Response,
): Promise<unknown> {
  const body = await readAnswerBody(response);
  if (!response.ok) throw httpError({ endpoint, url, response, body });
  const refusal = readBodyError(body);
  if (refusal)
    throw new DeviceError(codeOfRefusal(refusal, 'refused'), formatRefusal(refusal), { refusal, cause: body });
  if (endpoint.envelope === 'bare') return fit(endpoint, body);
  if (isJsonObject(body) && body['result'] !== undefined) return fit(endpoint, body['result']);
  if (bareAllowed && z.safeParse(endpoint.readableResult, body).success) return fit(endpoint, body);
  throw new DeviceError('no-result', 'No result', { cause: body });
}

/** The error for an HTTP status, of a call, of the event stream or of a script host, which has no `endpoint`. */
export function httpError(failed: {
  endpoint?: Endpoint;
  url: string;
  response: Pick<Response, 'status' | 'statusText' | 'headers'>;
  body: unknown;
}): DeviceError {
  const { endpoint, url, response, body } = failed;
  const { status } = response;
  const name = httpStatusNames[status];
  const statusText = response.statusText || name || '';
  const http = { kind: name ? 'api' : 'http', url: redactUrl(url), status, statusText, body } as const;
  const refusal = readBodyError(body);
  const message = endpoint?.statusTexts[status] ?? (refusal && formatRefusal(refusal)) ?? name ?? plainText(http);
  const code = refusal ? codeOfRefusal(refusal, codeOfStatus(status)) : codeOfStatus(status);
  const retryAfterMs = code === 'rate-limited' ? retryAfterOf(response.headers) : undefined;
  return new DeviceError(code, message || statusText, {
    http,
    cause: body,
    retryAfterMs,
    ...(refusal ? { refusal } : {}),
  });
}

/** The longest wait within a window of a minute, s. */
const WINDOW_S = 60;
/** The longest wait that is respected, s. */
const RETRY_AFTER_MAX_S = 3_600;

/**
 * The wait that an answer requests, ms: `Retry-After` in seconds, or else `X-RateLimit-Reset`. Clouds and clients
 * disagree whether the latter is in seconds or ms; the window is a minute, so its size decides. A page of another origin
 * can read neither.
 */
function retryAfterOf(headers: Headers): number | undefined {
  const seconds = numberIn(headers, 'retry-after');
  if (seconds >= 0) return Math.min(seconds, RETRY_AFTER_MAX_S) * 1_000;
  const reset = numberIn(headers, 'x-ratelimit-reset');
  if (reset >= 0 && reset <= WINDOW_S) return reset * 1_000;
  return reset > WINDOW_S && reset <= WINDOW_S * 1_000 ? reset : undefined;
}

const numberIn = (headers: Headers, name: string): number => Number(headers.get(name) ?? Number.NaN);

function codeOfStatus(status: number): DeviceErrorCode {
  if (status === 401) return 'unauthenticated';
  if (status === 429) return 'rate-limited';
  return httpStatusNames[status] ? 'api' : 'http';
}

function codeOfRefusal({ code }: WireError, otherwise: DeviceErrorCode): DeviceErrorCode {
  if (code === errorCodes.deviceTimeout) return 'timeout';
  // The user pressed Stop after the command.
  if (code === errorCodes.overtakenByStop) return 'aborted';
  const absent: readonly (number | undefined)[] = [
    errorCodes.deviceNotConnected,
    errorCodes.machineNotConnected,
    errorCodes.serverDeviceNotConnected,
  ];
  return absent.includes(code) ? 'not-connected' : otherwise;
}

/** The `error` in an answer's body; undefined where there is none. */
export function readBodyError(body: unknown): WireError | undefined {
  if (!isJsonObject(body) || body['error'] === undefined || body['error'] === null) return undefined;
  const { error } = body;
  if (typeof error === 'string') return { message: error };
  if (!isJsonObject(error)) return {};
  const { name, message, connected, data } = error;
  return {
    code: Number.parseInt(String(error['code']), 10) || undefined,
    name: textOf(name),
    message: textOf(message),
    connected: typeof connected === 'boolean' ? connected : undefined,
    data,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The text of a refusal, for a `DeviceError`. */
export const formatRefusal = ({ message, name }: WireError): string => message || name || 'Refused';

function plainText({ status, statusText, body }: { status: number; statusText: string; body: unknown }): string {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return `HTTP status ${status}${statusText && ` ${statusText}`}${text && `: ${text}`}`;
}

/** Checks a result against its row. A call whose result is 'ok' accepts any result. */
function fit(endpoint: Endpoint, result: unknown): unknown {
  const parsed = z.safeParse(endpoint.readableResult, result);
  if (parsed.success) return parsed.data;
  if (z.safeParse(endpoint.readableResult, 'ok').success) return 'ok';
  throw new DeviceError('unreadable', `Unexpected answer to ${endpoint.method} ${endpoint.path}`, {
    cause: { result, issues: parsed.error.issues },
  });
}
