import { randomBytes } from 'node:crypto';
import type { Time, Undo } from '@tactus/time';
import { createExpiringStore } from '../../store/expiring-store.ts';
import { decideLease, type Holder } from './decide-lease.ts';

/** What a lease is asked for. */
export interface LeaseWish extends Holder {
  /** How long it lives without a renewal while nobody knows that its holder has gone, ms. */
  readonly ttlMs: number;
  /** How long it lives once the connection of its holder is known to be closed, ms; no longer than `ttlMs`. */
  readonly closedMs: number;
  /** Hears of its end in place of what usually follows: whoever gives it sees to it that nothing moves on. */
  readonly onEnd?: (end: LeaseEnd) => void;
}

/** Runs something when the connection of a request is closed by whoever made it, until undone. */
export type OnClosed = (run: () => void) => Undo;

/** A lease in the hands of whoever asked for it. */
export interface LeaseGrant {
  readonly lease: string;
  readonly secret: string;
  /** When it runs out, ms since the epoch. */
  readonly expiresAt: number;
}

/** How a lease ended. */
export type LeaseEnd = 'ran-out' | 'let-go' | 'taken-over';

/** The leases of this cloud: who keeps a device moving. Kept in memory; what ended is remembered for a day. */
export interface LeaseDesk {
  ask(
    connectionKey: string,
    wish: LeaseWish,
    onClosed: OnClosed,
  ): LeaseGrant | { readonly refused: Holder } | 'no-room';
  renew(lease: string, secret: string, onClosed: OnClosed): LeaseRenewal;
  /** Somebody has closed an event stream of this device: where that was the last one, its holder has gone. */
  streamClosed(connectionKey: string): void;
  /** Ends a lease and tells of which device, whether it still held it; undefined for a wrong secret or no such lease. */
  letGo(lease: string, secret: string): { readonly connectionKey: string; readonly held: boolean } | undefined;
  /** Whether somebody holds this device. */
  isHeld(connectionKey: string): boolean;
  /** The devices that somebody holds. */
  heldKeys(): readonly string[];
  /** How many are held. */
  held(): number;
  /** Ends every timer. What moves goes on. */
  close(): void;
}

/** What a renewal gives: the new end, or why there is none. */
export type LeaseRenewal =
  | { readonly expiresAt: number }
  | { readonly takenOverBy: Holder }
  | 'ran-out'
  | 'let-go'
  | 'unknown';

interface Lease extends LeaseWish {
  readonly reference: string;
  readonly connectionKey: string;
  stopTimer: Undo;
  stopListening: Undo;
  /** When it runs out, monotonic ms. */
  endsAtMs: number;
  end: LeaseEnd | undefined;
  takenOverBy: Holder | undefined;
}

interface Options {
  readonly time: Time;
  /** A lease ended by itself or by hand; `isTold`: its own `onEnd` hears of it as well, and does what is to be done. */
  readonly onEnd: (end: LeaseEnd, connectionKey: string, isTold: boolean) => void;
  /** A lease begins, or its time begins anew. */
  readonly onHeld: (connectionKey: string, lease: LeaseWish) => void;
  /** Whether an event stream of this device is open, so that its end would be heard. */
  readonly isWatched: (connectionKey: string) => boolean;
  readonly capacity?: number;
}

/** Leases in all, those that ended included. */
const LEASES_MAX = 20_000;
/** Leases of one device, those that ended included. @internal */
export const LEASES_PER_DEVICE = 16;
const REFERENCE_BYTES = 12;

