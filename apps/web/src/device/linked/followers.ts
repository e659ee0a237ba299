import type { CloudFeatures, ConnectionStatus, Device, DeviceError, Fetch, StopPhase } from '@tactus/sdk';
import type { SavedDevice } from '../../settings/saved-device.ts';
import type { Settings } from '../../settings/schema.ts';
import type { Capability } from '../session/capability.ts';

/** Who follows on a page: those that have a capability, those that have what the device in use moves with, or all. */
export type FollowerReach = Capability | 'alike' | 'all';

/** Whether a device that is connected takes part in what the page does. */
export type FollowerPart = 'follows' | Hindrance;

/** What keeps a connected device from taking part: it cannot, or it rests until the next play. */
export type Hindrance = 'out' | 'rests';

/** A device that follows the one in use: its connection, and how it differs from that one. */
export interface FollowerMember extends Pick<SavedDevice, 'connectionKey' | 'scalePercent' | 'offsetMs'> {
  readonly name: string;
  readonly word: ConnectionStatus;
  readonly part: FollowerPart;
}

/** Strokes in step: the stream of the device in use that makes them, and its velocity as a share of the top speed. */
export interface RunningStrokes {
  readonly streamId: number;
  readonly velocity: number;
}

/** The state of the devices that follow the one in use. */
export interface FollowersState {
  readonly members: readonly FollowerMember[];
  /** Whether commands of the present page go to them. */
  readonly reached: boolean;
  /** Whether any of them moves. */
  readonly moving: boolean;
  /** The most serious Stop phase among them. */
  readonly stopPhase: StopPhase;
  /** The names of those that the last Stop has not reached, the device in use and those let go since among them. */
  readonly unreached: readonly string[];
  /** The last strokes in step; undefined before the first. */
  readonly strokes: RunningStrokes | undefined;
}

/** The cloud through which the linked devices are reached. */
export interface DeviceCloud {
  readonly apiBase: string;
  readonly apiKey: string;
  readonly features: CloudFeatures;
  readonly fetch: Fetch;
  /** Builds one more device of this cloud; the caller closes it. */
  readonly openDevice: () => Device;
}

/** Drives the devices that follow the one in use. */
export interface FollowerGroup {
  /** The device in use and its followers as one. */
  readonly device: Device;
  /** Sets which devices follow, and releases the others; a released device that moves is stopped first. */
  follow(wanted: readonly SavedDevice[]): void;
  /** Sets whether the next alternating motion is made in step. */
  setSameMotion(isSame: boolean): void;
  /** Sets who follows; where nobody does, followers that move are stopped. */
  setReach(reach: FollowerReach | undefined): void;
  /** Notes what keeps a follower from taking part; undefined for nothing. */
  setHindrance(follower: Device, hindrance: Hindrance | undefined): void;
  /** The device of a follower by itself. */
  followerOf(connectionKey: string): Device | undefined;
  /** Reports the error of one device, once until a command succeeds. */
  reportFailure(device: Device, error: DeviceError): void;
  close(): void;
}

/** The state without followers. */
export const NO_FOLLOWERS: FollowersState = {
  ...{ members: [], reached: false, moving: false, stopPhase: 'none', unreached: [] },
  strokes: undefined,
};

/**
 * How many may follow: where every device needs an event stream of its own, more would take the connections that a browser
 * has for commands and for Stop.
 */
export function maxFollowers({ tabs, features }: { tabs: boolean; features: CloudFeatures }): number {
  return tabs && features.severalOnSse === true ? 15 : 3;
}

/** The devices that are to follow, by the settings; the first of them where there are too many. */
export function followersBySettings(settings: Settings, most: number): readonly SavedDevice[] {
  const { multicastActive, connectionKey, linkedDevices } = settings;
  if (!multicastActive || connectionKey === '') return [];
  return linkedDevices.filter((one) => one.follows && one.connectionKey !== connectionKey).slice(0, most);
}

/** How serious each phase of a Stop is among several devices. */
const SERIOUSNESS: Readonly<Record<StopPhase, number>> = { none: 0, stopped: 0, stopping: 1, 'could-not-send': 2 };

/** Whether one phase of a Stop is more serious than another. */
export function isMoreSeriousStopPhase(one: StopPhase, other: StopPhase): boolean {
  return SERIOUSNESS[one] > SERIOUSNESS[other];
}
