import type { GuestSessionEnd } from '@tactus/protocol';
import { endSurplusStream, type FrameSink } from '../../events/frames.ts';
import { type Share, shareMinutesEndMs } from './share.ts';

/** A stream that ends with its session. */
export type GuestStreamSink = Pick<FrameSink, 'write' | 'end'>;

/** One guest of a share, from the exchange of the link to the end. Instants in ms since the epoch. */
export interface GuestSession {
  readonly id: string;
  /** The guest's name for the device, in place of its key. */
  readonly alias: string;
  readonly textHash: string;
  readonly name: string;
  readonly share: Share;
  readonly joinedAtMs: number;
  /** The guest's open streams. */
  readonly streams: Set<GuestStreamSink>;
  /** The id of the device's newest event when the guest opened a stream first; earlier ones are not for this guest. */
  firstEventId?: string;
  /** Round trip of a command to the device, as the guest's page last reported it, and the time of the report (monotonic ms). */
  roundTrip?: { readonly ms: number; readonly sentAtMs: number };
  requestsControl: boolean;
  /** Whether the guest pressed Stop more often than the cloud forwards to a device at rest. */
  floods: boolean;
  isHere: boolean;
  over: GuestSessionEnd | undefined;
}

const SESSION_PREFIX = 'tgs_';

/** Whether a text has the form of a guest's session; such a text is never accepted as another credential. */
export const isSessionText = (text: string): boolean => text.startsWith(SESSION_PREFIX);

/** The text of a session, from its random part. */
export const sessionTextFromRandomPart = (random: string): string => SESSION_PREFIX + random;

/** The end of a session by the first of its limits. */
export const guestSessionEndsAtMs = ({ share }: GuestSession): number =>
  Math.min(shareMinutesEndMs(share) ?? Infinity, share.terms.expiresAtMs);

/** Limit of one session's open streams; a page has two. */
export const STREAMS_PER_SESSION = 8;

/** Ends the oldest streams of a session where it has too many: most likely no page reads them any more. */
export function endOldestStreams({ streams }: GuestSession): void {
  for (const oldest of [...streams].slice(0, Math.max(0, streams.size - STREAMS_PER_SESSION + 1))) {
    streams.delete(oldest);
    endSurplusStream(oldest);
  }
}