/** Opens the desk. */
export function createLeaseDesk({ time, onEnd, onHeld, isWatched, capacity = LEASES_MAX }: Options): LeaseDesk {
  /** Those of each device, oldest first; only the last one can be held. */
  const byDevice = new Map<string, Lease[]>();
  const store = createExpiringStore<Lease>({ time, capacity, isInUse: ({ end }) => end === undefined, onGone: forget });
  let held = 0;

  const leasesOf = (connectionKey: string) => byDevice.get(connectionKey) ?? [];
  const holderOf = (connectionKey: string) => leasesOf(connectionKey).find(({ end }) => end === undefined);

  function forget(lease: Lease): void {
    const left = leasesOf(lease.connectionKey).filter((other) => other !== lease);
    if (left.length > 0) byDevice.set(lease.connectionKey, left);
    else byDevice.delete(lease.connectionKey);
  }

  function finish(lease: Lease, end: LeaseEnd): void {
    lease.stopTimer();
    lease.stopListening();
    lease.end = end;
    held -= 1;
    onEnd(end, lease.connectionKey, lease.onEnd !== undefined);
    lease.onEnd?.(end);
  }

  function endWithin(lease: Lease, lifeMs: number): void {
    lease.stopTimer();
    lease.endsAtMs = time.monotonic() + lifeMs;
    lease.stopTimer = time.after(lifeMs, () => finish(lease, 'ran-out'));
  }

  /** Its time begins anew: the whole of it only where the end of its holder would be heard. */
  function runOn(lease: Lease, onClosed: OnClosed): number {
    const lifeMs = isWatched(lease.connectionKey) ? lease.ttlMs : lease.closedMs;
    endWithin(lease, lifeMs);
    lease.stopListening();
    lease.stopListening = onClosed(() => holderGone(lease));
    onHeld(lease.connectionKey, lease);
    return time.now() + lifeMs;
  }

  function holderGone(lease: Lease): void {
    if (lease.endsAtMs - time.monotonic() > lease.closedMs) endWithin(lease, lease.closedMs);
  }

  return {
    ask(connectionKey, wish, onClosed) {
      const holder = holderOf(connectionKey);
      if (holder && decideLease(holder, wish) === 'refused')
        return { refused: { holder: holder.holder, rank: holder.rank } };
      const { holder: name, rank, ttlMs, onEnd: told } = wish;
      const closedMs = Math.min(wish.closedMs, ttlMs);
      const reference = randomBytes(REFERENCE_BYTES).toString('base64url');
      const lease: Lease = {
        ...{ holder: name, rank, ttlMs, closedMs, reference, connectionKey },
        ...(told && { onEnd: told }),
        stopTimer: () => undefined,
        stopListening: () => undefined,
        endsAtMs: 0,
        end: undefined,
        takenOverBy: undefined,
      };
      const older = leasesOf(connectionKey);
      const oldest = older.find((other) => other !== holder);
      if (older.length >= LEASES_PER_DEVICE && oldest) store.remove(oldest.reference);
      const secret = store.add(reference, lease);
      if (secret === undefined) return 'no-room';
      byDevice.set(connectionKey, [...leasesOf(connectionKey), lease]);
      held += 1;
      const expiresAt = runOn(lease, onClosed);
      if (holder) {
        holder.takenOverBy = { holder: name, rank };
        finish(holder, 'taken-over');
      }
      return { lease: reference, secret, expiresAt };
    },
    renew(reference, secret, onClosed) {
      const lease = store.owned(reference, secret);
      if (!lease) return 'unknown';
      if (lease.end === undefined) return { expiresAt: runOn(lease, onClosed) };
      return lease.takenOverBy ? { takenOverBy: lease.takenOverBy } : lease.end === 'let-go' ? 'let-go' : 'ran-out';
    },
    streamClosed(connectionKey) {
      const lease = holderOf(connectionKey);
      if (lease && !isWatched(connectionKey)) holderGone(lease);
    },
    letGo(reference, secret) {
      const lease = store.owned(reference, secret);
      if (!lease) return undefined;
      const wasHeld = lease.end === undefined;
      if (wasHeld) finish(lease, 'let-go');
      return { connectionKey: lease.connectionKey, held: wasHeld };
    },
    isHeld: (connectionKey) => holderOf(connectionKey) !== undefined,
    heldKeys: () => [...byDevice.keys()].filter((key) => holderOf(key) !== undefined),
    held: () => held,
    close() {
      for (const { stopTimer, stopListening } of [...byDevice.values()].flat()) {
        stopTimer();
        stopListening();
      }
    },
  };
}
