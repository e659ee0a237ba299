import {
  connectionStatus,
  createDeviceGroup,
  type Device,
  type DeviceError,
  type DeviceState,
  isModeMoving,
  type StopPhase,
  type StopResult,
  toDeviceError,
} from '@tactus/sdk';
import type { Undo } from '@tactus/time';
import type { SavedDevice } from '../../settings/saved-device.ts';
import { type DeviceCloud, type FollowerGroup, type FollowersState, isMoreSeriousStopPhase } from './followers.ts';
import { linkedDeviceName } from './linked-device-name.ts';

interface Follower {
  readonly device: Device;
  readonly undo: Undo;
  settings: SavedDevice;
}

/** The error last reported for each device; it is reported again after the device has carried out a command since. */
type ReportedFaults = Map<string, string>;

/**
 * A device follows from its first connection on: before that it cannot have been moved, so a Stop need not wait for it.
 */
export function createFollowerGroup(parts: {
  own: Device;
  cloud: DeviceCloud;
  onFailure: (error: unknown, name?: string) => void;
  onChange: (followers: Omit<FollowersState, 'reached'>) => void;
  /** Called with every change of what a follower reports of itself. */
  learn: (state: DeviceState) => void;
}): FollowerGroup {
  const { own, cloud, onFailure, onChange, learn } = parts;
  const open = new Map<string, Follower>();
  const reported: ReportedFaults = new Map();
  const group = createDeviceGroup({ cloud, onMemberFailure: reportFailure });
  group.add(own);
  let reached = false;
  let last = '';

  function reportFailure(device: Device, error: DeviceError): void {
    const follower = [...open.values()].find((one) => one.device === device);
    const key = follower?.settings.connectionKey ?? '';
    if (error.code === 'aborted' || reported.get(key) === error.code) return;
    reported.set(key, error.code);
    onFailure(error, follower && linkedDeviceName(follower.settings));
  }

  function reportChange(): void {
    const followers = summaryOf([...open.values()]);
    const text = JSON.stringify(followers);
    if (text === last) return;
    last = text;
    onChange(followers);
  }

  function take(settings: SavedDevice): void {
    const { connectionKey } = settings;
    const device = cloud.openDevice();
    device.limits.set(own.limits.current());
    const undo = device.store.subscribe((now, before) => {
      if (now.info !== before.info) learn(now);
      if (now.session_id !== undefined && before.session_id === undefined) join(connectionKey);
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

  async function letGo(connectionKey: string, { device, undo }: Follower): Promise<void> {
    open.delete(connectionKey);
    undo();
    group.remove(device);
    if (isModeMoving(device.store.getState())) await device.stop();
    device.close();
  }

  function stopFollowers(): void {
    for (const { device } of open.values()) {
      const state = device.store.getState();
      // A second Stop would be sent as a harder one.
      if (isModeMoving(state) && state.stopPhase !== 'stopping') void device.stop();
    }
  }

  return {
    device: asOneDevice({ own, group, reached: () => reached, followers: () => [...open.values()] }),
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
    setBroadcast(next) {
      if (reached && !next) stopFollowers();
      reached = next;
    },
    followerOf: (connectionKey) => open.get(connectionKey)?.device,
    reportFailure,
    close() {
      for (const [key, follower] of open) void letGo(key, follower);
      group.close();
    },
  };
}

function summaryOf(followers: readonly Follower[]): Omit<FollowersState, 'reached'> {
  const states = followers.map(({ device }) => device.store.getState());
  return {
    members: followers.map(({ settings: { connectionKey, scalePercent, offsetMs }, device }) => ({
      ...{ connectionKey, scalePercent, offsetMs },
      word: connectionStatus(device.store.getState()),
    })),
    moving: states.some(isModeMoving),
    stopPhase: states.reduce<StopPhase>(
      (worst, { stopPhase }) => (isMoreSeriousStopPhase(stopPhase, worst) ? stopPhase : worst),
      'none',
    ),
  };
}

/** The device that pages use while others follow: reads go to the device in use, commands to all that follow, Stop to all. */
function asOneDevice(parts: {
  own: Device;
  group: ReturnType<typeof createDeviceGroup>;
  reached: () => boolean;
  followers: () => readonly Follower[];
}): Device {
  const { own, group, reached, followers } = parts;
  const slider: Device['slider'] = { ...own.slider, setStroke: group.slider.setStroke };
  return {
    ...own,
    get hamp() {
      return reached() ? group.hamp : own.hamp;
    },
    get hdsp() {
      return reached() ? group.hdsp : own.hdsp;
    },
    get hvp() {
      return reached() ? group.hvp : own.hvp;
    },
    get slider() {
      return reached() ? slider : own.slider;
    },
    async stop() {
      return leastGood(await group.stop());
    },
    hold: {
      ...own.hold,
      async takeOver() {
        await Promise.all([own, ...followers().map(({ device }) => device)].map((device) => device.hold.takeOver()));
      },
    },
    limits: {
      ...own.limits,
      set(changes) {
        own.limits.set(changes);
        for (const { device } of followers()) device.limits.set(changes);
      },
    },
  };
}

/** The result of a Stop of several: that of one which could not be stopped, else of the slowest. */
function leastGood(results: readonly StopResult[]): StopResult {
  const worseOf = (one: StopResult, other: StopResult) => {
    if (one.outcome !== other.outcome) return one.outcome === 'could-not-send' ? one : other;
    return one.tookMs >= other.tookMs ? one : other;
  };
  return results.reduce(worseOf, { outcome: 'confirmed', tookMs: 0, cause: undefined });
}
