import { linkHoldOfLease } from '@tactus/motion';
import type { Time, Undo } from '@tactus/time';
import type { DeviceRegistry } from '../../devices/registry.ts';
import type { Store } from '../../store/database.ts';
import type { LeaseHolderRank } from './decide-lease.ts';

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
export interface DrivenDevices {
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
  /** Removes devices at rest at once, and ends every timer. */
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

/** Reads the driven devices of an earlier process. */
export async function createDrivenDevices({ store, devices, time, onError }: Options): Promise<DrivenDevices> {
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
      const undo = time.after(FORGET_AFTER_MS, () => void forget(connectionKey).catch(onError));
      forgetting.set(connectionKey, undo);
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
      await Promise.all([...forgetting.keys()].map(forget));
    },
  };
}
