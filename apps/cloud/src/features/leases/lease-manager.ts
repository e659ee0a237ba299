import { randomBytes } from 'node:crypto';
import type { Time, Undo } from '@tactus/time';
import type { SequenceNumber } from '../../devices/device-order.ts';
import { createExpiringStore } from '../../store/expiring-store.ts';
import { hashSecret, randomText } from '../../store/secret-hash.ts';
import { decideLease, type LeaseHolder } from './decide-lease.ts';

/** The client that sends the requests of a lease, and the numbers of the latest one. */
export interface LeaseSender {
  readonly callerId: string;
  readonly numbers: readonly SequenceNumber[];
}

/** Reads the numbers of a request that its caller sends. */
export type ReadSequenceNumbers = (callerId: string) => readonly SequenceNumber[];

/** A request for a lease. */
export interface LeaseRequest extends LeaseHolder {
  /** Undefined for a sender that does not number its commands. */
  readonly sender?: LeaseSender | undefined;
  /** A newer Stop of its sender arrived before: the request takes over from no client. */
  readonly isOvertaken?: boolean;
  /** How long the lease lives without a renewal while the connection of its holder is open, ms. */
  readonly ttlMs: number;
  /** How long the lease lives once the connection of its holder is closed, ms; at most `ttlMs`. */
  readonly closedMs: number;
  /** Called at the end of the lease, in place of the usual stop: the caller stops the device. */
  readonly onEnd?: (end: LeaseEnd) => void;
}

/** Runs a function when the client closes the connection of a request, until undone. */
export type OnConnectionClosed = (run: () => void) => Undo;

/** A lease that was granted. */
export interface LeaseGrant {
  readonly lease: string;
  readonly secret: string;
  /** When the lease expires, ms since the epoch. */
  readonly expiresAt: number;
}

/** How a lease ended. */
export type LeaseEnd = 'ran-out' | 'let-go' | 'taken-over';

/** The leases of this cloud, each held by a client that drives a device. In memory only; an ended lease is remembered for a day. */
export interface LeaseManager {
  request(
    connectionKey: string,
    request: LeaseRequest,
    onClosed: OnConnectionClosed,
  ): LeaseGrant | { readonly refused: LeaseHolder } | 'no-room';
  renew(lease: string, secret: string, onClosed: OnConnectionClosed, readNumbers?: ReadSequenceNumbers): LeaseRenewal;
  /** An event stream of this device was closed: where that was the last one, the holder has gone. */
  streamClosed(connectionKey: string): void;
  /** Ends a lease; undefined for a wrong secret or an unknown lease. */
  letGo(lease: string, secret: string, readNumbers?: ReadSequenceNumbers): LetGo | undefined;
  /** Whether a client holds this device. */
  isHeld(connectionKey: string): boolean;
  /** The devices that are held. */
  heldKeys(): readonly string[];
  /** Number of held devices. */
  held(): number;
  /** Removes the leases that ended more than a day ago. */
  forgetUnused(): void;
  /** Ends every timer. Devices that move go on. */
  close(): void;
}

/** The result of a renewal: the new end, or why there is none. */
export type LeaseRenewal =
  | { readonly expiresAt: number }
  | { readonly takenOverBy: LeaseHolder }
  | 'ran-out'
  | 'let-go'
  | 'unknown';

/** A lease that was let go: its device, whether the lease still held it, and the numbers of its latest request. */
interface LetGo {
  readonly connectionKey: string;
  readonly held: boolean;
  readonly numbers: readonly SequenceNumber[];
}

/** What only a held lease has; it reaches the connection of a request and the state of its caller. */
interface Holding extends Pick<LeaseRequest, 'onEnd'> {
  cancelTimer: Undo;
  unsubscribe: Undo;
  /** When the lease expires, monotonic ms. */
  endsAtMs: number;
}

interface Lease extends Omit<LeaseRequest, 'onEnd'> {
  readonly reference: string;
  readonly connectionKey: string;
  sender: LeaseSender | undefined;
  /** Undefined once the lease has ended. */
  holding: Holding | undefined;
  end: LeaseEnd | undefined;
  takenOverBy: LeaseHolder | undefined;
}

interface Options {
  readonly time: Time;
  /** A lease has ended; `isHandled`: its own `onEnd` is called as well, and stops the device. */
  readonly onEnd: (end: LeaseEnd, connectionKey: string, isHandled: boolean) => void;
  /** A holder has gone or was replaced: its commands before these numbers must not be executed any more. */
  readonly onOver: (connectionKey: string, numbers: readonly SequenceNumber[]) => void;
  /** A lease begins or is renewed. */
  readonly onHeld: (connectionKey: string, lease: LeaseRequest) => void;
  /** Whether an event stream of this device is open, so that the cloud notices when it closes. */
  readonly isWatched: (connectionKey: string) => boolean;
  /** The most leases, ended ones included. */
  readonly capacity: number;
}

/** Leases of one device, ended ones included. @internal */
export const LEASES_PER_DEVICE = 16;
const REFERENCE_BYTES = 12;

