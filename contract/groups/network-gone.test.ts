/** A member who loses the network: the member's device, which nobody could stop then, stops by itself. */
import { joinTimeline } from '@tactus/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { type VirtualWorld, virtualWorld } from '../sdk/cloud-in-virtual-time.ts';

const POINTS = Array.from({ length: 1_200 }, (_, index) => ({ t: index * 500, x: index % 2 === 0 ? 15 : 85 }));
const IN_BY_MS = 9_000;

async function takingPart() {
  const world = await virtualWorld({ config: { rateLimitPerMinute: 0 } });
  let silent = false;
  const features = { leases: true, headersOnSse: true };
  const device = await world.connected({
    features,
    hold: { holder: 'tab-1', rank: 'owner' },
    fetch: (url, init) => (silent ? new Promise(() => undefined) : world.fetch(url, init)),
  });
  const share = joinTimeline({
    ...{ device, features, time: world.time, points: POINTS },
    serverNow: () => world.time.now(),
    onLeft: () => undefined,
  });
  onTestFinished(share.leave);
  share.follow({ playing: true, positionMs: 0, atMs: world.time.now(), rate: 1 });
  await world.time.run(IN_BY_MS);
  return {
    ...{ world, device, share },
    fallSilent() {
      silent = true;
    },
  };
}

async function isMoving({ virtual, time }: VirtualWorld): Promise<boolean> {
  const place = async () => (await virtual.call('slider.state', {})).position_absolute;
  const before = await place();
  await time.run(110);
  return Math.abs((await place()) - before) > 0.01;
}

test("rests ten seconds after its member's last message, not a minute", async () => {
  const { world, device, fallSilent } = await takingPart();
  expect([device.hold.state(), await isMoving(world)]).toEqual(['held', true]);
  fallSilent();
  await world.time.run(6_000);
  expect(await isMoving(world)).toBe(true);
  await world.time.run(5_000);
  expect(await isMoving(world)).toBe(false);
  await world.time.run(60_000);
  expect(await isMoving(world)).toBe(false);
});

test('is held like any other device once its member takes part no more', async () => {
  const { world, device, share, fallSilent } = await takingPart();
  share.leave();
  await world.time.run(3_000);
  await world.settled(device.hamp.start());
  await world.time.run(4_000);
  fallSilent();
  await world.time.run(30_000);
  expect(await isMoving(world)).toBe(true);
  await world.time.run(35_000);
  expect(await isMoving(world)).toBe(false);
});
