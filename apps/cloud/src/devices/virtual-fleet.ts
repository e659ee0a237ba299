import { randomInt } from 'node:crypto';
import type { Random, Time } from '@tactus/time';
import { createVirtualDevice, isModelName, type ModelName, type VirtualDevice } from '@tactus/virtual-device';
import type { Store } from '../store/database.ts';
import type { DeviceCaller } from './device-caller.ts';
import { type FaultyLink, faultyLink } from './faulty-link.ts';
import type { LinkFaults } from './link-faults.ts';
import type { DeviceRegistry } from './registry.ts';

/** Who made a virtual device: it came with the server, somebody took it in the app, or an operator made it. */
export type MadeBy = 'demo' | 'app' | 'control';

/** A virtual device of this cloud, as it is listed. */
export interface FleetMember {
  readonly connectionKey: string;
  readonly model: ModelName;
  readonly madeBy: MadeBy;
  readonly connected: boolean;
}

/** What a new virtual device is to be; without a key it gets one that nobody can guess. */
export interface FleetOrder {
  readonly model: ModelName;
  readonly madeBy: MadeBy;
  readonly connectionKey?: string;
}

/** The virtual devices that live in this process. Those of the app and of operators outlive a restart. */
export interface VirtualFleet {
  /** Makes a device and takes it in. Rejects with a RangeError when its key is taken. */
  create(order: FleetOrder): Promise<FleetMember>;
  /** Removes a device for good; false when there is none. */
  remove(connectionKey: string): Promise<boolean>;
  get(connectionKey: string): FleetMember | undefined;
  list(): readonly FleetMember[];
  /** Cuts or restores the link of a device; false when there is none. */
  setConnected(connectionKey: string, connected: boolean): boolean;
  /** What is wrong with the link of a device; undefined when there is none. */
  faults(connectionKey: string): LinkFaults | undefined;
  /** Changes that; false when there is no such device. */
  setFaults(connectionKey: string, faults: LinkFaults): boolean;
  count(madeBy: MadeBy): number;
  /** Notes which devices were used since the last time, and forgets those of the app that nobody used for 30 days. */
  tidy(): Promise<void>;
  /** Ends every device; what is stored stays. */
  close(): void;
}

const FORGET_AFTER_MS = 30 * 24 * 60 * 60 * 1_000;
const KEY_LENGTH = 12;
const KEY_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

interface Member {
  readonly device: VirtualDevice;
  readonly link: FaultyLink;
  readonly madeBy: MadeBy;
  readonly leave: () => void;
  lastUsedAtMs: number;
  callsSeen: number;
}

interface Options {
  readonly store: Store;
  readonly devices: DeviceRegistry;
  readonly caller: DeviceCaller;
  readonly time: Time;
  readonly random: Random;
  /** What is wrong with the link of every device from the start. */
  readonly faults: LinkFaults;
}

/** Brings the stored devices back. */
export async function createVirtualFleet(options: Options): Promise<VirtualFleet> {
  const { store, devices, caller, time, random } = options;
  const members = new Map<string, Member>();

  function takeIn(connectionKey: string, model: ModelName, madeBy: MadeBy, lastUsedAtMs: number): FleetMember {
    if (devices.get(connectionKey)) throw new RangeError('The connection key is taken');
    const device = createVirtualDevice({ connectionKey, model, time, random });
    const link = faultyLink(device, { time, random, faults: options.faults });
    const leave = devices.add(link);
    const member: Member = { device, link, madeBy, leave, lastUsedAtMs, callsSeen: 0 };
    members.set(connectionKey, member);
    return toListed(member);
  }

  async function remove(connectionKey: string): Promise<boolean> {
    const member = members.get(connectionKey);
    if (!member) return false;
    members.delete(connectionKey);
    takeOut(member);
    await store.deleteFrom('virtual_devices').where('connection_key', '=', connectionKey).execute();
    return true;
  }

  async function noteUse(connectionKey: string, member: Member): Promise<void> {
    const linked = devices.get(connectionKey);
    const calls = linked ? caller.traffic(linked).sent : 0;
    if (calls === member.callsSeen) return;
    member.callsSeen = calls;
    member.lastUsedAtMs = time.now();
    await store
      .updateTable('virtual_devices')
      .set({ last_used_at: member.lastUsedAtMs })
      .where('connection_key', '=', connectionKey)
      .execute();
  }

  for (const row of await store.selectFrom('virtual_devices').selectAll().execute()) {
    if (isModelName(row.model)) takeIn(row.connection_key, row.model, row.made_by, row.last_used_at);
  }

  return {
    remove,
    async create({ model, madeBy, connectionKey = randomKey() }) {
      const now = time.now();
      const member = takeIn(connectionKey, model, madeBy, now);
      if (madeBy !== 'demo') {
        await store
          .insertInto('virtual_devices')
          .values({ connection_key: connectionKey, model, made_by: madeBy, created_at: now, last_used_at: now })
          .execute();
      }
      return member;
    },
    get: (connectionKey) => {
      const member = members.get(connectionKey);
      return member && toListed(member);
    },
    list: () => [...members.values()].map(toListed),
    setConnected(connectionKey, connected) {
      const member = members.get(connectionKey);
      if (connected) member?.device.connect();
      else member?.device.disconnect('link cut');
      return member !== undefined;
    },
    faults: (connectionKey) => members.get(connectionKey)?.link.faults(),
    setFaults(connectionKey, faults) {
      const member = members.get(connectionKey);
      member?.link.setFaults(faults);
      return member !== undefined;
    },
    count: (madeBy) => [...members.values()].filter((member) => member.madeBy === madeBy).length,
    async tidy() {
      for (const [connectionKey, member] of [...members]) {
        if (member.madeBy === 'demo') continue;
        await noteUse(connectionKey, member);
        const idleMs = time.now() - member.lastUsedAtMs;
        if (member.madeBy === 'app' && idleMs > FORGET_AFTER_MS) await remove(connectionKey);
      }
    },
    close() {
      for (const member of members.values()) takeOut(member);
      members.clear();
    },
  };
}

/** Who listens hears of the end from the registry; the device itself then goes off the network unheard. */
function takeOut({ leave, device }: Member): void {
  leave();
  device.disconnect('removed');
}

function toListed({ device, madeBy }: Member): FleetMember {
  return { connectionKey: device.connectionKey, model: device.model, madeBy, connected: device.info() !== undefined };
}

/** About 70 bits from the system's own source, without letters that look alike. */
function randomKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join('');
}
