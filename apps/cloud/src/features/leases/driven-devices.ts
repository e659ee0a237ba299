import { holdOfLease } from '@tactus/motion';
import type { Time, Undo } from '@tactus/time';
import type { DeviceRegistry } from '../../devices/registry.ts';
import type { Store } from '../../store/database.ts';
import type { Rank } from './decide-lease.ts';

/** A hold or lease as far as a device is told of it. */
interface DrivingLease {
  readonly rank: Rank;
  readonly ttlMs: number;
  readonly closedMs: number;
}

/**
 * The linked devices that are driven under a hold or lease and not known to be at rest since. They are told how long they may
 * go on by themselves, and they are stored: a process that dies leaves its successor to bring them to rest.
 */
export interface DrivenDevices {
  /** A hold or lease begins, or is renewed. */
  held(connectionKey: string, lease: DrivingLease): void;
  /** The device is told that nobody holds it: right behind a command of somebody who answers for it without a hold. */
  lift(connectionKey: string): void;
  /** It is at rest, or somebody without a hold answers for what moves. */
  over(connectionKey: string): void;
  isDriven(connectionKey: string): boolean;
  keys(): readonly string[];
  /** Who drove it when an earlier process ended, until somebody else drives it; undefined where nobody did. */
  leftBy(connectionKey: string): Rank | undefined;
  /** Somebody drives it now: who did before is of no interest any more. */
  drivenAnew(connectionKey: string): void;
  /** Resolves once the store has what is driven by now. Rejects where it could not be stored. */
  stored(connectionKey: string): Promise<void>;
  /** Forgets devices whose keys are not enrolled any more. */
  tidy(): Promise<void>;
  /** Forgets at once what is at rest, and ends every timer. */
  close(): Promise<void>;
}

interface Options {
  readonly store: Store;
  readonly devices: DeviceRegistry;
  readonly time: Time;
  readonly onError: (error: unknown) => void;
}

/** Whoever lets go and takes hold again a moment later costs the store nothing. */
const FORGET_AFTER_MS = 2_000;

/** Reads what an earlier process left. */
export async function createDrivenDevices({ store, devices, time, onError }: Options): Promise<DrivenDevices> {
  const rows = await store.selectFrom('driven_devices').selectAll().execute();
  const driven = new Set(rows.map((row) => row.connection_key));
  const left = new Map<string, Rank>(rows.map((row) => [row.connection_key, row.driven_by]));
  /** What the store has, or is about to have. */
  const writes = new Map<string, Promise<unknown>>(rows.map((row) => [row.connection_key, Promise.resolve()]));
  const forgetting = new Map<string, Undo>();

  function write(connectionKey: string, rank: Rank): void {
    const values = { connection_key: connectionKey, driven_by: rank, since: time.now() };
    const written = store
      .insertInto('driven_devices')
      .values(values)
      .onConflict((conflict) => conflict.column('connection_key').doUpdateSet(values))
      .execute();
    writes.set(connectionKey, written);
    // Whoever waits for it learns of the failure; a newer write stays.
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
      // One that lives in this process ends with it.
      if (!device?.hold) return;
      forgetting.get(connectionKey)?.();
      forgetting.delete(connectionKey);
      if (!writes.has(connectionKey)) write(connectionKey, lease.rank);
      driven.add(connectionKey);
      left.delete(connectionKey);
      device.hold(holdOfLease(lease));
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
