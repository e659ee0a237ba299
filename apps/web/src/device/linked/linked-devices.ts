import { DeviceMode, HampPlayState, isHspPlaying } from '@tactus/protocol';
import type { Device, DeviceError, DeviceState, DeviceStoreView } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { newSavedDevice, withChangedDevice } from '../../settings/saved-device.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import {
  type DeviceCloud,
  type FollowerGroup,
  type FollowerReach,
  type FollowersState,
  followersBySettings,
  type Hindrance,
  isMoreSeriousStopPhase,
  NO_FOLLOWERS,
} from './followers.ts';

/** A device that is used for a moment and then released; `isOpened`: it was opened for this, and is not connected yet. */
export interface AcquiredDevice {
  readonly device: Device;
  readonly isOpened: boolean;
  release(): void;
}

/** The device in use, and those that follow it. */
export interface LinkedDevices {
  /** The device that pages use: commands go to the followers too while they are to, and Stop always does. */
  readonly device: Device;
  /** The device in use by itself. */
  readonly own: Device;
  readonly followers: StoreApi<FollowersState>;
  /** So many may follow at a time. */
  readonly followersMax: number;
  readonly cloud: DeviceCloud;
  /** The device of a follower by itself; undefined for any other key. */
  followerOf(connectionKey: string): Device | undefined;
  /** Reports the error of a follower to the person, with its name. */
  reportFailure(follower: Device, error: DeviceError): void;
  /** One linked device for a short use: the one that is open already, else one opened for it. */
  acquire(connectionKey: string): AcquiredDevice;
  /** Notes what keeps a follower from taking part; undefined for nothing. */
  setHindrance(follower: Device, hindrance: Hindrance | undefined): void;
  /** Sets who follows on the page. Where nobody does, followers that move are stopped. */
  setReach(reach: FollowerReach | undefined): void;
  close(): void;
}

/**
 * Updates the list of linked devices, and lets the chosen ones follow the device in use. The code that drives followers is
 * loaded when it is first needed.
 */
