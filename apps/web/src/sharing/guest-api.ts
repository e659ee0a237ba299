import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';
import { APP_CLOUD_ORIGIN } from './app-cloud.ts';
import { decodeGuestSession, type GuestSession } from './guest-session.ts';
import { parseJson } from './parse-json.ts';

/** Why the cloud refuses a guest. `unavailable`: this home has no shares. */
export type EntryRefusal =
  | 'not-found'
  | 'expired'
  | 'revoked'
  | 'time-over'
  | 'used-up'
  | 'full'
  | 'too-many'
  | 'unavailable';
/** Why a session is over; `unknown` where the cloud does not know. */
export type SessionOverReason = 'revoked' | 'expired' | 'time-over' | 'removed' | 'left' | 'unknown';

/** The answer to entering a share: the session of the guest, and its secret. */
export interface GuestSessionEntry {
  /** The secret that authorises every later call. It stays in this tab. */
  readonly bearer: string;
  readonly session: GuestSession;
}

/** The result of requesting or renewing a hold. `over`: the session is over, and why. */
export type HoldAnswer = 'granted' | 'lapsed' | 'refused' | { readonly over: SessionOverReason };

/** The calls of a guest to the cloud (docs/sharing.md, "The guest"). They reject without a definite answer of the cloud. */
export interface GuestApi {
  take(): Promise<HoldAnswer>;
  /** `roundTripMs` is how long a command takes to the device and back, where known; the cloud reports it to the owner. */
  renew(roundTripMs: number | undefined): Promise<HoldAnswer>;
  /** Never rejects: a hold that is not released expires. */
  release(): void;
  /** Requests control; resolves with whether it was granted at once. */
  requestControl(): Promise<boolean>;
  takeBackQuestion(): Promise<void>;
  hand(session: string): Promise<void>;
  /** The present session, or why it is over. */
  read(signal?: AbortSignal): Promise<GuestSession | { readonly over: SessionOverReason }>;
  /** Releases the hold of this session and stops its motion, whichever page began it. Rejects without an answer. */
  letGo(): Promise<void>;
  /** Ends the session, also while the page is being closed. Never rejects. */
  leave(): void;
  /** The stream of the session, ready for fetch. */
  streamRequest(): { readonly url: string; readonly init: RequestInit };
}

const entry = z.object({ session: z.string().check(z.minLength(1)) });
const failure = z.object({
  error: z.object({ name: z.catch(z.string(), ''), reason: z.catch(z.string(), '') }),
});

const GONE: Readonly<Record<string, EntryRefusal>> = {
  ShareExpired: 'expired',
  ShareRevoked: 'revoked',
  ShareUsedUp: 'used-up',
  ShareTimeOver: 'time-over',
};
const REASONS: readonly SessionOverReason[] = ['revoked', 'expired', 'time-over', 'removed', 'left'];

/** Exchanges the secret of a link for a session; `name`: the name is not allowed. Rejects without a definite answer. */
export async function enterShare(
  fetch: Fetch,
  { id, secret, name }: { id: string; secret: string; name: string },
): Promise<GuestSessionEntry | { readonly refused: EntryRefusal | 'name' }> {
  const response = await fetch(`${APP_CLOUD_ORIGIN}/${encodeURIComponent(id)}/sessions`, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    credentials: 'omit',
    body: JSON.stringify({ secret, name }),
  });
  const body = await jsonOfAnswer(response);
  if (response.ok) {
    const read = z.safeParse(entry, body);
    const session = decodeGuestSession(body);
    return read.success && session ? { bearer: read.data.session, session } : { refused: 'unavailable' };
  }
  if (response.status >= 500) throw new Error(`No session: HTTP ${response.status}`);
  return { refused: refusalOf(response.status, errorNameOf(body)) };
}

function refusalOf(status: number, name: string): EntryRefusal | 'name' {
  if (name === 'NameReserved') return 'name';
  if (status === 404) return 'not-found';
  if (status === 409) return 'full';
  if (status === 410) return GONE[name] ?? 'expired';
  return status === 429 ? 'too-many' : 'unavailable';
}

/** The calls of a session. */
export function createGuestApi(parts: { readonly fetch: Fetch; readonly bearer: string }): GuestApi {
  const authorization = { Authorization: `Bearer ${parts.bearer}` };

  function send(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    return parts.fetch(`${APP_CLOUD_ORIGIN}${path}`, {
      method,
      headers: {
        ...{ Accept: 'application/json', ...authorization },
        ...(body && { 'Content-Type': 'application/json' }),
      },
      credentials: 'omit',
      // A page that is being closed may still release and leave.
      keepalive: true,
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }

  async function holdCall(method: 'POST' | 'PUT', body?: object): Promise<HoldAnswer> {
    const response = await send(method, '/control', body);
    if (response.ok) return 'granted';
    if (response.status === 401) return { over: sessionOverReasonIn(await jsonOfAnswer(response)) };
    if (response.status === 410)
      return errorNameOf(await jsonOfAnswer(response)) === 'HoldLapsed' ? 'lapsed' : 'refused';
    if (response.status === 409 || response.status === 403) return 'refused';
    throw new Error(`No hold: HTTP ${response.status}`);
  }

  async function plainCall(method: string, path: string, body?: object): Promise<unknown> {
    const response = await send(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status}`);
    return jsonOfAnswer(response);
  }

  return {
    take: () => holdCall('POST'),
    renew: (roundTripMs) => holdCall('PUT', roundTripMs === undefined ? undefined : { rtt_ms: roundTripMs }),
    release: () => void send('DELETE', '/control').catch(() => undefined),
    async requestControl() {
      const read = z.safeParse(z.object({ granted: z.boolean() }), await plainCall('POST', '/control/ask'));
      return read.success && read.data.granted;
    },
    takeBackQuestion: async () => void (await plainCall('DELETE', '/control/ask')),
    hand: async (session) => void (await plainCall('POST', '/control/hand', { session })),
    async read(signal) {
      const response = await send('GET', '/session', undefined, signal);
      const body = await jsonOfAnswer(response);
      if (response.status === 401) return { over: sessionOverReasonIn(body) };
      const session = decodeGuestSession(body);
      if (!response.ok || !session) throw new Error(`No session: HTTP ${response.status}`);
      return session;
    },
    letGo: async () => void (await send('DELETE', '/control')),
    leave: () => void send('DELETE', '/session').catch(() => undefined),
    streamRequest: () => ({
      url: `${APP_CLOUD_ORIGIN}/session/events`,
      init: {
        headers: { Accept: 'text/event-stream', ...authorization },
        credentials: 'omit',
        cache: 'no-store',
      },
    }),
  };
}

/** Why a session is over, from the body of a 401 or the last event. */
export function sessionOverReasonIn(value: unknown): SessionOverReason {
  const parsed = z.safeParse(z.object({ reason: z.string() }), value);
  const refused = z.safeParse(failure, value);
  const reason = parsed.success ? parsed.data.reason : refused.success ? refused.data.error.reason : '';
  return REASONS.find((known) => known === reason) ?? 'unknown';
}

/** The name of the error in an answer; empty where there is none. */
export function errorNameOf(body: unknown): string {
  const read = z.safeParse(failure, body);
  return read.success ? read.data.error.name : '';
}

/** The body of an answer; undefined for invalid JSON. */
const jsonOfAnswer = async (response: Response): Promise<unknown> => parseJson(await response.text());