/** Returns a manager of leases, none at first; `onEnd` is called for every lease that ends. */
export function createLeaseManager(options: Options): LeaseManager {
  const { time, onEnd, onOver, onHeld, isWatched, capacity } = options;
  /** The leases of each device, oldest first; only the last one can be held. */
  const byDevice = new Map<string, Lease[]>();
  const store = createExpiringStore<Lease>({
    time,
    capacity,
    isInUse: ({ holding }) => holding !== undefined,
    onGone: forget,
  });
  let held = 0;

  const leasesOf = (connectionKey: string) => byDevice.get(connectionKey) ?? [];
  const holderOf = (connectionKey: string) => leasesOf(connectionKey).find(({ holding }) => holding);

  function forget(lease: Lease): void {
    const left = leasesOf(lease.connectionKey).filter((other) => other !== lease);
    if (left.length > 0) byDevice.set(lease.connectionKey, left);
    else byDevice.delete(lease.connectionKey);
  }

  function finish(lease: Lease, end: LeaseEnd): void {
    const { holding } = lease;
    lease.holding = undefined;
    holding?.cancelTimer();
    holding?.unsubscribe();
    lease.end = end;
    held -= 1;
    if (end !== 'let-go' && lease.sender) onOver(lease.connectionKey, lease.sender.numbers);
    onEnd(end, lease.connectionKey, holding?.onEnd !== undefined);
    holding?.onEnd?.(end);
  }

  function endWithin(lease: Lease, holding: Holding, lifeMs: number): void {
    holding.cancelTimer();
    holding.endsAtMs = time.monotonic() + lifeMs;
    holding.cancelTimer = time.after(lifeMs, () => finish(lease, 'ran-out'));
  }

  /** Renews a lease: for `ttlMs` where the cloud would notice that the holder is gone, else for `closedMs`. */
  function runOn(lease: Lease, holding: Holding, onClosed: OnConnectionClosed): number {
    const lifeMs = isWatched(lease.connectionKey) ? lease.ttlMs : lease.closedMs;
    endWithin(lease, holding, lifeMs);
    holding.unsubscribe();
    holding.unsubscribe = onClosed(() => holderGone(lease));
    onHeld(lease.connectionKey, lease);
    return time.now() + lifeMs;
  }

  function numberAnew(lease: Lease, readNumbers: ReadSequenceNumbers | undefined): void {
    const { sender } = lease;
    const numbers = sender && readNumbers?.(sender.callerId);
    if (numbers && numbers.length > 0) lease.sender = { ...sender, numbers };
  }

  function holderGone(lease: Lease): void {
    const { holding, closedMs } = lease;
    if (holding && holding.endsAtMs - time.monotonic() > closedMs) endWithin(lease, holding, closedMs);
  }

  return {
    request(connectionKey, request, onClosed) {
      const holder = holderOf(connectionKey);
      const isLate = request.isOvertaken === true || isOlder(request.sender, holder?.sender);
      if (holder && (isLate || decideLease(holder, request) === 'refused'))
        return { refused: { holder: holder.holder, rank: holder.rank } };
      const { holder: name, rank, ttlMs, sender, onEnd: ownOnEnd } = request;
      const closedMs = Math.min(request.closedMs, ttlMs);
      const reference = randomBytes(REFERENCE_BYTES).toString('base64url');
      const holding: Holding = {
        ...(ownOnEnd && { onEnd: ownOnEnd }),
        cancelTimer: () => undefined,
        unsubscribe: () => undefined,
        endsAtMs: 0,
      };
      const lease: Lease = {
        ...{ holder: name, rank, ttlMs, closedMs, reference, connectionKey, sender, holding },
        end: undefined,
        takenOverBy: undefined,
      };
      const older = leasesOf(connectionKey);
      const oldest = older.find((other) => other !== holder);
      if (older.length >= LEASES_PER_DEVICE && oldest) store.remove(oldest.reference);
      if (!store.hasRoom()) return 'no-room';
      const secret = randomText();
      store.add(reference, lease, hashSecret(secret));
      byDevice.set(connectionKey, [...leasesOf(connectionKey), lease]);
      held += 1;
      const expiresAt = runOn(lease, holding, onClosed);
      if (holder) {
        holder.takenOverBy = { holder: name, rank };
        // A holder that requests another lease goes on.
        if (isSameClient(holder.sender, sender)) holder.sender = undefined;
        finish(holder, 'taken-over');
      }
      return { lease: reference, secret, expiresAt };
    },
    renew(reference, secret, onClosed, readNumbers) {
      const lease = store.owned(reference, secret);
      if (!lease) return 'unknown';
      numberAnew(lease, readNumbers);
      if (lease.holding) return { expiresAt: runOn(lease, lease.holding, onClosed) };
      return lease.takenOverBy ? { takenOverBy: lease.takenOverBy } : lease.end === 'let-go' ? 'let-go' : 'ran-out';
    },
    streamClosed(connectionKey) {
      const lease = holderOf(connectionKey);
      if (lease && !isWatched(connectionKey)) holderGone(lease);
    },
    letGo(reference, secret, readNumbers) {
      const lease = store.owned(reference, secret);
      if (!lease) return undefined;
      numberAnew(lease, readNumbers);
      const wasHeld = lease.holding !== undefined;
      if (wasHeld) finish(lease, 'let-go');
      return { connectionKey: lease.connectionKey, held: wasHeld, numbers: lease.sender?.numbers ?? [] };
    },
    isHeld: (connectionKey) => holderOf(connectionKey) !== undefined,
    heldKeys: () => [...byDevice.keys()].filter((key) => holderOf(key) !== undefined),
    held: () => held,
    forgetUnused: store.forgetUnused,
    close() {
      for (const { holding } of [...byDevice.values()].flat()) {
        holding?.cancelTimer();
        holding?.unsubscribe();
      }
    },
  };
}

const isSameClient = (one: LeaseSender | undefined, other: LeaseSender | undefined): boolean =>
  one !== undefined && one.numbers[0]?.client === other?.numbers[0]?.client;

/** Whether a request was sent before the latest one of the lease that it would take over from. */
const isOlder = (request: LeaseSender | undefined, held: LeaseSender | undefined): boolean =>
  isSameClient(request, held) && (request?.numbers[0]?.number ?? 0) < (held?.numbers[0]?.number ?? 0);
