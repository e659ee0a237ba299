/** The computer slept for longer than a lease lasts, by a clock that stands meanwhile: the device was stopped, and the page wakes without knowing. */
import { createPointStream } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { sleepingMachine } from '../sdk/sleeping-machine.ts';
import { isSliderMoving, unreliablePage } from './unreliable-page.ts';

const LONG = Array.from({ length: 3_000 }, (_, place) => ({ t: place * 400, x: place % 2 ? 95 : 5 }));
/** Too short for a stream to doubt by itself that its device still moves. */
const SLEEP_MS = 20_000;

async function setUp() {
  const world = await virtualWorld({});
  const machine = sleepingMachine(world.time, 'stands');
  const page = await unreliablePage(world, { time: machine.time });
  const stream = createPointStream(page.device, {
    ...{ time: machine.time, source: { points: LONG }, features: { leases: true } },
  });
  page.device.hold.limitSilence(10_000);
  async function sleep(): Promise<void> {
    page.muteStream();
    await machine.sleep(SLEEP_MS);
    expect(await isSliderMoving(world)).toBe(false);
    expect(page.device.hold.state()).toBe('held');
  }
  return { world, page, stream, sleep };
}

test('a motion that is started before the page knows has a new lease, and ends with the page', async () => {
  const { world, page, sleep } = await setUp();
  const { device } = page;
  await world.settled(device.hamp.start());
  await world.time.run(5_000);
  await sleep();
  await world.settled(device.hamp.start());
  await world.time.run(8_000);
  expect(await isSliderMoving(world)).toBe(true);
  expect(device.hold.state()).toBe('held');
  page.cutNetwork();
  await world.time.run(12_000);
  expect(await isSliderMoving(world)).toBe(false);
});

test('a motion that was started just before a sleep is not requested again from a program that holds the lease', async () => {
  const { world, page, sleep } = await setUp();
  const { device } = page;
  await world.settled(device.hamp.start());
  await world.time.run(4_500);
  await world.settled(device.hamp.start());
  await sleep();
  const other = await world.connected({ features: { leases: true }, hold: { holder: 'tab-2', rank: 'owner' } });
  await world.settled(other.hamp.start());
  await world.time.run(8_000);
  expect([device.hold.state(), other.hold.state()]).toEqual(['lost', 'held']);
  expect(await isSliderMoving(world)).toBe(true);
});

test('a stream that is sought before the page knows plays on with a new lease, and ends with the page', async () => {
  const { world, page, stream, sleep } = await setUp();
  await world.settled(stream.play());
  await world.time.run(5_000);
  await sleep();
  await world.settled(stream.seek(300_000));
  await world.time.run(8_000);
  expect(await isSliderMoving(world)).toBe(true);
  expect([stream.store.getState().phase, page.device.hold.state()]).toEqual(['playing', 'held']);
  page.cutNetwork();
  await world.time.run(12_000);
  expect(await isSliderMoving(world)).toBe(false);
});

test('a stream shows soon that it was stopped', async () => {
  const { world, page, stream, sleep } = await setUp();
  await world.settled(stream.play());
  await world.time.run(5_000);
  await sleep();
  await world.time.run(5_000);
  expect(await isSliderMoving(world)).toBe(false);
  expect(stream.store.getState().phase).toBe('stopped');
  expect(page.device.store.getState()).toMatchObject({ hsp: { play_state: 2 }, hold: 'none' });
});

test('alternating motion shows soon as ended', async () => {
  const { world, page, sleep } = await setUp();
  await world.settled(page.device.hamp.start());
  await world.time.run(5_000);
  await sleep();
  await world.time.run(5_000);
  expect(page.device.store.getState()).toMatchObject({ hamp: { play_state: 0 }, hold: 'none' });
});

test('a stream whose player another program stops, of which no event comes, ends once an answer shows it', async () => {
  const { world, page, stream } = await setUp();
  await world.settled(stream.play());
  await world.time.run(5_000);
  await world.ask('PUT /hsp/stop');
  await world.settled(page.device.hsp.readState());
  await world.time.run(500);
  expect(stream.store.getState().phase).toBe('stopped');
});
