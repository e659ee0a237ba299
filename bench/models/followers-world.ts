import { pointsToColumns, scriptToVibration } from '@tactus/motion';
import {
  type CloudFeatures,
  createPointStream,
  type Device,
  hsspPlayback,
  startVideoSync,
  streamPlayback,
  toDeviceError,
  uploadScript,
} from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import type { FakeTime } from '@tactus/time/testing';
import { playOnFollowers } from '@tactus/web/follower-playback';
import { createLinkedDevices, type LinkedDevices } from '@tactus/web/linked-devices';
import { createSettingsStore } from '@tactus/web/settings-store';
import { GROUP_POINTS } from './group-run.ts';
import { keyOf, MODELLED_API, type ModelledCloud, openDevice, openModelledCloud, settled } from './group-world.ts';
import { createVideo, type ModelledVideo } from './video-media.ts';
import type { Way } from './video-player.ts';

/** Devices with a slider: the one in use, and two that follow. */
export const SLIDERS = 3;
/** How far ahead each of the three plays the script, ms. */
export const AHEAD_MS = [0, 40, -30] as const;
const SCRIPT_HOST = 'http://localhost/api/script/v0';

/** A device, three that follow it as the app lets them, and a video; the last device has no slider. */
export interface FollowersWorld {
  readonly time: FakeTime;
  readonly cloud: ModelledCloud;
  readonly linked: LinkedDevices;
  readonly video: ModelledVideo;
  /** The names of the devices for people, the one in use first. */
  readonly names: readonly string[];
  /** What was reported to the person. */
  readonly errors: readonly unknown[];
  /** When a sleep of the machine was reported to the person, ms. */
  readonly sleeps: readonly number[];
  /** The device of a number by itself: of 0 the one in use. */
  deviceOf(index: number): Device;
  /** Opens the page of a video with its script, sent as points or as the address of a file; returns its end. */
  openFilm(sendBy: 'stream' | 'upload'): Promise<() => void>;
  close(): Promise<void>;
}

/** Opens the world with everything connected and the video at rest. */
export async function openFollowersWorld(parts: {
  readonly time: FakeTime;
  readonly way: Way;
  readonly seed: number;
  readonly features?: CloudFeatures;
  /** Whether alternating motion is made in step; default: each device has its own strokes. */
  readonly sameMotion?: boolean;
  /** How far ahead of the medium each device plays, ms. */
  readonly aheadMs?: readonly number[];
}): Promise<FollowersWorld> {
  const { time, way, features = {}, sameMotion = false, aheadMs = AHEAD_MS } = parts;
  const random = createRandom(parts.seed);
  const cloud = await openModelledCloud({
    ...{ time, random, way, devices: SLIDERS, vibrating: true, aheadMs: 0 },
  });
  const { fetch } = cloud;
  const errors: unknown[] = [];
  const sleeps: number[] = [];
  const names = cloud.devices.map((_, index) => `Device ${index + 1}`);
  const settings = createSettingsStore({
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    log: console,
  });
  settings.update({
    connectionKey: keyOf(0),
    ...{ multicastActive: true, sameMotion },
    linkedDevices: names.map((nickname, index) => ({
      ...{ connectionKey: keyOf(index), nickname, follows: true, scalePercent: 100, offsetMs: aheadMs[index] ?? 0 },
      ...{ modelNo: undefined, firmware: undefined },
    })),
  });
  const open = () => openDevice({ fetch, time, random });
  const own = open();
  const linked = createLinkedDevices({
    ...{ own, settings, time, followersMax: names.length, onFailure: (error) => errors.push(error) },
    ...{ heartbeat: time.every, onSlept: () => sleeps.push(time.monotonic()) },
    cloud: { apiBase: MODELLED_API, apiKey: 'bench', features, fetch, openDevice: open },
  });
  linked.setReach('all');
  const followers = () => linked.followers.getState().members;
  // Their code is loaded in real time.
  while (followers().length === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  await settled(time, own.connect(keyOf(0)));
  while (followers().some(({ word }) => word !== 'ready')) await time.run(100);
  await time.run(5_000);

  const columns = pointsToColumns(GROUP_POINTS);
  const video = createVideo({ time, random, hasFrames: true });
  const onUnstopped = () => void own.stop();
  let address: string | undefined;

  async function addressOfScript(): Promise<string> {
    const text = GROUP_POINTS.map(({ t, x }) => `${t},${x}`).join('\n');
    address ??= await settled(time, uploadScript({ scriptHost: SCRIPT_HOST, text, fetch }));
    return address;
  }

  return {
    ...{ time, cloud, linked, video, names, errors, sleeps },
    deviceOf: (index) => linked.acquire(keyOf(index)).device,
    async openFilm(sendBy) {
      const url = sendBy === 'upload' ? await addressOfScript() : undefined;
      const stream = url === undefined && createPointStream(own, { time, features: {}, source: { points: columns } });
      if (url !== undefined) await settled(time, own.hssp.setup({ url, notify: true }).catch(toDeviceError));
      const playback = stream ? streamPlayback(stream, own) : hsspPlayback(own);
      const sync = startVideoSync({ device: own, time, media: video.port, playback, onUnstopped });
      const followed = playOnFollowers({
        ...{ linked, time, features: {}, media: video.port, script: url === undefined ? { points: columns } : { url } },
        toVibration: async (points) => scriptToVibration(points),
      });
      // As the page of the player does.
      sync.store.subscribe(({ phase }, before) => {
        if (before.phase === 'device-out' && phase === 'following') followed.join();
      });
      return () => {
        video.port.pause();
        followed.close();
        sync.close();
        if (stream) stream.close();
      };
    },
    async close() {
      video.close();
      linked.close();
      own.close();
      await cloud.close();
    },
  };
}
