import * as z from 'zod/mini';
import { parseJson } from '../json.ts';
import {
  noContent,
  TACTUS_API_PREFIX,
  type TactusAnswer,
  type TactusEndpoint,
  type TactusErrorName,
  type TactusEvents,
  type TactusInput,
  type TactusParams,
} from './endpoint.ts';

/** Parameters and body of a request, as far as the call has them. */
type Parts<E extends TactusEndpoint> = (keyof TactusParams<E> extends never
  ? { readonly params?: undefined }
  : { readonly params: TactusParams<E> }) &
  (undefined extends TactusInput<E>
    ? { readonly body?: undefined }
    : Record<never, never> extends TactusInput<E>
      ? { readonly body?: TactusInput<E> | undefined }
      : { readonly body: TactusInput<E> });

/** How a request is sent. */
export interface TactusTransport {
  /** The platform's `fetch`, or one of your own. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Origin of the cloud; default the origin of the page. */
  readonly origin?: string | undefined;
  /** The secret or session that authorises the request, as `Authorization: Bearer`. */
  readonly secret?: string | undefined;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The request goes on while its page is being closed. */
  readonly keepalive?: boolean | undefined;
}

/** A request of a call. */
export type TactusRequest<E extends TactusEndpoint> = TactusTransport & Parts<E>;

/** A request that the cloud did not accept, or an answer that is not the call's. */
export interface TactusRefusal<E extends TactusEndpoint = TactusEndpoint> {
  readonly ok: false;
  readonly status: number;
  /** The name of the error; '' for an answer without one, or with one that the row does not list. */
  readonly error: TactusErrorName<E> | '';
  /** The cloud's message; '' for an answer without one. */
  readonly message: string;
  /** The body of the answer; undefined where that was no JSON. */
  readonly body: unknown;
}

/** The outcome of a call. */
export type TactusOutcome<E extends TactusEndpoint> =
  | { readonly ok: true; readonly status: number; readonly answer: TactusAnswer<E> }
  | TactusRefusal<E>;

/** The path of a call below its origin, parameters filled in. */
export function tactusPathOf<E extends TactusEndpoint>({ path }: E, params: TactusParams<E>): string {
  const values: Readonly<Record<string, string>> = params;
  return TACTUS_API_PREFIX + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/**
 * Makes a call of our own API and reads its answer to the end: until then the answer would hold a connection. Rejects with the
 * error of `fetch` without an answer; every answer of a cloud is an outcome.
 */
export async function callTactus<E extends TactusEndpoint>(
  endpoint: E,
  { fetch, origin = '', secret, headers, signal, keepalive, params, body }: TactusRequest<E>,
): Promise<TactusOutcome<E>> {
  const response = await fetch(origin + tactusPathOf(endpoint, (params ?? {}) as TactusParams<E>), {
    method: endpoint.method,
    credentials: 'omit',
    headers: {
      Accept: 'application/json',
      ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  });
  const { status } = response;
  const read = parseJson(await response.text());
  if (response.ok) {
    if (endpoint.answer === noContent) return { ok: true, status, answer: undefined as TactusAnswer<E> };
    const parsed = z.safeParse(endpoint.answer, read);
    if (parsed.success) return { ok: true, status, answer: parsed.data as TactusAnswer<E> };
  }
  const { name = '', message = '' } = z.safeParse(failure, read).data?.error ?? {};
  const error = Object.hasOwn(endpoint.errors, name) ? name : '';
  // The row lists the name.
  return { ok: false, status, error: error as TactusErrorName<E> | '', message, body: read };
}

/** As `callTactus`, for callers who only want the answer: rejects with `TactusError` for a refusal and for an answer that is not the
 * call's. */
export async function fetchTactus<E extends TactusEndpoint>(
  endpoint: E,
  request: TactusRequest<E>,
): Promise<TactusAnswer<E>> {
  const outcome = await callTactus(endpoint, request);
  if (outcome.ok) return outcome.answer;
  throw new TactusError(
    outcome.message || `${endpoint.method} ${endpoint.path}: HTTP ${outcome.status}`,
    outcome.status,
    outcome.message !== '',
  );
}

/** A cloud did not accept a request, or answered something else; the message is the cloud's where it sent one. */
export class TactusError extends Error {
  override readonly name = 'TactusError';
  /** The HTTP status. */
  readonly status: number;
  /** Whether the cloud gave the reason, and no gateway in its place. */
  readonly isOfCloud: boolean;
  constructor(message: string, status: number, isOfCloud = true) {
    super(message);
    this.status = status;
    this.isOfCloud = isOfCloud;
  }
}

const failure = z.object({ error: z.object({ name: z.string(), message: z.catch(z.string(), '') }) });

/** An event of a stream, by its name. */
export type TactusEvent<V extends TactusEvents> = {
  readonly [N in keyof V]: { readonly name: N; readonly data: z.output<V[N]> };
}[keyof V];

/** Reads a frame of a call's event stream; undefined for an event that the row does not list, or with another payload. */
export function readTactusEvent<V extends TactusEvents>(
  { events }: { readonly events: V },
  { name, data }: { readonly name: string | undefined; readonly data: string },
): TactusEvent<V> | undefined {
  const schema = name !== undefined && Object.hasOwn(events, name) ? events[name] : undefined;
  const read = schema && z.safeParse(schema, parseJson(data));
  // The row of this name read it, which the compiler cannot follow.
  return read?.success ? ({ name, data: read.data } as TactusEvent<V>) : undefined;
}
