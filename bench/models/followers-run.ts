import { pointsToColumns, scriptToVibration } from '@tactus/motion';
import { ConnectionMode } from '@tactus/protocol';
import {
  connectionStatus,
  createPointStream,
  type Device,
  type DeviceError,
  type StopResult,
  startVideoSync,
  streamPlayback,
} from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import type { VirtualDevice } from '@tactus/virtual-device';
import { playOnFollowers, type ScriptFollowers } from '@tactus/web/follower-playback';
import { createStore } from 'zustand/vanilla';
import { GROUP_POINTS, type GroupProfile, type GroupRun, playOnArrival } from './group-run.ts';
import { keyOf, type ModelledCloud, openDevice, openModelledCloud, settled } from './group-world.ts';
import type { Happening } from './video-happenings.ts';
import { createVideo, type ModelledVideo } from './video-media.ts';
import { WAYS } from './video-player.ts';

type FollowersState = ReturnType<ScriptFollowers['followers']['getState']>;

/** Devices with a slider: the one in use, and two that follow. */
const SLIDERS = 3;
/** How far ahead each of the three plays the script, ms. */
const AHEAD_MS = [0, 40, -30] as const;
const LOOK_EVERY_MS = 100;
/** The device without a slider must have vibrated at least so much, 0..1. */
const VIBRATES_01 = 0.3;
const SETTLES_MS = 6_000;
const WATCH_MS = 6_000;
/** A device has booted and is connected after this time. */
const REBOOT_MS = 8_000;

const HAPPENINGS: readonly Happening[] = [
  { kind: 'play', movesAfterMs: 120 },
  { kind: 'seek', toMs: 60_000, movesAfterMs: 80 },
  { kind: 'stall', movesAfterMs: 900 },
  { kind: 'rate', rate: 1.25 },
  { kind: 'pause', forMs: 3_000, movesAfterMs: 150 },
];

/** A device, three that follow it as the app lets them, and a video with its script; the last device has no slider. */
export interface FollowersWorld {
  readonly time: FakeTime;
  readonly cloud: ModelledCloud;
  /** The device in use first. */
  readonly devices: readonly Device[];
  readonly video: ModelledVideo;
  readonly errors: readonly DeviceError[];
  /** Stops all of them, as the app's Stop does. */
  stop(): Promise<readonly StopResult[]>;
  close(): Promise<void>;
}

/** Opens the world with everything connected and the video at rest. */
export async function openFollowersWorld(profile: GroupProfile, seed: number): Promise<FollowersWorld> {
  const time = createFakeTime();
  const random = createRandom(seed);
  const cloud = await openModelledCloud({
    ...{ time, random, way: WAYS[profile], devices: SLIDERS, vibrating: true, aheadMs: 0 },
  });
  const devices = cloud.devices.map(() => openDevice({ fetch: cloud.fetch, time, random }));
  await settled(time, Promise.all(devices.map((device, index) => device.connect(keyOf(index)))));
  await time.run(5_000);
  const [own, ...following] = devices;
  if (!own) throw new Error('The device in use is missing');

  const video = createVideo({ time, random, hasFrames: true });
  const columns = pointsToColumns(GROUP_POINTS);
  const stream = createPointStream(own, { time, features: {}, source: { points: columns } });
  const onUnstopped = () => void own.stop();
  const sync = startVideoSync({
    ...{ device: own, time, media: video.port, playback: streamPlayback(stream, own), onUnstopped },
  });
  const errors: DeviceError[] = [];
  const followers = createStore<FollowersState>()(() => ({ ...stateOf(following), reached: true }));
  const undos = following.map(({ store }) => store.subscribe(() => followers.setState(stateOf(following))));
  const playback = playOnFollowers({
    ...{ time, features: {}, media: video.port, script: { points: columns } },
    toVibration: async (points) => scriptToVibration(points),
    linked: {
      followers,
      followerOf: (key) => following.find(({ store }) => store.getState().connectionKey === key),
      reportFailure: (_, error) => errors.push(error),
    },
  });
  return {
    ...{ time, cloud, devices, video, errors },
    stop: () => Promise.all(devices.map((device) => device.stop())),
    async close() {
      for (const undo of undos) undo();
      playback.close();
      sync.close();
      stream.close();
      video.close();
      for (const device of devices) device.close();
      await cloud.close();
    },
  };
}

