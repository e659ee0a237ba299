import { linkHoldOfLease } from '@tactus/motion';
import { systemTime, type Time, type Undo } from '@tactus/time';
import type { CommandOrderRegistry } from '../../devices/command-order-registry.ts';
import type { DeviceRegistry } from '../../devices/registry.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Store } from '../../store/database.ts';
import type { DeviceCallParts } from '../playback/call-device.ts';
import { stopDevice } from '../stopping/stop-device.ts';
import type { LeaseHolderRank } from './decide-lease.ts';
import { createLeaseManager, type LeaseManager } from './lease-manager.ts';
import { createStopRetrier } from './stop-retrier.ts';

/** The part of a hold or lease that is sent to a device. */
interface DrivingLease {
  readonly rank: LeaseHolderRank;
  readonly ttlMs: number;
  readonly closedMs: number;
}

/**
 * The linked devices that were driven under a hold or lease and are not known to be at rest since. The cloud sends them the
 * time for which they may go on by themselves, and stores them: after a crash the next process stops them.
 */
interface DrivenDevices {
  /** A hold or lease begins, or is renewed. */
  held(connectionKey: string, lease: DrivingLease): void;
  /** Sends the device the end of its hold, right behind a command of a client that answers for the motion without a hold. */
  lift(connectionKey: string): void;
  /** The device is at rest, or a client without a hold answers for the motion. */
  over(connectionKey: string): void;
  isDriven(connectionKey: string): boolean;
  keys(): readonly string[];
  /** The right of the client that drove the device when an earlier process ended, until another client drives it; else undefined. */
  leftBy(connectionKey: string): LeaseHolderRank | undefined;
  /** A client drives the device now: the driver in the earlier process no longer matters. */
  drivenAnew(connectionKey: string): void;
  /** Resolves once the present driven state is stored. Rejects where it could not be stored. */
  stored(connectionKey: string): Promise<void>;
  /** Removes devices whose keys are not enrolled any more. */
  tidy(): Promise<void>;
  /** Ends every timer, and removes devices at rest; resolves also where the store refuses. */
  close(): Promise<void>;
}

interface Options {
  readonly store: Store;
  readonly devices: DeviceRegistry;
  readonly time: Time;
  readonly onError: (error: unknown) => void;
}

/** Delay before a device at rest is removed from the store: a client that soon renews its hold causes no write. */
const FORGET_AFTER_MS = 2_000;
/** Delay before the removal is tried again where the store refused. */
const FORGET_AGAIN_AFTER_MS = 30_000;

/** Reads the driven devices of an earlier process. */
async function createDrivenDevices({ store, devices, time, onError }: Options): Promise<DrivenDevices> {
  const rows = await store.selectFrom('driven_devices').selectAll().execute();
  const driven = new Set(rows.map((row) => row.connection_key));
  const left = new Map<string, LeaseHolderRank>(rows.map((row) => [row.connection_key, row.driven_by]));
  /** Pending and finished writes, by connection key. */
  const writes = new Map<string, Promise<unknown>>(rows.map((row) => [row.connection_key, Promise.resolve()]));
  const forgetting = new Map<string, Undo>();

  function write(connectionKey: string, rank: LeaseHolderRank): void {
    const values = { connection_key: connectionKey, driven_by: rank, since: time.now() };
    const written = store
      .insertInto('driven_devices')
      .values(values)
      .onConflict((conflict) => conflict.column('connection_key').doUpdateSet(values))
      .execute();
    writes.set(connectionKey, written);
    // A caller that awaits the write gets the failure; a newer write stays.
    written.catch(() => writes.get(connectionKey) === written && writes.delete(connectionKey));
  }

  async function forget(connectionKey: string): Promise<void> {
    forgetting.get(connectionKey)?.();
    forgetting.delete(connectionKey);
    writes.delete(connectionKey);
    await store.deleteFrom('driven_devices').where('connection_key', '=', connectionKey).execute();
  }

  function forgetLater(connectionKey: string, afterMs = FORGET_AFTER_MS): void {
    const undo = time.after(afterMs, () => {
      forget(connectionKey).catch((error: unknown) => {
        onError(error);
        // Else the next start of this cloud would stop a device that is at rest.
        if (!driven.has(connectionKey)) forgetLater(connectionKey, FORGET_AGAIN_AFTER_MS);
      });
    });
    forgetting.set(connectionKey, undo);
  }

  return {
    held(connectionKey, lease) {
      const device = devices.get(connectionKey);
      // A device that lives in this process ends with it.
      if (!device?.hold) return;
      forgetting.get(connectionKey)?.();
      forgetting.delete(connectionKey);
      if (!writes.has(connectionKey)) write(connectionKey, lease.rank);
      driven.add(connectionKey);
      left.delete(connectionKey);
      device.hold(linkHoldOfLease(lease));
    },
    lift(connectionKey) {
      if (driven.has(connectionKey)) devices.get(connectionKey)?.hold?.(undefined);
    },
    over(connectionKey) {
      if (!driven.delete(connectionKey)) return;
      devices.get(connectionKey)?.hold?.(undefined);
      forgetLater(connectionKey);
    },
    isDriven: (connectionKey) => driven.has(connectionKey),
    keys: () => [...driven],
    leftBy: (connectionKey) => left.get(connectionKey),
    drivenAnew: (connectionKey) => void left.delete(connectionKey),
    async stored(connectionKey) {
      await writes.get(connectionKey);
    },
    async tidy() {
      const gone = await store
        .deleteFrom('driven_devices')
        .where('connection_key', 'not in', (enrolled) => enrolled.selectFrom('enrolments').select('connection_key'))
        .returning('connection_key')
        .execute();
      for (const { connection_key: key } of gone) {
        driven.delete(key);
        left.delete(key);
        writes.delete(key);
      }
    },
    async close() {
      await Promise.all([...forgetting.keys()].map((connectionKey) => forget(connectionKey).catch(onError)));
    },
  };
}

