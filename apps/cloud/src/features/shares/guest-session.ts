import { createHash } from 'node:crypto';
import { minutesEndMs, type SessionEnd, type Share } from './share.ts';

/** A stream that ends with the session it belongs to. */
export interface GuestStreamSink {
  end(): void;
}

/** One guest of a share, from the exchange of the link to the end. Instants in ms since the epoch. */
export interface GuestSession {
  readonly id: string;
  /** What the guest calls the device by. */
  readonly alias: string;
  readonly textHash: string;
  readonly name: string;
  readonly share: Share;
  readonly joinedAtMs: number;
  /** Every stream of it that is open. */
  readonly streams: Set<GuestStreamSink>;
  /** How long a command of theirs takes to the device and back, as they told it last, and when (monotonic ms). */
  roundTrip?: { readonly ms: number; readonly sentAtMs: number };
  requestsControl: boolean;
  /** Whether it pressed Stop more often than the cloud passes on to a device at rest. */
  floods: boolean;
  isHere: boolean;
  over: SessionEnd | undefined;
}

const SESSION_PREFIX = 'tgs_';

/** Whether a text is meant as a guest's session; such a text is never taken for anything else. */
export const isSessionText = (text: string): boolean => text.startsWith(SESSION_PREFIX);

/** The text of a session, from its random part. */
export const toSessionText = (random: string): string => SESSION_PREFIX + random;

/** Sessions are kept by hash, so that the time of a comparison tells nothing about them. */
export const hashOfSession = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** When a session ends, whichever limit comes first. */
export const endsAtMs = ({ share }: GuestSession): number =>
  Math.min(minutesEndMs(share) ?? Infinity, share.terms.expiresAtMs);

/** Streams that one session has open at a time; a page has two. */
const STREAMS_MAX = 8;

/** Ends the oldest streams of a session where there is no room for another one: most likely nobody reads them any more. */
export function makeRoomForStream({ streams }: GuestSession): void {
  for (const oldest of [...streams].slice(0, Math.max(0, streams.size - STREAMS_MAX + 1))) {
    streams.delete(oldest);
    oldest.end();
  }
}
