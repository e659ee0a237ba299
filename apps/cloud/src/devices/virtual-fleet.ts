import { createHash } from 'node:crypto';
import type { Random, Time } from '@tactus/time';
import { createVirtualDevice, DEFAULT_FIRMWARE_VERSION, isModelName, type ModelName } from '@tactus/virtual-device';
import type { Store } from '../store/database.ts';
import { createFaultyDevice, type FaultyDevice, type OperatorDevice } from './faulty-device.ts';
import { type LinkFaults, SEED_MAX } from './link-faults.ts';
import { createRandomKey } from './random-key.ts';
import type { DeviceRegistry } from './registry.ts';

/** The creator of a virtual device: the server at its start, a user of the app, or an operator. */
export type VirtualDeviceCreator = 'demo' | 'app' | 'control';

/** An entry in the list of this cloud's virtual devices. */
export interface FleetMember {
  readonly connectionKey: string;
  readonly model: ModelName;
  readonly madeBy: VirtualDeviceCreator;
  readonly connected: boolean;
  /** Version of its firmware. */
  readonly firmware: string;
}

/** Options of a new virtual device; without a key it gets a random one. */
export interface VirtualDeviceRequest {
  readonly model: ModelName;
  readonly madeBy: VirtualDeviceCreator;
  readonly connectionKey?: string;
  /** `major.minor.patch`; the newest modelled version when left out. */
  readonly firmware?: string;
}

/** The virtual devices that live in this process. Those of the app and of operators outlive a restart. */
export interface VirtualFleet {
  /** Creates and adds a device. Rejects with a RangeError when its key is taken. */
  create(order: VirtualDeviceRequest): Promise<FleetMember>;
  /** Removes a device for good; false when there is none. */
  remove(connectionKey: string): Promise<boolean>;
  get(connectionKey: string): FleetMember | undefined;
  list(): readonly FleetMember[];
  /** A device with the rights of an operator; undefined when there is none. */
  find(connectionKey: string): OperatorDevice | undefined;
  count(madeBy: VirtualDeviceCreator): number;
  /** Stores which devices were used since the last time, and removes those of the app without a use in 30 days. */
  tidy(): Promise<void>;
  /**
   * Removes the oldest device of the app that never moved and is not in use; false where there is none.
   * A device that was restored after a restart counts as moved.
   */
  makeRoom(isInUse: (connectionKey: string) => boolean): Promise<boolean>;
  /** Ends every device; what is stored stays. */
  close(): void;
}

const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1_000;

interface Member {
  readonly held: FaultyDevice;
  readonly madeBy: VirtualDeviceCreator;
  readonly leave: () => void;
  /** Whether the device was restored after a restart: its history is unknown. */
  readonly isFromStore: boolean;
  /** Its last known firmware. */
  firmware: string;
  lastUsedAtMs: number;
  usesSeen: number;
}

type KeyedOrder = VirtualDeviceRequest & { readonly connectionKey: string };

interface Options {
  readonly store: Store;
  readonly devices: DeviceRegistry;
  readonly time: Time;
  readonly random: Random;
  /** Initial faults of every device's link. */
  readonly faults: LinkFaults;
  /** Called with the connection key of a device that was removed for good. */
  readonly onRemoved: (connectionKey: string) => Promise<void>;
  /** Called when data of a device could not be stored. */
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
    const runs = device.info()?.fw_version ?? firmware ?? DEFAULT_FIRMWARE_VERSION;
    const leave = devices.add(held.link);
    const member: Member = { held, madeBy, leave, isFromStore, firmware: runs, lastUsedAtMs, usesSeen: 0 };
    members.set(connectionKey, member);
    device.onEvent(({ name }) => {
      if (name === 'device_connected') noteFirmware(member).catch(options.onError);
    });
    return toListed(member);
  }

  /** Stores the version of an updated device. */
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
    await store.deleteFrom('virtual_devices').where('connection_key', '=', connectionKey).execute();
    members.delete(connectionKey);
    takeOut(member);
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

  for (const row of await store.selectFrom('virtual_devices').selectAll().orderBy('created_at').execute()) {
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
      const { model, madeBy, connectionKey = createRandomKey(), firmware = null } = order;
      const listed = takeIn({ ...order, connectionKey }, { lastUsedAtMs: now, isFromStore: false });
      const member = members.get(connectionKey);
      if (madeBy !== 'demo' && member) {
        const row = { model, made_by: madeBy, created_at: now, last_used_at: now, firmware };
        // A request whose write had an unknown outcome may have left a row of this key.
        const stored = store
          .insertInto('virtual_devices')
          .values({ connection_key: connectionKey, ...row })
          .onConflict((same) => same.column('connection_key').doUpdateSet(row))
          .execute();
        await stored.catch((error: unknown) => {
          members.delete(connectionKey);
          takeOut(member);
          throw error;
        });
      }
      return listed;
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

/** Listeners learn of the end from the registry; the device itself then ends without an event. */
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

/** A seed for each key, so that events on one device do not affect another. */
function ownSeed(seed: number, connectionKey: string): number {
  return createHash('sha256').update(`${seed} ${connectionKey}`).digest().readUInt32LE();
}
