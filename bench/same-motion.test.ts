/** Under a limit of the speed strokes in step rest while the stroke of the devices is set. */
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { type FollowersWorld, openFollowersWorld, SLIDERS } from './models/followers-world.ts';
import { settled } from './models/group-world.ts';
import { WAYS, type Way } from './models/video-player.ts';

const LIMIT_MM_S = 150;
const LOOK_EVERY_MS = 20;
const WATCH_MS = 3_000;

/** Three sliders that make strokes in step. */
async function movingStrokes(way: Way = WAYS.tactus) {
  const time = createFakeTime();
  const world = await openFollowersWorld({ time, way, seed: 1, sameMotion: true, aheadMs: [] });
  const { device } = world.linked;
  device.limits.set({ maxSpeedMmS: LIMIT_MM_S });
  await settled(time, device.hamp.start());
  await settled(time, device.hamp.setVelocity(1));
  expect(Math.min(...(await travels(world)))).toBeGreaterThan(50);
  return { ...world, device };
}

/** How far each slider moves while it is watched, mm. */
async function travels({ time, cloud }: FollowersWorld, watchMs = WATCH_MS): Promise<readonly number[]> {
  const places: number[][] = Array.from({ length: SLIDERS }, () => []);
  for (let passedMs = 0; passedMs < watchMs; passedMs += LOOK_EVERY_MS) {
    await time.run(LOOK_EVERY_MS);
    for (const [index, track] of places.entries())
      track.push((await cloud.devices[index]?.call('slider.state', {}))?.position_absolute ?? Number.NaN);
  }
  return places.map((track) => Math.max(...track) - Math.min(...track));
}

test('the strokes go on in the new stroke, also after two changes of it and a start meanwhile', async () => {
  const { device, ...world } = await movingStrokes();
  void device.slider.setStroke({ min: 0.4, max: 0.9 });
  await world.time.run(100);
  const changed = device.slider.setStroke({ min: 0.5, max: 0.7 });
  await device.hamp.start();
  await settled(world.time, changed);
  await world.time.run(1_000);
  const gone = await travels(world);
  expect(Math.min(...gone)).toBeGreaterThan(15);
  expect(Math.max(...gone)).toBeLessThan(25);
  await world.close();
});

test.each<[string, (world: FollowersWorld) => Promise<unknown>]>([
  ['Stop', ({ linked }) => linked.device.stop()],
  ['a Stop of the device in use alone', ({ deviceOf }) => deviceOf(0).stop()],
  ['the end of the strokes', ({ linked }) => linked.device.hamp.stop()],
])('after %s while the stroke is set the strokes do not go on', async (_, stop) => {
  const { device, ...world } = await movingStrokes();
  const changed = device.slider.setStroke({ min: 0.4, max: 0.9 });
  await world.time.run(100);
  await settled(world.time, stop(world));
  await settled(world.time, changed);
  await world.time.run(1_000);
  expect(Math.max(...(await travels(world)))).toBeLessThan(1);
  await world.close();
});

test('a device that follows and was stopped rests through changes of the stroke, until the next start', async () => {
  const { device, ...world } = await movingStrokes();
  await settled(world.time, world.deviceOf(1).stop());
  for (const stroke of [
    { min: 0.4, max: 0.9 },
    { min: 0.3, max: 0.8 },
  ]) {
    await settled(world.time, device.slider.setStroke(stroke));
    await world.time.run(1_000);
    const [own = 0, stopped, other = 0] = await travels(world);
    expect(Math.min(own, other)).toBeGreaterThan(30);
    expect(stopped).toBeLessThan(1);
  }
  expect(world.linked.followers.getState().members.map(({ part }) => part)).toContain('rests');
  await settled(world.time, device.hamp.stop());
  expect(world.linked.followers.getState().members.map(({ part }) => part)).not.toContain('rests');
  await settled(world.time, device.hamp.start());
  await settled(world.time, device.hamp.setVelocity(1));
  expect(Math.min(...(await travels(world)))).toBeGreaterThan(30);
  await world.close();
});

test('after a start while the stroke is set all go on, also a device that was stopped', async () => {
  const { device, ...world } = await movingStrokes();
  await settled(world.time, world.deviceOf(1).stop());
  const changed = device.slider.setStroke({ min: 0.4, max: 0.9 });
  await world.time.run(100);
  await device.hamp.start();
  await settled(world.time, changed);
  await world.time.run(1_000);
  expect(Math.min(...(await travels(world)))).toBeGreaterThan(30);
  expect(world.linked.followers.getState().members.map(({ part }) => part)).not.toContain('rests');
  await world.close();
});

test('after Stop and a start while the stroke is set all go on', async () => {
  const { device, ...world } = await movingStrokes();
  const changed = device.slider.setStroke({ min: 0.4, max: 0.9 });
  await world.time.run(100);
  await settled(world.time, device.stop());
  await device.hamp.start();
  await settled(world.time, changed);
  await settled(world.time, device.hamp.setVelocity(1));
  await world.time.run(1_000);
  expect(Math.min(...(await travels(world)))).toBeGreaterThan(30);
  await world.close();
});

/** A slider goes to its place in a stroke that was set at the device by itself; the app knows of it after a way, and its pause takes another. */
const RESTS_AFTER_MS = { tactus: 200, vendor: 400 } as const;

test.each([
  [0, 'tactus'],
  [1, 'tactus'],
  [1, 'vendor'],
] as const)(
  'strokes rest after a longer stroke was set at device %d itself, over the network of the profile %s, and go on in it',
  async (index, profile) => {
    const { device, ...world } = await movingStrokes(WAYS[profile]);
    await settled(world.time, device.slider.setStroke({ min: 0.4, max: 0.55 }));
    await world.time.run(3_000);
    await world.cloud.devices[index]?.call('slider.setStroke', { min: 0, max: 1 });
    await world.time.run(RESTS_AFTER_MS[profile]);
    expect(Math.max(...(await travels(world, 200)))).toBeLessThan(1);
    await world.time.run(3_000);
    const gone = await travels(world);
    expect(Math.min(...gone)).toBeGreaterThan(10);
    expect(gone[index]).toBeGreaterThan(80);
    await world.close();
  },
);

test.each([
  ['counts', false],
  ['stands', false],
  ['counts', true],
  ['stands', true],
] as const)(
  'after the machine slept, and its monotonic clock %s, no slider moves any more (while the stroke was set: %s)',
  async (monotonic, isSet) => {
    const { device, ...world } = await movingStrokes();
    if (isSet) void device.slider.setStroke({ min: 0.4, max: 0.9 });
    await world.time.run(100);
    world.time.suspend(20_000, monotonic);
    await world.time.run(5_000);
    expect(Math.max(...(await travels(world)))).toBeLessThan(1);
    expect(world.sleeps).toHaveLength(1);
    await world.close();
  },
);
