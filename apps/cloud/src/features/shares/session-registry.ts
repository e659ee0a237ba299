import type { GuestSessionEnd } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { createRandomKey } from '../../devices/random-key.ts';
import { hashSecret, randomText } from '../../store/secret-hash.ts';
import { type GuestSession, guestSessionEndsAtMs, sessionTextFromRandomPart } from './guest-session.ts';
import type { Share } from './share.ts';
import { createWallClockTimers } from './wall-clock-timers.ts';

/** The sessions of guests. In memory only; ended sessions are remembered for a while, with the reason. */
export interface SessionRegistry {
  /** Makes a session; its text is stored nowhere else. */
  open(share: Share, name: string): { readonly session: GuestSession; readonly text: string };
  /** The session of a text, open or ended not too long ago. */
  find(text: string): GuestSession | undefined;
  of(share: Share): readonly GuestSession[];
  /** Restarts the timer for the end of a session. */
  wait(session: GuestSession): void;
  /** Closes a session; the registry still finds it for a while. */
  close(session: GuestSession): void;
  closeAll(): void;
}

const ID_BYTES = 9;
/** How long the reason for the end of a session is remembered. */
const REMEMBERED_MS = 10 * 60_000;

/** `onTimeOver` is called for a session whose time is up. */
export function createSessionRegistry(
  time: Time,
  onTimeOver: (session: GuestSession, end: GuestSessionEnd) => void,
): SessionRegistry {
  const byHash = new Map<string, GuestSession>();
  const alarms = createWallClockTimers<GuestSession>(time);

  function endIfDue(session: GuestSession): void {
    if (session.over !== undefined || time.now() < guestSessionEndsAtMs(session)) return;
    onTimeOver(session, time.now() < session.share.terms.expiresAtMs ? 'time-over' : 'expired');
  }

  function wait(session: GuestSession): void {
    if (session.over === undefined) alarms.set(session, guestSessionEndsAtMs(session), () => endIfDue(session));
  }

  return {
    wait,
    open(share, name) {
      const text = sessionTextFromRandomPart(randomText());
      const session: GuestSession = {
        id: randomText(ID_BYTES),
        alias: createRandomKey(),
        textHash: hashSecret(text),
        name,
        share,
        joinedAtMs: time.now(),
        streams: new Set(),
        requestsControl: false,
        floods: false,
        isHere: true,
        over: undefined,
      };
      byHash.set(session.textHash, session);
      wait(session);
      return { session, text };
    },
    find(text) {
      const session = byHash.get(hashSecret(text));
      // A computer that slept past the end gets the first request before any timer has run.
      if (session) endIfDue(session);
      return session;
    },
    of: (share) => [...byHash.values()].filter((session) => session.share === share && session.over === undefined),
    close(session) {
      alarms.set(session, time.now() + REMEMBERED_MS, () => byHash.delete(session.textHash));
    },
    closeAll: alarms.close,
  };
}
