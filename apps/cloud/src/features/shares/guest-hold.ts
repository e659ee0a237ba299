import type { LeaseService } from '../leases/create-lease-service.ts';
import type { LeaseHolder } from '../leases/decide-lease.ts';
import type { LeaseEnd } from '../leases/lease-manager.ts';
import type { GuestSession } from './guest-session.ts';

/** A granted or renewed hold: its end, ms since the epoch. */
export interface HoldGrant {
  readonly expiresAt: number;
}

/** The reason why a guest does not get a hold or loses it. */
export type HoldRefusal =
  | 'not-controller'
  | 'stopped-just-now'
  | 'lapsed'
  | 'let-go'
  | 'no-room'
  | { readonly heldBy: LeaseHolder };

/** The hold of a guest on one device: a lease that expires half a second after its last renewal. */
export interface GuestLeaseHold {
  /** The guest that holds the device. */
  by(): GuestSession | undefined;
  take(session: GuestSession): HoldGrant | HoldRefusal;
  renew(session: GuestSession): HoldGrant | HoldRefusal;
  /** Ends the hold; its holder receives the reason at its next renewal. */
  drop(why: HoldRefusal): void;
  /** Drops the reason that is stored for a guest. */
  forget(session: GuestSession): void;
}

interface Options {
  readonly connectionKey: string;
  readonly leases: Pick<LeaseService, 'request' | 'renew' | 'letGo'>;
  /** The hold has ended, for any reason. */
  readonly onEnd: (session: GuestSession, end: LeaseEnd) => void;
}

/** The owner, as shown to a guest. */
export const OWNER_NAME: LeaseHolder = { holder: 'owner', rank: 'owner' };

/** A guest's hold expires this long after its last renewal. */
export const GUEST_HOLD_DURATION_MS = 500;

interface Held {
  readonly session: GuestSession;
  readonly lease: string;
  readonly secret: string;
}

const noUndo = () => () => undefined;

/** Returns the hold of one device, which no guest has yet. */
export function createGuestLeaseHold({ connectionKey, leases, onEnd }: Options): GuestLeaseHold {
  const lastEnds = new Map<GuestSession, HoldRefusal>();
  let held: Held | undefined;

  function ended(session: GuestSession, end: LeaseEnd): void {
    held = undefined;
    lastEnds.set(session, end === 'ran-out' ? 'lapsed' : end === 'let-go' ? 'let-go' : { heldBy: OWNER_NAME });
    onEnd(session, end);
  }

  return {
    by: () => held?.session,
    take(session) {
      const onLeaseEnd = (end: LeaseEnd) => ended(session, end);
      const times = { ttlMs: GUEST_HOLD_DURATION_MS, closedMs: GUEST_HOLD_DURATION_MS };
      const request = { holder: session.name, rank: 'guest', ...times, onEnd: onLeaseEnd } as const;
      const granted = leases.request(connectionKey, request, noUndo);
      if (granted === 'no-room') return granted;
      if ('refused' in granted) return { heldBy: granted.refused };
      held = { session, lease: granted.lease, secret: granted.secret };
      return { expiresAt: granted.expiresAt };
    },
    renew(session) {
      const renewal = held?.session === session ? leases.renew(held.lease, held.secret, noUndo) : undefined;
      if (typeof renewal === 'object' && 'expiresAt' in renewal) return renewal;
      return lastEnds.get(session) ?? 'let-go';
    },
    drop(why) {
      if (!held) return;
      const { session, lease, secret } = held;
      leases.letGo(lease, secret);
      lastEnds.set(session, why);
    },
    forget: (session) => void lastEnds.delete(session),
  };
}