/**
 * A video with its script on one device, and on three that follow: one of these has no slider, one is lost for two seconds,
 * and one reboots. The differences are those of the scripts of the devices with a slider, without their own lead. Throws an
 * Error where the device without a slider does not vibrate, or one that follows reports an error.
 */
export async function runFollowers(profile: GroupProfile, seed: number): Promise<GroupRun> {
  const world = await openFollowersWorld(profile, seed);
  const { time, cloud, devices, video, errors } = world;
  const ours: number[] = [];
  let strongest = 0;
  for (const [index, happening] of HAPPENINGS.entries()) {
    video.begin([{ afterMs: 0, happening }]);
    await time.run(SETTLES_MS);
    ours.push(...(await watch(time, cloud.devices.slice(0, SLIDERS))));
    strongest = Math.max(strongest, devices[SLIDERS]?.store.getState().hvp.amplitude ?? 0);
    if (index === 1) await loseForAWhile(time, cloud.devices[1]);
    // It waits for the next play, as the device in use does.
    if (index === 3) await reboot(time, cloud.devices[2]);
  }
  await settled(time, world.stop());
  await time.run(1_000);
  const onArrival = await runOnArrival(time, cloud);
  await world.close();
  if (strongest < VIBRATES_01 || errors.length > 0)
    throw new Error(`A device did not follow: vibration ${strongest}, ${errors.join(', ')}`);
  return { ours, onArrival };
}

const stateOf = (following: readonly Device[]): Omit<FollowersState, 'reached'> => ({
  members: following.map(({ store }, index) => ({
    ...{ connectionKey: store.getState().connectionKey ?? '', word: connectionStatus(store.getState()) },
    ...{ scalePercent: 100, offsetMs: AHEAD_MS[index + 1] ?? 0 },
  })),
  moving: false,
  stopPhase: 'none',
});

async function loseForAWhile(time: FakeTime, device: VirtualDevice | undefined): Promise<void> {
  device?.disconnect('out of reach');
  await time.run(2_000);
  device?.connect();
}

async function reboot(time: FakeTime, device: VirtualDevice | undefined): Promise<void> {
  void device?.call('system.reboot', { connection_mode: ConnectionMode.WIFI });
  await time.run(REBOOT_MS);
}

/** The reference: each device starts the script when its request arrives. */
async function runOnArrival(time: FakeTime, cloud: ModelledCloud): Promise<readonly number[]> {
  const sliders = cloud.devices.slice(0, SLIDERS);
  const points = GROUP_POINTS.slice(0, 100);
  await settled(
    time,
    Promise.all(
      sliders.map(async (device) => {
        await device.call('hsp.setup', {});
        await device.call('hsp.add', { points, flush: false, tail_point_stream_index: points.length });
      }),
    ),
  );
  await settled(time, Promise.all(sliders.map((_, index) => playOnArrival(cloud, index, 0))));
  return watch(time, sliders, [0, 0, 0]);
}

async function watch(time: FakeTime, devices: readonly VirtualDevice[], aheadMs: readonly number[] = AHEAD_MS) {
  const apart: number[] = [];
  for (let passedMs = 0; passedMs < WATCH_MS; passedMs += LOOK_EVERY_MS) {
    await time.run(LOOK_EVERY_MS);
    const states = await Promise.all(devices.map((device) => device.call('hsp.state', {})));
    const places = states.map(({ play_state, current_time }, index) =>
      play_state === 1 ? current_time - (aheadMs[index] ?? 0) : Number.NaN,
    );
    const apartMs = Math.max(...places) - Math.min(...places);
    apart.push(Number.isNaN(apartMs) ? Number.POSITIVE_INFINITY : apartMs);
  }
  return apart;
}
