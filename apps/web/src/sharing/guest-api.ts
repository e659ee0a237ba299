import {
  callTactus,
  fetchTactus,
  type GuestSessionEnd,
  type GuestView,
  guestCalls,
  guestSessionOver,
  type TactusOutcome,
  tactusPathOf,
} from '@tactus/protocol';
import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';

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
export type SessionOverReason = GuestSessionEnd | 'unknown';

/** The answer to entering a share: the session of the guest, and its secret. */
export interface GuestSessionEntry {
  /** The secret that authorises every later call. It stays in this tab. */
  readonly bearer: string;
  readonly session: GuestView;
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
  read(signal?: AbortSignal): Promise<GuestView | { readonly over: SessionOverReason }>;
  /** Releases the hold of this session and stops its motion, whichever page began it. Rejects without an answer. */
  letGo(): Promise<void>;
  /** Ends the session, also while the page is being closed. Never rejects. */
  leave(): void;
  /** The stream of the session, ready for fetch. */
  streamRequest(): { readonly url: string; readonly init: RequestInit };
}

/** Exchanges the secret of a link for a session; `name`: the name is not allowed. Rejects without a definite answer. */
export async function enterShare(
  fetch: Fetch,
  { id, ...body }: { id: string; secret: string; name: string },
): Promise<GuestSessionEntry | { readonly refused: EntryRefusal | 'name' }> {
  const outcome = await callTactus(guestCalls.enter, { fetch, params: { id }, body });
  if (outcome.ok) {
    const { session: bearer, ...session } = outcome.answer;
    return { bearer, session };
  }
  if (outcome.status >= 500) throw new Error(`No session: HTTP ${outcome.status}`);
  return { refused: REFUSALS[outcome.error] ?? REFUSALS[outcome.status] ?? 'unavailable' };
}

/** Refusals by the name of the error, and by the status for an answer without a known one. */
const REFUSALS: Readonly<Record<string, EntryRefusal | 'name'>> = {
  NameReserved: 'name',
  ShareRevoked: 'revoked',
  ShareTimeOver: 'time-over',
  ShareUsedUp: 'used-up',
  404: 'not-found',
  409: 'full',
  410: 'expired',
  429: 'too-many',
};

/** The calls of a session. */
export function createGuestApi({
  fetch,
  bearer: secret,
}: {
  readonly fetch: Fetch;
  readonly bearer: string;
}): GuestApi {
  // A page that is being closed may still release and leave.
  const by = { fetch, secret, keepalive: true };
  return {
    take: async () => holdAnswerOf(await callTactus(guestCalls.take, by)),
    renew: async (rtt_ms) =>
      holdAnswerOf(
        await callTactus(guestCalls.setControl, { ...by, ...(rtt_ms !== undefined && { body: { rtt_ms } }) }),
      ),
    release: () => void callTactus(guestCalls.release, by).catch(() => undefined),
    requestControl: async () => (await fetchTactus(guestCalls.requestControl, by)).granted,
    takeBackQuestion: () => fetchTactus(guestCalls.withdrawRequest, by),
    hand: (session) => fetchTactus(guestCalls.passControl, { ...by, body: { session } }),
    async read(signal) {
      const outcome = await callTactus(guestCalls.read, { ...by, signal });
      if (outcome.ok) return outcome.answer;
      if (outcome.status === 401) return { over: sessionOverReasonIn(outcome.body) };
      throw new Error(`No session: HTTP ${outcome.status}`);
    },
    letGo: async () => void (await callTactus(guestCalls.release, by)),
    leave: () => void callTactus(guestCalls.leave, by).catch(() => undefined),
    streamRequest: () => eventStreamRequest(tactusPathOf(guestCalls.events, {}), { Authorization: `Bearer ${secret}` }),
  };
}

function holdAnswerOf(
  outcome: TactusOutcome<typeof guestCalls.take> | TactusOutcome<typeof guestCalls.setControl>,
): HoldAnswer {
  if (outcome.ok) return 'granted';
  if (outcome.status === 401) return { over: sessionOverReasonIn(outcome.body) };
  if (outcome.error === 'HoldLapsed') return 'lapsed';
  if (outcome.status === 403 || outcome.status === 409 || outcome.status === 410) return 'refused';
  throw new Error(`No hold: HTTP ${outcome.status}`);
}

/** Why the session of a guest is over, from the body of a 401 or the last event. */
export const sessionOverReasonIn = (value: unknown): SessionOverReason => endReasonIn(guestSessionOver, value);

/** Why a session is over, from the body of a 401 or the last event of its stream; `unknown` where it is not said. */
export function endReasonIn<R extends string>(
  over: z.ZodMiniType<{ readonly reason: R }>,
  value: unknown,
): R | 'unknown' {
  const error = z.safeParse(z.object({ error: z.unknown() }), value).data?.error;
  return z.safeParse(over, error ?? value).data?.reason ?? 'unknown';
}

/** The request for an event stream of the cloud that serves the app, ready for fetch. */
export function eventStreamRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
): { readonly url: string; readonly init: RequestInit } {
  return {
    url,
    init: { headers: { Accept: 'text/event-stream', ...headers }, credentials: 'omit', cache: 'no-store' },
  };
}
