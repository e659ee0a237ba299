import { createStreamNetwork, type StreamNetworkModel } from '@tactus/motion/testing';
import { ConnectionMode } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import type { VirtualDevice } from '@tactus/virtual-device';
import { AHEAD_MS, openFollowersWorld, SLIDERS } from './followers-world.ts';
import { GROUP_POINTS, type GroupRun, playOnArrival } from './group-run.ts';
import { type ModelledCloud, settled } from './group-world.ts';
import type { Happening } from './video-happenings.ts';
import type { Way } from './video-player.ts';

const LOOK_EVERY_MS = 100;
/** The device without a slider must have vibrated at least so much, 0..1. */
const VIBRATES_01 = 0.3;
/** Time to settle after a change, and after an outage, in which no message arrives. */
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

/** A request waits this long for its answer. */
const ANSWER_MS = 5_000;

/** A network between a program and its cloud, whether messages wait in it now, and how long one has waited at most. */
export type FollowersNetwork = (
  time: FakeTime,
  seed: number,
) => { readonly way: Way; readonly isOut: () => boolean; readonly longestWaitMs: () => number };

/** A network without outages. */
export const always =
  (way: Way): FollowersNetwork =>
  () => ({ way, isOut: () => false, longestWaitMs: () => 0 });

/** A network with outages, in which messages wait. */
export const withOutages =
  (model: StreamNetworkModel): FollowersNetwork =>
  (time, seed) => {
    const { arrivalMs, isOut } = createStreamNetwork(model, createRandom(seed));
    let longestWaitMs = 0;
    return {
      way() {
        const waitMs = arrivalMs(time.monotonic()) - time.monotonic();
        longestWaitMs = Math.max(longestWaitMs, waitMs);
        return waitMs;
      },
      isOut: () => isOut(time.monotonic()),
      longestWaitMs: () => longestWaitMs,
    };
  };

/**
 * A video with its script on one device, and on three that follow: one of these has no slider, one is lost for two seconds,
 * and one reboots. The differences are those of the scripts of the devices with a slider, without their own lead. Undefined
 * where an outage was longer than a request waits: its device is stopped then, and rests until the next play. Throws an Error
 * where the device without a slider does not vibrate, or one that follows reports an error.
 */
export async function runFollowers(network: FollowersNetwork, seed: number): Promise<GroupRun | undefined> {
  const time = createFakeTime();
  const { way, isOut, longestWaitMs } = network(time, seed);
  const world = await openFollowersWorld({ time, way, seed });
  const { cloud, linked, video, errors } = world;
  const closeFilm = await world.openFilm('stream');
  const ours: number[] = [];
  let strongest = 0;
  for (const [index, happening] of HAPPENINGS.entries()) {
    video.begin([{ afterMs: 0, happening }]);
    for (let passedMs = 0; passedMs < SETTLES_MS; passedMs = isOut() ? 0 : passedMs + LOOK_EVERY_MS)
      await time.run(LOOK_EVERY_MS);
    ours.push(...(await watch(time, cloud.devices.slice(0, SLIDERS))));
    strongest = Math.max(strongest, world.deviceOf(SLIDERS).store.getState().hvp.amplitude);
    if (index === 1) await loseForAWhile(time, cloud.devices[1]);
    // It waits for the next play, as the device in use does.
    if (index === 3) await reboot(time, cloud.devices[2]);
  }
  await settled(time, linked.device.stop());
  await time.run(1_000);
  closeFilm();
  const onArrival = await runOnArrival(time, cloud);
  await world.close();
  if (longestWaitMs() > ANSWER_MS) return undefined;
  if (strongest < VIBRATES_01 || errors.length > 0)
    throw new Error(`A device did not follow: vibration ${strongest}, ${errors.join(', ')}`);
  return { ours, onArrival };
}

/** Takes a device out of reach for two seconds. */
export async function loseForAWhile(time: FakeTime, device: VirtualDevice | undefined): Promise<void> {
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
