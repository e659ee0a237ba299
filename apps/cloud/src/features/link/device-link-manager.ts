import { type LinkHello, type LinkRefusal, linkRefusals } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { DeviceRegistry } from '../../devices/registry.ts';
import { createFailureLimiter } from '../../rate-limit/failure-limiter.ts';
import type { Store } from '../../store/database.ts';
import type { LeaseService } from '../leases/create-lease-service.ts';
import { createEnrolmentRegistry, type DeviceKey } from './enrolment-registry.ts';
import { createRemoteDevice, type RemoteDevice } from './remote-device.ts';

/** The result of a hello: its device, or the refusal. */
export type LinkAdmission =
  | { readonly device: RemoteDevice; readonly refusal?: never }
  | { readonly device?: never; readonly refusal: LinkRefusal };

/** The outcome of a request to remove a key. */
export type KeyRemovalOutcome = 'done' | 'not-enrolled' | { readonly waitMs: number };

/** The devices outside this process: the keys that may link, and the links. */
export interface DeviceLinkManager {
  /** Makes a connection key and its secret; undefined when the limit is reached. */
  makeKey(label: string): Promise<DeviceKey | undefined>;
  /** Removes a key and ends its device's link. */
  removeKey(key: DeviceKey, address: string): Promise<KeyRemovalOutcome>;
  /** Finds the device of a hello. A wrong secret is answered like an unknown key, and both are counted. */
  admit(hello: LinkHello, address: string): Promise<LinkAdmission>;
  /** Counts a connection without a valid hello. */
  noteFailure(address: string): void;
  /** Whether this cloud issued a key, whether or not its device is linked. */
  isEnrolled(connectionKey: string): boolean;
  /** Stores which devices are linked, and removes unused keys and devices that left. */
  tidy(): Promise<void>;
  /** Ends every link; what is stored stays. */
  close(): void;
}

interface Options {
  readonly store: Store;
  readonly devices: DeviceRegistry;
  readonly time: Time;
  readonly leases: Pick<LeaseService, 'isDriven' | 'restsFirst'>;
  /** Called with the connection key of a device whose key was removed. */
  readonly onRemoved: (connectionKey: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** The most keys. */
  readonly capacity: number;
}

interface Member {
  readonly device: RemoteDevice;
  readonly leave: Undo;
  seenAtMs: number;
}

/** Shortest interval between two writes of the time at which a device was last linked. */
const NOTE_SEEN_EVERY_MS = 60_000;

/** Returns the manager of links with the stored keys; no device is linked until its hello was admitted. */
export function createDeviceLinkManager(options: Options): DeviceLinkManager {
  const { devices, time, leases, onRemoved, onError } = options;
  const enrolments = createEnrolmentRegistry(options);
  const failures = createFailureLimiter(time);
  const members = new Map<string, Member>();
  let isClosed = false;

  /** Undefined where a device of this process has the key. */
  function memberOf(connectionKey: string): Member | undefined {
    const known = members.get(connectionKey);
    if (known || devices.get(connectionKey)) return known;
    const device = createRemoteDevice({
      ...{ connectionKey, time },
      isDriven: () => leases.isDriven(connectionKey),
      onRestFirst: (confirmed) => leases.restsFirst(connectionKey, confirmed),
    });
    const member: Member = { device, leave: devices.add(device), seenAtMs: Number.NEGATIVE_INFINITY };
    members.set(connectionKey, member);
    return member;
  }

  async function noteSeen(member: Member): Promise<void> {
    if (time.monotonic() - member.seenAtMs < NOTE_SEEN_EVERY_MS) return;
    member.seenAtMs = time.monotonic();
    const { connectionKey } = member.device;
    try {
      if (!(await enrolments.noteSeen(connectionKey))) await endRemoved(connectionKey);
    } catch (error) {
      // A link needs no store: the time is noted again within the hour.
      onError(error);
    }
  }

  /** Listeners learn of the end from the registry. */
  function takeOut(connectionKey: string, refusal: LinkRefusal): void {
    const member = members.get(connectionKey);
    members.delete(connectionKey);
    member?.leave();
    member?.device.end(refusal);
  }

  /** Ends the link of a device whose key was removed, and then what others have of the device. */
  async function endRemoved(connectionKey: string): Promise<void> {
    takeOut(connectionKey, linkRefusals.ended);
    await onRemoved(connectionKey);
  }

  /**
   * Whether the secret is right; 'wait' for a wrong one from an address with too many failures. A right one is accepted despite
   * failures of its network.
   */
  function check(key: DeviceKey, address: string): boolean | 'wait' {
    if (enrolments.check(key)) return true;
    if (failures.waitMs(address) > 0) return 'wait';
    failures.fail(address);
    return false;
  }

  return {
    makeKey: (label) => enrolments.make(label),
    isEnrolled: enrolments.has,
    noteFailure: (address) => failures.fail(address),
    async removeKey(key, address) {
      const isRight = check(key, address);
      if (isRight === 'wait') return { waitMs: failures.waitMs(address) };
      if (!isRight) return 'not-enrolled';
      await enrolments.remove(key.connectionKey);
      await endRemoved(key.connectionKey);
      return 'done';
    },
    async admit({ connectionKey, secret }, address) {
      const isRight = check({ connectionKey, secret }, address);
      if (isRight === 'wait')
        return { refusal: { ...linkRefusals.tooManyAttempts, retryAfterMs: Math.ceil(failures.waitMs(address)) } };
      const member = isRight ? memberOf(connectionKey) : undefined;
      if (!member) return { refusal: linkRefusals.notEnrolled };
      await noteSeen(member);
      if (isClosed) return { refusal: linkRefusals.closing };
      // In the meantime the key may have been removed, or `tidy` has taken out the device, which had no link yet.
      const left = enrolments.has(connectionKey) ? memberOf(connectionKey) : members.get(connectionKey);
      return left ? { device: left.device } : { refusal: linkRefusals.ended };
    },
    async tidy() {
      for (const member of [...members.values()]) {
        if (member.device.isHere()) await noteSeen(member);
        else takeOut(member.device.connectionKey, linkRefusals.closing);
      }
      await Promise.all((await enrolments.forgetUnused()).map(endRemoved));
    },
    close() {
      isClosed = true;
      for (const connectionKey of [...members.keys()]) takeOut(connectionKey, linkRefusals.closing);
    },
  };
}
