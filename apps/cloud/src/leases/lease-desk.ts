import { randomBytes } from 'node:crypto';
import type { Time, Undo } from '@tactus/time';
import { createKeep } from '../tactus/keep.ts';
import { decideLease, type Holder } from './decide-lease.ts';

/** What a lease is asked for. */
export interface LeaseWish extends Holder {
  /** How long it lives without a renewal, ms. */
  readonly ttlMs: number;
}

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
  ask(connectionKey: string, wish: LeaseWish): LeaseGrant | { readonly refused: Holder } | 'no-room';
  renew(lease: string, secret: string): LeaseRenewal;
  /** Ends a lease and tells of which device, whether it still held it; undefined for a wrong secret or no such lease. */
  letGo(lease: string, secret: string): { readonly connectionKey: string; readonly held: boolean } | undefined;
  /** Whether somebody holds this device. */
  isHeld(connectionKey: string): boolean;
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
  end: LeaseEnd | undefined;
  takenOverBy: Holder | undefined;
}

interface Options {
  readonly time: Time;
  /** A lease ended by itself or by hand. */
  readonly onEnd: (end: LeaseEnd, connectionKey: string) => void;
  readonly capacity?: number;
}

/** Leases in all, those that ended included. */
const LEASES_MAX = 20_000;
/** Leases of one device, those that ended included. @internal */
export const LEASES_PER_DEVICE = 16;
const REFERENCE_BYTES = 12;

/** Opens the desk. */
export function createLeaseDesk({ time, onEnd, capacity = LEASES_MAX }: Options): LeaseDesk {
  /** Those of each device, oldest first; only the last one can be held. */
  const byDevice = new Map<string, Lease[]>();
  const keep = createKeep<Lease>({ time, capacity, isInUse: ({ end }) => end === undefined, onGone: forget });
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
    lease.end = end;
    held -= 1;
    onEnd(end, lease.connectionKey);
  }

  function runOn(lease: Lease): number {
    lease.stopTimer();
    lease.stopTimer = time.after(lease.ttlMs, () => finish(lease, 'ran-out'));
    return time.now() + lease.ttlMs;
  }

  return {
    ask(connectionKey, wish) {
      const holder = holderOf(connectionKey);
      if (holder && decideLease(holder, wish) === 'refused')
        return { refused: { holder: holder.holder, rank: holder.rank } };
      const { holder: name, rank, ttlMs } = wish;
      const reference = randomBytes(REFERENCE_BYTES).toString('base64url');
      const lease: Lease = {
        ...{ holder: name, rank, ttlMs, reference, connectionKey },
        stopTimer: () => undefined,
        end: undefined,
        takenOverBy: undefined,
      };
      const older = leasesOf(connectionKey);
      const oldest = older.find((other) => other !== holder);
      if (older.length >= LEASES_PER_DEVICE && oldest) keep.remove(oldest.reference);
      const secret = keep.add(reference, lease);
      if (secret === undefined) return 'no-room';
      byDevice.set(connectionKey, [...leasesOf(connectionKey), lease]);
      held += 1;
      const expiresAt = runOn(lease);
      if (holder) {
        holder.takenOverBy = { holder: name, rank };
        finish(holder, 'taken-over');
      }
      return { lease: reference, secret, expiresAt };
    },
    renew(reference, secret) {
      const lease = keep.owned(reference, secret);
      if (!lease) return 'unknown';
      if (lease.end === undefined) return { expiresAt: runOn(lease) };
      return lease.takenOverBy ? { takenOverBy: lease.takenOverBy } : lease.end === 'let-go' ? 'let-go' : 'ran-out';
    },
    letGo(reference, secret) {
      const lease = keep.owned(reference, secret);
      if (!lease) return undefined;
      const wasHeld = lease.end === undefined;
      if (wasHeld) finish(lease, 'let-go');
      return { connectionKey: lease.connectionKey, held: wasHeld };
    },
    isHeld: (connectionKey) => holderOf(connectionKey) !== undefined,
    held: () => held,
    close() {
      for (const leases of byDevice.values()) for (const { stopTimer } of leases) stopTimer();
    },
  };
}
