import { toDeviceError } from '@tactus/sdk';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import type { VirtualDevice } from '@tactus/virtual-device';
import { type FollowersNetwork, loseForAWhile } from './followers-run.ts';
import { type FollowersWorld, openFollowersWorld, SLIDERS } from './followers-world.ts';
import { settled } from './group-world.ts';

/** Sliders are in step this long after a change, ms, and are watched from then on. */
const IN_STEP_AFTER_MS = 2_000;
const WATCH_MS = 4_000;
const LOOK_EVERY_MS = 20;
/** A stroke that moves at all goes through at least this share of its zone while it is watched. */
const MOVES_01 = 0.3;
/** A limit of the speed, and how much a device may be faster by rounding to whole percents, mm/s. */
const LIMIT_MM_S = 120;
const ROUNDING_MM_S = 12;

/** What a person does while the strokes go on. */
const CHANGES: readonly ((world: FollowersWorld) => unknown)[] = [
  ({ linked }) => linked.device.hamp.setVelocity(0.4),
  ({ linked }) => linked.device.hamp.setVelocity(1),
  ({ linked }) => linked.device.hamp.setStroke({ min: 0.2, max: 0.8 }),
  // The zone of the device in use, of one that follows, of all of them, and the speed of all.
  (world) => world.deviceOf(0).slider.setStroke({ min: 0.25, max: 0.75 }),
  (world) => world.deviceOf(1).slider.setStroke({ min: 0.3, max: 0.7 }),
  ({ linked }) => linked.device.hamp.setVelocity(0.15),
  ({ linked }) => linked.device.slider.setStroke({ min: 0.1, max: 0.9 }),
  ({ linked }) => linked.device.limits.set({ maxSpeedMmS: LIMIT_MM_S }),
  ({ linked }) => linked.device.hamp.setStroke({ min: 0, max: 1 }),
  ({ time, cloud }) => loseForAWhile(time, cloud.devices[2]),
];

/**
 * Strokes in step on one device and those that follow it, the zone of one of them smaller; velocity, zones and the limit of the
 * speed change, and one is lost and back. Returns how far apart the sliders are, in percent of each one's own zone.
 */
export async function runSameMotion(network: FollowersNetwork, seed: number): Promise<readonly number[]> {
  const time = createFakeTime();
  const { way, isOut } = network(time, seed);
  const world = await openFollowersWorld({ time, way, seed, sameMotion: true, aheadMs: [] });
  const { cloud, linked, errors } = world;
  const sliders = cloud.devices.slice(0, SLIDERS);
  const apart: number[] = [];
  await settled(time, world.deviceOf(1).slider.setStroke({ min: 0.2, max: 0.7 }));
  await settled(time, linked.device.hamp.start());
  for (const change of [() => undefined, ...CHANGES]) {
    await settled(time, Promise.resolve(change(world)));
    for (let passedMs = 0; passedMs < IN_STEP_AFTER_MS; passedMs = isOut() ? 0 : passedMs + LOOK_EVERY_MS)
      await time.run(LOOK_EVERY_MS);
    apart.push(...(await watch(time, sliders, linked.device.limits.current())));
  }
  await settled(time, linked.device.stop());
  await world.close();
  // In an outage a request is given up, and sent again.
  const others = errors.filter((error) => toDeviceError(error).code !== 'timeout');
  if (others.length > 0) throw new Error(`A device did not follow: ${others.join(', ')}`);
  return apart;
}

/** Throws an Error where a slider is faster than the limit allows. */
async function requireLimit(sliders: readonly VirtualDevice[], maxSpeedMmS: number): Promise<void> {
  for (const [index, device] of sliders.entries()) {
    const { speed_absolute } = await device.call('slider.state', {});
    if (speed_absolute > maxSpeedMmS + ROUNDING_MM_S)
      throw new Error(`Device ${index + 1} moves at ${speed_absolute} mm/s, above the limit`);
  }
}

async function watch(
  time: FakeTime,
  sliders: readonly VirtualDevice[],
  { maxSpeedMmS }: { readonly maxSpeedMmS: number },
): Promise<readonly number[]> {
  const apart: number[] = [];
  const firsts: number[] = [];
  for (let passedMs = 0; passedMs < WATCH_MS; passedMs += LOOK_EVERY_MS) {
    await time.run(LOOK_EVERY_MS);
    await requireLimit(sliders, maxSpeedMmS);
    const shares = await Promise.all(sliders.map(shareOfZone));
    firsts.push(shares[0] ?? Number.NaN);
    apart.push((Math.max(...shares) - Math.min(...shares)) * 100);
  }
  if (Math.max(...firsts) - Math.min(...firsts) < MOVES_01) throw new Error('The device in use does not move');
  return apart;
}

async function shareOfZone(device: VirtualDevice): Promise<number> {
  const [{ position_absolute }, { min_absolute, max_absolute }] = await Promise.all([
    device.call('slider.state', {}),
    device.call('slider.stroke', {}),
  ]);
  return (position_absolute - min_absolute) / (max_absolute - min_absolute);
}
