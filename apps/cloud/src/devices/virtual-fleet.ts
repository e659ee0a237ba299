import { createHash } from 'node:crypto';
import type { Random, Time } from '@tactus/time';
import { createVirtualDevice, isModelName, type ModelName, VIRTUAL_FIRMWARE } from '@tactus/virtual-device';
import type { Store } from '../store/database.ts';
import { type ControlledDevice, createFaultyDevice, type FaultyDevice } from './faulty-device.ts';
import { type LinkFaults, SEED_MAX } from './link-faults.ts';
import { randomKey } from './random-key.ts';
import type { DeviceRegistry } from './registry.ts';

/** Who made a virtual device: it came with the server, somebody took it in the app, or an operator made it. */
export type MadeBy = 'demo' | 'app' | 'control';

/** A virtual device of this cloud, as it is listed. */
export interface FleetMember {
  readonly connectionKey: string;
  readonly model: ModelName;
  readonly madeBy: MadeBy;
  readonly connected: boolean;
  /** Version of the firmware that it runs. */
  readonly firmware: string;
}

/** What a new virtual device is to be; without a key it gets one that nobody can guess. */
export interface FleetOrder {
  readonly model: ModelName;
  readonly madeBy: MadeBy;
  readonly connectionKey?: string;
  /** `major.minor.patch`; the newest that we model when left out. */
  readonly firmware?: string;
}

/** The virtual devices that live in this process. Those of the app and of operators outlive a restart. */
export interface VirtualFleet {
  /** Makes a device and takes it in. Rejects with a RangeError when its key is taken. */
  create(order: FleetOrder): Promise<FleetMember>;
  /** Removes a device for good; false when there is none. */
  remove(connectionKey: string): Promise<boolean>;
  get(connectionKey: string): FleetMember | undefined;
  list(): readonly FleetMember[];
  /** A device as operators hold it; undefined when there is none. */
  find(connectionKey: string): ControlledDevice | undefined;
  count(madeBy: MadeBy): number;
  /** Notes which devices were used since the last time, and forgets those of the app that nobody used for 30 days. */
  tidy(): Promise<void>;
  /**
   * Removes the device of the app that was made first of those that never moved and that nobody uses; false where there is none.
   * A device that came back with a restart counts as moved.
   */
  makeRoom(isInUse: (connectionKey: string) => boolean): Promise<boolean>;
  /** Ends every device; what is stored stays. */
  close(): void;
}

const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1_000;

interface Member {
  readonly held: FaultyDevice;
  readonly madeBy: MadeBy;
  readonly leave: () => void;
  /** Whether it came back with a restart: what it did before is not known. */
  readonly isFromStore: boolean;
  /** What it ran when it was last heard of. */
  firmware: string;
  lastUsedAtMs: number;
  usesSeen: number;
}

type KeyedOrder = FleetOrder & { readonly connectionKey: string };

interface Options {
  readonly store: Store;
  readonly devices: DeviceRegistry;
  readonly time: Time;
  readonly random: Random;
  /** What is wrong with the link of every device from the start. */
  readonly faults: LinkFaults;
  /** Hears of a device that was removed for good, by its connection key. */
  readonly onRemoved: (connectionKey: string) => Promise<void>;
  /** Hears that something about a device could not be stored. */
  readonly onError: (error: unknown) => void;
}

