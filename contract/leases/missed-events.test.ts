/** What a page missed is sent to it again, after it has learned newer things by answers. */
import { ButtonEvent, DeviceButton } from '@tactus/protocol';
import { createPointStream } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { isSliderMoving, unreliablePage } from './unreliable-page.ts';

const LOOP = Array.from({ length: 3_000 }, (_, place) => ({ t: place * 400, x: place % 2 ? 95 : 5 }));

test('motion that was started again while the stream was silent keeps its lease, and ends with the page', async () => {
  const world = await virtualWorld({});
  const page = await unreliablePage(world);
  const { device } = page;
  await world.settled(device.hamp.start());
  await world.time.run(3_000);
  page.muteStream();
  await world.settled(device.hamp.stop());
  await world.time.run(2_000);
  await world.settled(device.hamp.start());
  await world.time.run(100);
  const seen = new Set<string>();
  device.store.subscribe(({ hamp, hold }) => seen.add(`${hamp.play_state} ${hold}`));
  await world.time.run(50_000);
  expect(seen).toEqual(new Set(['1 held']));
  expect(await isSliderMoving(world)).toBe(true);
  page.leave();
  await world.time.run(3_000);
  expect(await isSliderMoving(world)).toBe(false);
});

test('a stream that was started after the device had been in another mode, while the event stream was silent, plays on', async () => {
  const world = await virtualWorld({});
  const page = await unreliablePage(world);
  const stream = createPointStream(page.device, {
    ...{ time: world.time, features: { leases: true }, source: { points: LOOP } },
  });
  await world.settled(stream.play());
  await world.time.run(3_000);
  page.muteStream();
  await world.settled(stream.stop());
  await world.ask('PUT /hamp/start');
  await world.time.run(2_000);
  await world.settled(stream.play({ fromMs: 100_000 }));
  await world.time.run(100);
  const phases = new Set<string>([stream.store.getState().phase]);
  stream.store.subscribe(({ phase }) => phases.add(phase));
  await world.time.run(50_000);
  expect([...phases]).toEqual(['playing']);
  expect(Math.abs(stream.positionMs() - 150_000)).toBeLessThan(2_000);
  expect(await isSliderMoving(world)).toBe(true);
});

test.each([
  ['while the event stream was silent', false],
  ['just after the event stream was opened again', true],
])(
  'a stream that is paused at the device %s stays paused when its limits or its rate change',
  async (_, isReopened) => {
    const world = await virtualWorld({});
    const page = await unreliablePage(world);
    const stream = createPointStream(page.device, {
      ...{ time: world.time, features: { leases: true }, source: { points: LOOP } },
    });
    await world.settled(stream.play());
    await world.time.run(3_000);
    page.muteStream();
    const reopened = world
      .settled(page.device.waitFor(({ sseConnected }) => !sseConnected))
      .then(() => world.settled(page.device.waitFor(({ sseConnected }) => sseConnected)));
    if (isReopened) await reopened;
    world.virtual.hardware().press(DeviceButton.POWER, ButtonEvent.SHORT_PRESS);
    await reopened;
    await world.time.run(1_000);
    expect(stream.store.getState().phase).toBe('paused');
    page.device.limits.set({ maxSpeedMmS: 100 });
    await world.settled(stream.setRate(1.5));
    await world.time.run(3_000);
    expect(stream.store.getState().phase).toBe('paused');
    expect(await isSliderMoving(world)).toBe(false);
  },
);

test('a motion that another client ended while the stream was silent shows as ended once it is back', async () => {
  const world = await virtualWorld({});
  const page = await unreliablePage(world);
  await world.settled(page.device.hamp.start());
  await world.time.run(3_000);
  page.muteStream();
  await world.ask('PUT /hamp/stop');
  await world.ask('PUT /hamp/start');
  await world.ask('PUT /hamp/stop');
  await world.time.run(50_000);
  expect(page.device.store.getState()).toMatchObject({ hamp: { play_state: 0 }, hold: 'none' });
});