/** The leases of a cloud, and the stop of a device whose lease expires. */
export interface LeaseService
  extends Omit<LeaseManager, 'close' | 'heldKeys' | 'forgetUnused'>,
    Pick<DrivenDevices, 'lift' | 'over' | 'isDriven' | 'leftBy' | 'drivenAnew' | 'stored'> {
  /** Removes the leases that ended a day ago, and driven devices whose keys are not enrolled any more. */
  tidy(): Promise<void>;
  /** Stops a device as an expired lease does. */
  stop(connectionKey: string): void;
  /** A device that has just linked was stopped; where it does not confirm the stop, it is stopped as after an expired lease. */
  restsFirst(connectionKey: string, confirmed: Promise<boolean>): void;
  /** Stops every device that is driven under a hold or lease, and waits for that, for a second at most. */
  stopAll(): Promise<void>;
  /** Ends every timer at once; resolves when devices at rest are removed from the store, or it has refused that. */
  close(): Promise<void>;
}

/** Time for a device to confirm that it is at rest; one behind a bridge calls another cloud first. */
const REST_WITHIN_MS = 2_000;
/** A closing cloud waits this long for its devices. */
const STOP_ALL_WITHIN_MS = 1_000;

/** Assembles the lease manager, the retrier of the cloud's own stops, and the records of driven devices. */
export async function createLeaseService(
  parts: DeviceCallParts & {
    readonly store: Store;
    readonly devices: DeviceRegistry;
    readonly metrics: Metrics;
    readonly orders: CommandOrderRegistry;
    /** Whether an event stream of this device is open. */
    readonly isWatched: (connectionKey: string) => boolean;
    readonly onError: (error: unknown) => void;
    /** The most leases, ended ones included. */
    readonly capacity: number;
  },
): Promise<LeaseService> {
  const driven = await createDrivenDevices(parts);
  const manager = createLeaseManager({
    time: parts.time,
    capacity: parts.capacity,
    isWatched: parts.isWatched,
    onHeld: driven.held,
    onOver: parts.orders.bar,
    onEnd(end, connectionKey, isHandled) {
      parts.metrics.leaseEnded(end);
      if (end === 'ran-out' && !isHandled) expiredStopper.stop(connectionKey);
    },
  });
  const expiredStopper = createStopRetrier({
    time: parts.time,
    isHeld: manager.isHeld,
    onError: parts.onError,
    stopNow,
  });

  function over(connectionKey: string): void {
    if (!manager.isHeld(connectionKey)) driven.over(connectionKey);
  }

  async function stopNow(connectionKey: string): Promise<boolean> {
    const device = parts.devices.get(connectionKey);
    const isStopped = device !== undefined && (await stopDevice(parts, device));
    if (isStopped) over(connectionKey);
    return isStopped;
  }

  async function rest(connectionKey: string): Promise<void> {
    const device = parts.devices.get(connectionKey);
    if (device?.info() && (await stopDevice(parts, device))) driven.over(connectionKey);
  }

  return {
    ...manager,
    over,
    lift: driven.lift,
    isDriven: driven.isDriven,
    leftBy: driven.leftBy,
    drivenAnew: driven.drivenAnew,
    stored: driven.stored,
    tidy() {
      manager.forgetUnused();
      return driven.tidy();
    },
    stop: expiredStopper.stop,
    restsFirst(connectionKey, confirmed) {
      parts.caller
        .within(REST_WITHIN_MS, () => confirmed)
        .then(
          (isAtRest) => (isAtRest ? over(connectionKey) : expiredStopper.stop(connectionKey)),
          () => expiredStopper.stop(connectionKey),
        );
    },
    async stopAll() {
      const keys = new Set([...manager.heldKeys(), ...driven.keys()]);
      if (keys.size === 0) return;
      const stops = [...keys].map((key) => rest(key).catch(parts.onError));
      // The links are real, and so is their time.
      await Promise.race([Promise.all(stops), systemTime.sleep(STOP_ALL_WITHIN_MS)]);
    },
    async close() {
      manager.close();
      expiredStopper.close();
      await driven.close();
    },
  };
}