/** Brings the stored devices back. */
export async function createVirtualFleet(options: Options): Promise<VirtualFleet> {
  const { store, devices, time, random } = options;
  const members = new Map<string, Member>();
  const seed = random.integer(0, SEED_MAX);

  function takeIn(
    { model, madeBy, connectionKey, firmware }: KeyedOrder,
    { lastUsedAtMs, isFromStore }: Pick<Member, 'lastUsedAtMs' | 'isFromStore'>,
  ): FleetMember {
    if (devices.get(connectionKey)) throw new RangeError('The connection key is taken');
    const built = { connectionKey, model, time, random };
    const device = createVirtualDevice(firmware === undefined ? built : { ...built, firmware });
    const held = createFaultyDevice(device, { time, seed: ownSeed(seed, connectionKey), faults: options.faults });
    const runs = device.info()?.fw_version ?? firmware ?? VIRTUAL_FIRMWARE;
    const leave = devices.add(held.link);
    const member: Member = { held, madeBy, leave, isFromStore, firmware: runs, lastUsedAtMs, usesSeen: 0 };
    members.set(connectionKey, member);
    device.onEvent(({ name }) => {
      if (name === 'device_connected') noteFirmware(member).catch(options.onError);
    });
    return toListed(member);
  }

  /** A device that was updated comes back with another version than it had. */
  async function noteFirmware(member: Member): Promise<void> {
    const firmware = member.held.device.info()?.fw_version ?? member.firmware;
    if (firmware === member.firmware) return;
    member.firmware = firmware;
    await store
      .updateTable('virtual_devices')
      .set({ firmware })
      .where('connection_key', '=', member.held.device.connectionKey)
      .execute();
  }

  async function remove(connectionKey: string): Promise<boolean> {
    const member = members.get(connectionKey);
    if (!member) return false;
    members.delete(connectionKey);
    takeOut(member);
    await store.deleteFrom('virtual_devices').where('connection_key', '=', connectionKey).execute();
    await options.onRemoved(connectionKey);
    return true;
  }

  async function noteUse(connectionKey: string, member: Member): Promise<void> {
    const uses = member.held.uses();
    if (uses === member.usesSeen) return;
    member.usesSeen = uses;
    member.lastUsedAtMs = time.now();
    await store
      .updateTable('virtual_devices')
      .set({ last_used_at: member.lastUsedAtMs })
      .where('connection_key', '=', connectionKey)
      .execute();
  }

  for (const row of await store.selectFrom('virtual_devices').selectAll().execute()) {
    const { connection_key: connectionKey, model, made_by: madeBy, firmware } = row;
    if (!isModelName(model)) continue;
    takeIn(
      { connectionKey, model, madeBy, ...(firmware !== null && { firmware }) },
      { lastUsedAtMs: row.last_used_at, isFromStore: true },
    );
  }

  return {
    remove,
    async create(order) {
      const now = time.now();
      const { model, madeBy, connectionKey = randomKey(), firmware = null } = order;
      const member = takeIn({ ...order, connectionKey }, { lastUsedAtMs: now, isFromStore: false });
      if (madeBy !== 'demo') {
        await store
          .insertInto('virtual_devices')
          .values({
            connection_key: connectionKey,
            model,
            made_by: madeBy,
            created_at: now,
            last_used_at: now,
            firmware,
          })
          .execute();
      }
      return member;
    },
    get: (connectionKey) => {
      const member = members.get(connectionKey);
      return member && toListed(member);
    },
    list: () => [...members.values()].map(toListed),
    find: (connectionKey) => members.get(connectionKey)?.held,
    count: (madeBy) => [...members.values()].filter((member) => member.madeBy === madeBy).length,
    async tidy() {
      for (const [connectionKey, member] of [...members]) {
        if (member.madeBy === 'demo') continue;
        await noteUse(connectionKey, member);
        const idleMs = time.now() - member.lastUsedAtMs;
        if (member.madeBy === 'app' && idleMs > FORGET_AFTER_MS) await remove(connectionKey);
      }
    },
    async makeRoom(isInUse) {
      for (const [connectionKey, { madeBy, held, isFromStore }] of members)
        if (madeBy === 'app' && !isFromStore && !held.wasMoved() && !isInUse(connectionKey))
          return remove(connectionKey);
      return false;
    },
    close() {
      for (const member of members.values()) takeOut(member);
      members.clear();
    },
  };
}

/** Who listens hears of the end from the registry; the device itself then ends unheard. */
function takeOut({ leave, held }: Member): void {
  leave();
  held.close();
}

function toListed({ held: { device }, madeBy, firmware }: Member): FleetMember {
  const info = device.info();
  return {
    connectionKey: device.connectionKey,
    model: device.model,
    madeBy,
    connected: info !== undefined,
    firmware: info?.fw_version ?? firmware,
  };
}

/** A seed for each key, so that what happens to one device does not change what happens to another. */
function ownSeed(seed: number, connectionKey: string): number {
  return createHash('sha256').update(`${seed} ${connectionKey}`).digest().readUInt32LE();
}
