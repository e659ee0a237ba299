/** An owner who drives in the tab that bridges the device: the home learns it from the tab, and stops nothing. */
import { expect, test } from 'vitest';
import { bridgeWorld } from './bridge-world.ts';

test('a motion of the owner’s own in the tab goes on, whatever motion a guest had before', async () => {
  const world = await bridgeWorld();
  const guest = await world.enter(await world.share());
  await guest.hold();
  await guest.call('PUT /hamp/start');
  await guest.call('PUT /hamp/velocity', { velocity: 0.3 });
  await world.run(300);
  expect(await world.moves()).toBe(true);
  await world.settled(world.device.hamp.start());
  await world.settled(world.device.hamp.setVelocity(0.7));
  expect(world.ownerActs()).toBeGreaterThan(0);
  await world.run(3_000);
  expect(await world.hamp()).toMatchObject({ play_state: 1, velocity: 0.7 });
  await world.settled(world.device.stop());
});
