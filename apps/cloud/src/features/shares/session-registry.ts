import type { GuestSessionEnd } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { createRandomKey } from '../../devices/random-key.ts';
import type { Store } from '../../store/database.ts';
import { hashSecret, randomText } from '../../store/secret-hash.ts';
import { type GuestSession, guestSessionEndsAtMs, sessionTextFromRandomPart } from './guest-session.ts';
import type { Share } from './share.ts';
import { createWallClockTimers } from './wall-clock-timers.ts';

/** The sessions of guests. They survive a restart; ended ones are remembered for a while, with the reason. */
export interface SessionRegistry {
  /** Makes a session that is not open yet; its text is stored nowhere else. */
  make(share: Share, name: string): { readonly session: GuestSession; readonly text: string };
  /** Stores a session, as part of a transaction. */
  store(session: GuestSession, inside: Store): Promise<void>;
  /** Opens a stored session. */
  open(session: GuestSession): void;
  /** Reads the stored sessions of these shares, oldest first, and opens them; others are removed. */
  restore(shareOf: (id: string) => Share | undefined): Promise<readonly GuestSession[]>;
  /** The session of a text, open or ended not too long ago. */
  find(text: string): GuestSession | undefined;
  of(share: Share): readonly GuestSession[];
  /** Restarts the timer for the end of a session. */
  wait(session: GuestSession): void;
  /** Closes a session; the registry still finds it for a while. */
  close(session: GuestSession): void;
  /** Removes a closed session from the store. */
  erase(session: GuestSession): Promise<void>;
  closeAll(): void;
}

interface Options {
  readonly store: Store;
  readonly time: Time;
  /** Called for a session whose time is up. */
  readonly onTimeOver: (session: GuestSession, end: GuestSessionEnd) => void;
}

const ID_BYTES = 9;
/** How long the reason for the end of a session is remembered. */
const REMEMBERED_MS = 10 * 60_000;

/** Returns a registry without sessions. */
export function createSessionRegistry({ store, time, onTimeOver }: Options): SessionRegistry {
  const byHash = new Map<string, GuestSession>();
  const byShare = new Map<Share, Set<GuestSession>>();
  const alarms = createWallClockTimers<GuestSession>(time);

  const isTimeOver = (session: GuestSession) => time.now() >= guestSessionEndsAtMs(session);

  function endIfDue(session: GuestSession): void {
    if (session.over !== undefined || !isTimeOver(session)) return;
    onTimeOver(session, time.now() < session.share.terms.expiresAtMs ? 'time-over' : 'expired');
  }

  function wait(session: GuestSession): void {
    if (session.over === undefined) alarms.set(session, guestSessionEndsAtMs(session), () => endIfDue(session));
  }

  function open(session: GuestSession): void {
    byHash.set(session.textHash, session);
    byShare.set(session.share, (byShare.get(session.share) ?? new Set()).add(session));
    wait(session);
  }

  async function erase({ textHash }: Pick<GuestSession, 'textHash'>): Promise<void> {
    await store.deleteFrom('guest_sessions').where('text_hash', '=', textHash).execute();
  }

  return {
    wait,
    open,
    erase,
    make(share, name) {
      const text = sessionTextFromRandomPart(randomText());
      const session = newSession({
        ...{ id: randomText(ID_BYTES), alias: createRandomKey(), textHash: hashSecret(text) },
        ...{ name, share, joinedAtMs: time.now() },
      });
      return { session, text };
    },
    async store({ id, alias, textHash, name, share, joinedAtMs }, inside) {
      const row = { text_hash: textHash, id, alias, name, share: share.id, joined_at: joinedAtMs };
      await inside.insertInto('guest_sessions').values(row).execute();
    },
    async restore(shareOf) {
      const rows = await store.selectFrom('guest_sessions').selectAll().orderBy('joined_at').execute();
      const restored: GuestSession[] = [];
      for (const { text_hash: textHash, id, alias, name, share: shareId, joined_at: joinedAtMs } of rows) {
        const share = shareOf(shareId);
        const session = share && newSession({ id, alias, textHash, name, share, joinedAtMs });
        if (!session || isTimeOver(session)) await erase({ textHash });
        else {
          open(session);
          restored.push(session);
        }
      }
      return restored;
    },
    find(text) {
      const session = byHash.get(hashSecret(text));
      // A computer that slept past the end gets the first request before any timer has run.
      if (session) endIfDue(session);
      return session;
    },
    of: (share) => [...(byShare.get(share) ?? [])],
    close(session) {
      const others = byShare.get(session.share);
      others?.delete(session);
      if (others?.size === 0) byShare.delete(session.share);
      alarms.set(session, time.now() + REMEMBERED_MS, () => byHash.delete(session.textHash));
    },
    closeAll: alarms.close,
  };
}

const newSession = (
  facts: Pick<GuestSession, 'id' | 'alias' | 'textHash' | 'name' | 'share' | 'joinedAtMs'>,
): GuestSession => ({
  ...facts,
  streams: new Set(),
  requestsControl: false,
  floods: false,
  isHere: true,
  over: undefined,
});
