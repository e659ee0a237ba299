/** A device that its owner's tab bridges from a distant cloud. */
import { DeviceMode } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { bridgeWorld, TERMS } from './bridge-world.ts';

test('a bridged device goes on under narrower limits however far its cloud is, though home and tab both apply them', async () => {
  const world = await bridgeWorld({ roundTripMs: 380 });
  const link = await world.share();
  const guest = await world.enter(link);
  await guest.hold();
  await guest.call('PUT /hamp/start');
  await guest.call('PUT /hamp/velocity', { velocity: 0.4 });
  world.allow({ ...TERMS, speed: 0.2 });
  await world.ask(`PATCH /api/tactus/shares/${link.id}`, world.owner, { limits: { speed: 0.2 } });
  await world.run(900);
  for (let looks = 0; looks < 20; looks++) {
    await world.run(100);
    expect(await world.hamp()).toMatchObject({ play_state: 1, velocity: 0.2 });
  }
});

test('a bridged device answers a stop as the contract has it, so that it is not sent again behind the next start', async () => {
  const world = await bridgeWorld({ roundTripMs: 380 });
  const guest = await world.enter(await world.share());
  await guest.hold();
  expect((await guest.call('PUT /mode2', { mode: DeviceMode.IDLE })).json).toEqual({
    result: { mode: DeviceMode.IDLE, mode_session_id: expect.any(Number) },
  });
});

test('a bridged device that is at rest is stopped with few requests, because its cloud has a rate limit', async () => {
  const world = await bridgeWorld({ roundTripMs: 380 });
  const guest = await world.enter(await world.share());
  const stops = () =>
    world.device.trace.entries().filter((entry) => entry.kind === 'command' && entry.call === 'info.setMode2').length;
  await guest.hold();
  await world.run(10_000);
  expect(stops()).toBeGreaterThan(0);
  expect(stops()).toBeLessThanOrEqual(3);
});
