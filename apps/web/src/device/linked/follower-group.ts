import { errorCodes } from '@tactus/protocol';
import {
  connectionStatus,
  createDeviceGroup,
  type Device,
  type DeviceError,
  type DeviceState,
  isModeMoving,
  type StopPhase,
  toDeviceError,
} from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import type { StoreApi } from 'zustand/vanilla';
import type { SavedDevice } from '../../settings/saved-device.ts';
import { lacksCapability } from '../session/capability.ts';
import { isInMotion } from '../session/motion.ts';
import { asOneDevice } from './as-one-device.ts';
import {
  type DeviceCloud,
  type FollowerGroup,
  type FollowerPart,
  type FollowerReach,
  type FollowersState,
  type Hindrance,
  isMoreSeriousStopPhase,
} from './followers.ts';
import { distinctDeviceName } from './linked-device-name.ts';
import { createSharedStrokes } from './shared-strokes.ts';

interface Follower {
  readonly device: Device;
  readonly undo: Undo;
  settings: SavedDevice;
}

/** The error last reported for each device, until it carries out a command. */
type ReportedFaults = Map<string, string>;

/**
 * A device follows from its first connection on: before that it cannot have been moved, so a Stop need not wait for it.
 */
export function createFollowerGroup(parts: {
  own: Device;
  cloud: DeviceCloud;
  /** All linked devices, from which each has its name. */
  linked: () => readonly SavedDevice[];
  onFailure: (error: unknown, name?: string) => void;
  time: Time;
  /** Beats also while the page is hidden. */
  heartbeat: Time['every'] | undefined;
  followers: StoreApi<FollowersState>;
  /** Called with every change of what a follower reports of itself. */
  learn: (state: DeviceState) => void;
  /** A sleep of the machine has ended strokes in step. */
  onSlept: () => void;
}): FollowerGroup {
  const { own, cloud, linked, onFailure, time, heartbeat, followers, learn, onSlept } = parts;
  const open = new Map<string, Follower>();
  /** Devices that were let go and have not confirmed their Stop, which is still sent to them. */
  const unconfirmed = new Set<Device>();
  const reported: ReportedFaults = new Map();
  const group = createDeviceGroup({
    cloud,
    onMemberFailure,
    onMemberSuccess: (device) => reported.delete(keyOf(device)),
  });
  group.add(own);
  const hindrances = new Map<Device, Hindrance>();
  let reach: FollowerReach | undefined;
  let last = '';
  let isSameMotion = false;
  const keyOf = ({ store }: Device) => store.getState().connectionKey ?? '';
  const nameOfKey = (connectionKey: string) => distinctDeviceName(connectionKey, linked());
  const nameOf = (device: Device) => nameOfKey(keyOf(device));
  const followerOf = (connectionKey: string) => open.get(connectionKey)?.device;
  const strokes = createSharedStrokes({
    ...{ own, group, time, heartbeat, onSlept, linked: { followers, followerOf, reportFailure, setHindrance } },
    isWanted: () => isSameMotion && reach !== undefined && open.size > 0,
    onChange: (running) => {
      followers.setState({ strokes: running });
      reportChange();
    },
  });
  const unwatch = own.store.subscribe((now, before) => {
    if (now.stopPhase !== before.stopPhase) reportChange();
  });

  /** A device that cannot do what the page does is shown as not taking part. */
  function onMemberFailure(device: Device, error: DeviceError): void {
    if (error.refusal?.code !== errorCodes.notSupported) reportFailure(device, error);
  }

  function reportFailure(device: Device, error: DeviceError): void {
    const key = keyOf(device);
    if (error.code === 'aborted' || reported.get(key) === error.code) return;
    reported.set(key, error.code);
    onFailure(error, device === own ? undefined : nameOf(device));
  }

  function reportChange(): void {
    const summary = summaryOf({ ...{ nameOf, partOf }, followers: [...open.values()], unreached: unreached() });
    const text = JSON.stringify(summary);
    if (text === last) return;
    last = text;
    followers.setState(summary);
  }

  function unreached(): readonly string[] {
    const devices = [own, ...[...open.values()].map(({ device }) => device)];
    const isUnreached = ({ store }: Device) => store.getState().stopPhase === 'could-not-send';
    const letGoKeys = [own, ...unconfirmed].flatMap(({ store }) => store.getState().unconfirmedStops);
    return [...new Set([...devices.filter(isUnreached).map(keyOf), ...letGoKeys])].map(nameOfKey);
  }

  function partOf(device: Device): FollowerPart {
    const ownMotion = lacksCapability(own.store.getState(), 'slider') ? 'vibration' : 'slider';
    const needed = reach && strokes.isRunning() ? 'all' : reach === 'alike' ? ownMotion : reach;
    if (needed === undefined || (needed !== 'all' && lacksCapability(device.store.getState(), needed))) return 'out';
    return hindrances.get(device) ?? 'follows';
  }

  function take(settings: SavedDevice): void {
    const { connectionKey } = settings;
    const device = cloud.openDevice();
    device.limits.set(own.limits.current());
    const undo = device.store.subscribe((now, before) => {
      if (now.info !== before.info) learn(now);
      if (now.session_id !== undefined && before.session_id === undefined) join(connectionKey);
      // A script that it plays goes to it by itself.
      if (isModeMoving(now) && !isModeMoving(before)) reported.delete(connectionKey);
      reportChange();
    });
    open.set(connectionKey, { device, undo, settings });
    // Absent and slow devices are shown as such; connecting to them goes on.
    device.connect(connectionKey).catch((error: unknown) => {
      const { code } = toDeviceError(error);
      if (code !== 'timeout' && code !== 'aborted') reportFailure(device, toDeviceError(error));
    });
  }

  /** From now on it receives the commands too. */
  function join(connectionKey: string): void {
    const follower = open.get(connectionKey);
    if (!follower) return;
    reported.delete(connectionKey);
    group.add(follower.device, { scale: follower.settings.scalePercent / 100 });
  }

  /** It moves, or a start that is on its way to it may set it in motion. */
  const mayMove = (device: Device) => isInMotion(device.store.getState()) || device.isStarting();

  async function letGo(connectionKey: string, { device, undo }: Follower): Promise<void> {
    open.delete(connectionKey);
    undo();
    group.remove(device);
    if (mayMove(device)) await device.stop();
    device.close();
    watchUnconfirmed(device);
  }

  function watchUnconfirmed(device: Device): void {
    unconfirmed.add(device);
    const check = () => {
      if (device.store.getState().unconfirmedStops.length === 0) {
        unconfirmed.delete(device);
        off();
      }
      reportChange();
    };
    const off = device.store.subscribe(check);
    check();
  }

  function stopFollowers(): void {
    for (const { device } of open.values()) {
      // A second Stop would be sent as a harder one.
      if (mayMove(device) && device.store.getState().stopPhase !== 'stopping') void device.stop();
    }
  }

  function setHindrance(follower: Device, hindrance: Hindrance | undefined): void {
    if (hindrance) hindrances.set(follower, hindrance);
    else hindrances.delete(follower);
    reportChange();
  }

  return {
    device: asOneDevice({
      own,
      group,
      strokes,
      reached: () => reach !== undefined,
      followers: () => [...open.values()],
    }),
    follow(wanted) {
      for (const [key, follower] of open) {
        const settings = wanted.find((one) => one.connectionKey === key);
        if (!settings) {
          void letGo(key, follower);
        } else if (settings !== follower.settings) {
          follower.settings = settings;
          if (group.members().some(({ device }) => device === follower.device)) join(key);
        }
      }
      for (const settings of wanted) if (!open.has(settings.connectionKey)) take(settings);
      reportChange();
    },
    setSameMotion(isSame) {
      isSameMotion = isSame;
    },
    setReach(next) {
      if (!next) strokes.releaseFollowers();
      if (reach && !next) stopFollowers();
      reach = next;
      reportChange();
    },
    setHindrance,
    followerOf,
    reportFailure,
    close() {
      unwatch();
      strokes.end();
      for (const [key, follower] of open) void letGo(key, follower);
      group.close();
    },
  };
}

function summaryOf(parts: {
  readonly followers: readonly Follower[];
  readonly nameOf: (device: Device) => string;
  readonly partOf: (device: Device) => FollowerPart;
  readonly unreached: readonly string[];
}): Omit<FollowersState, 'reached' | 'strokes'> {
  const { followers, nameOf, partOf, unreached } = parts;
  const states = followers.map(({ device }) => device.store.getState());
  return {
    members: followers.map(({ settings: { connectionKey, scalePercent, offsetMs }, device }) => ({
      ...{ connectionKey, scalePercent, offsetMs, name: nameOf(device), part: partOf(device) },
      word: connectionStatus(device.store.getState()),
    })),
    moving: states.some(isModeMoving),
    stopPhase: states.reduce<StopPhase>(
      (worst, { stopPhase }) => (isMoreSeriousStopPhase(stopPhase, worst) ? stopPhase : worst),
      'none',
    ),
    unreached,
  };
}