export function createLinkedDevices(parts: {
  /** The device in use. */
  own: Device;
  cloud: DeviceCloud;
  settings: SettingsStore;
  followersMax: number;
  time: Time;
  /** Beats also while the page is hidden. */
  heartbeat: Time['every'] | undefined;
  /** Called when a sleep of the machine has ended strokes in step. */
  onSlept: () => void;
  /** Called with the error of one device and its name for people; without a name, with the error of all. */
  onFailure: (error: unknown, name?: string) => void;
}): LinkedDevices {
  const { own, settings, followersMax, cloud, time, heartbeat, onSlept, onFailure } = parts;
  const followers = createStore<FollowersState>()(() => NO_FOLLOWERS);
  const store = ofAll(own.store, followers);
  let drive: FollowerGroup | undefined;
  let reach: FollowerReach | undefined;
  let isLoading = false;
  let closed = false;

  /** Every device that connected while it was in use becomes a linked one: a mistyped key does not. */
  function remember({ connectionKey, session_id }: DeviceState): void {
    const { linkedDevices } = settings.state.getState();
    if (connectionKey === undefined || session_id === undefined) return;
    if (linkedDevices.some((one) => one.connectionKey === connectionKey)) return;
    settings.update({ linkedDevices: [...linkedDevices, newSavedDevice(connectionKey)] });
  }

  /** The model and version that a linked device reports. */
  function learn({ connectionKey, info }: DeviceState): void {
    const { linkedDevices } = settings.state.getState();
    const known = linkedDevices.find((one) => one.connectionKey === connectionKey);
    if (!info || !known || (known.modelNo === info.hw_model_no && known.firmware === info.fw_version)) return;
    const facts = { modelNo: info.hw_model_no, firmware: info.fw_version };
    settings.update({ linkedDevices: withChangedDevice(linkedDevices, known.connectionKey, facts) });
  }

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      const { createFollowerGroup } = await import('./follower-group.ts');
      if (closed) return;
      const linked = () => settings.state.getState().linkedDevices;
      drive = createFollowerGroup({ own, cloud, linked, onFailure, time, heartbeat, onSlept, followers, learn });
      drive.setReach(reach);
      follow();
    } catch (error) {
      isLoading = false;
      onFailure(error);
    }
  }

  function follow(): void {
    const now = settings.state.getState();
    const wanted = followersBySettings(now, followersMax);
    drive?.setSameMotion(now.sameMotion);
    if (drive) drive.follow(wanted);
    else if (wanted.length + own.store.getState().unconfirmedStops.length > 0) void load();
  }

  const undos = [
    settings.state.subscribe(follow),
    own.store.subscribe((now, before) => {
      if (now.session_id !== before.session_id) remember(now);
      if (now.info !== before.info) learn(now);
      if (now.unconfirmedStops !== before.unconfirmedStops) follow();
    }),
  ];
  follow();

  return {
    // One object for the life of the app, since pages hold it.
    device: new Proxy(own, { get: (_, name) => (name === 'store' ? store : Reflect.get(drive?.device ?? own, name)) }),
    own,
    followers,
    followersMax,
    cloud,
    followerOf: (connectionKey) => drive?.followerOf(connectionKey),
    reportFailure: (follower, error) => drive?.reportFailure(follower, error),
    acquire(connectionKey) {
      const there = settings.state.getState().connectionKey === connectionKey ? own : drive?.followerOf(connectionKey);
      if (there) return { device: there, isOpened: false, release: () => undefined };
      const device = cloud.openDevice();
      return { device, isOpened: true, release: device.close };
    },
    setHindrance: (follower, hindrance) => drive?.setHindrance(follower, hindrance),
    setReach(next) {
      reach = next;
      followers.setState({ reached: next !== undefined });
      drive?.setReach(next);
    },
    close() {
      closed = true;
      for (const undo of undos) undo();
      drive?.close();
    },
  };
}

/**
 * The state of the device in use: a Stop counts as confirmed only once the followers have confirmed it, and strokes in step,
 * which are a stream, as the alternating motion that they are.
 */
function ofAll(own: DeviceStoreView, followers: StoreApi<FollowersState>): DeviceStoreView {
  let [of, withAll, joined] = [own.getState(), followers.getState(), own.getState()];

  function getState(): DeviceState {
    const [state, all] = [own.getState(), followers.getState()];
    if (state === of && all.stopPhase === withAll.stopPhase && all.strokes === withAll.strokes) return joined;
    [of, withAll] = [state, all];
    const { stopPhase } = isMoreSeriousStopPhase(all.stopPhase, state.stopPhase) ? all : state;
    const strokes = strokesOf(state, joined, all);
    joined = strokes || stopPhase !== state.stopPhase ? { ...state, ...strokes, stopPhase } : state;
    return joined;
  }

  function subscribe(listener: (now: DeviceState, before: DeviceState) => void): Undo {
    let before = getState();
    const notify = () => {
      const last = before;
      before = getState();
      if (before !== last) listener(before, last);
    };
    const undos = [own.subscribe(notify), followers.subscribe(notify)];
    return () => {
      for (const undo of undos) undo();
    };
  }

  return { getState, getInitialState: own.getInitialState, subscribe };
}

/** Strokes in step as alternating motion; undefined while the device in use does anything else. */
function strokesOf({ mode, hsp }: DeviceState, before: DeviceState, { strokes }: FollowersState) {
  if (mode !== DeviceMode.HSP || hsp.stream_id !== strokes?.streamId) return undefined;
  const play_state = isHspPlaying(hsp) ? HampPlayState.PLAYING : HampPlayState.STOPPED;
  const { hamp } = before;
  const isSame = hamp.play_state === play_state && hamp.velocity === strokes.velocity;
  return { mode: DeviceMode.HAMP, hamp: isSame ? hamp : { play_state, velocity: strokes.velocity, direction: false } };
}
