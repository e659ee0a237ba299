import {
  CONNECTION_KEY_PATTERN,
  DEVICE_REFERENCE_PATTERN,
  DEVICE_TIMEOUT_DEFAULT_MS,
  DEVICE_TIMEOUT_MAX_MS,
  DEVICE_TIMEOUT_MIN_MS,
  type Endpoint,
  MISSING_KEY_BODY,
  type ReadInputResult,
  readInput,
} from '@tactus/protocol';
import type { FastifyRequest } from 'fastify';
import { malformedKeyRefusal } from './answers.ts';
import { ThreadParsedBody } from './large-body.ts';
import { HttpRefusal } from './refusal.ts';

/** The query of a request: empty values are absent, a repeated name is one list with commas, because clients send both. */
export function readQuery(request: FastifyRequest): Readonly<Record<string, string>> {
  const query: Record<string, string> = {};
  for (const name of Object.keys(request.query as object)) {
    const text = readQueryParameter(request, name);
    if (text !== undefined) query[name] = text;
  }
  return query;
}

/** One parameter of the query, as `readQuery` returns it. */
export function readQueryParameter(request: FastifyRequest, name: string): string | undefined {
  // Fastify's own parser returns a text, or a list of texts for a repeated name, in an object without a prototype.
  const value = (request.query as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return (typeof value === 'string' ? value : value?.join(',')) || undefined;
}

/**
 * The connection key or channel reference of a request: from the header, and for the stream from `ck` too. Throws the
 * vendor's 400 when it is missing, and another 400 when it is malformed. '' for calls without.
 */
export function readDeviceReference({ address, envelope }: Endpoint, request: FastifyRequest): string {
  if (address === 'none') return '';
  const header = request.headers['x-connection-key'];
  const inQuery = envelope === 'stream' ? readQueryParameter(request, 'ck') : undefined;
  const value = (typeof header === 'string' ? header.trim() : '') || inQuery || '';
  if (value === '') throw new HttpRefusal(400, MISSING_KEY_BODY);
  if (address === 'connection-key' && !CONNECTION_KEY_PATTERN.test(value))
    throw malformedKeyRefusal('The connection key must be 5 to 64 letters and digits');
  if (!DEVICE_REFERENCE_PATTERN.test(value))
    throw malformedKeyRefusal('The connection key must be 5 to 64 letters and digits, after chref: for a channel');
  return value;
}

/**
 * How long to wait for the device, in ms: the requested time within its bounds; the default where none is requested, and for
 * calls without that parameter. NaN for a value that is no whole number, which `readCallInput` refuses.
 */
export function readTimeoutMs({ takesTimeout }: Endpoint, request: FastifyRequest): number {
  const timeoutText = takesTimeout ? readQueryParameter(request, 'timeout') : undefined;
  if (timeoutText === undefined) return DEVICE_TIMEOUT_DEFAULT_MS;
  if (!/^-?\d+$/.test(timeoutText)) return Number.NaN;
  return Math.min(Math.max(Number(timeoutText), DEVICE_TIMEOUT_MIN_MS), DEVICE_TIMEOUT_MAX_MS);
}

const BAD_TIMEOUT: ReadInputResult = {
  ok: false,
  problem: `timeout must be a whole number of milliseconds, ${DEVICE_TIMEOUT_MIN_MS} to ${DEVICE_TIMEOUT_MAX_MS}`,
};

/** The checked input of a call, from its query or from the text of its body. `timeoutMs` is what `readTimeoutMs` returns for it. */
export function readCallInput(endpoint: Endpoint, request: FastifyRequest, timeoutMs: number): ReadInputResult {
  if (Number.isNaN(timeoutMs)) return BAD_TIMEOUT;
  if (endpoint.inputIn === 'query') return readInput(endpoint, readQuery(request));
  const { body } = request;
  if (body instanceof ThreadParsedBody) return body.read.reading;
  if (typeof body !== 'string' || body.trim() === '') return readInput(endpoint, undefined);
  try {
    return readInput(endpoint, JSON.parse(body));
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problem: 'The body is not valid JSON' };
    throw error;
  }
}
