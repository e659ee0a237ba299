import { expect, test } from 'vitest';
import { setUpDevice } from '../testing/scripted-device.ts';

/** A watched device, the times at which the slider was read, and the latest of them. */
async function setUpWatched(options: Parameters<typeof setUpDevice>[0] = {}) {
  const set = setUpDevice(options);
  const { device, cloud, time, connectFully } = set;
  await connectFully();
  const readAtMs: number[] = [];
  const count = () => cloud.lines().filter((line) => line === 'GET /slider/state').length;
  time.every(10, () => {
    while (readAtMs.length < count()) readAtMs.push(time.monotonic());
  });
  time.every(10_000, () => cloud.stream.write(': ping\n\n'));
  device.position.watch();
  await time.run(7_500);
  return { ...set, readAtMs, gapsMs: () => readAtMs.slice(1).map((atMs, index) => atMs - (readAtMs[index] ?? 0)) };
}

test('a slider that has just begun to move is read as soon as possible', async () => {
  const { device, time, readAtMs } = await setUpWatched();
  const atRest = readAtMs.length;
  const started = device.hamp.start();
  await time.run(700);
  await started;
  expect(readAtMs.length).toBe(atRest + 1);
  device.close();
});

test('a watched slider is read at most every two seconds, however often its motion changes', async () => {
  const { device, time, readAtMs, gapsMs } = await setUpWatched();
  const before = readAtMs.length;
  await Promise.all([device.hamp.start(), time.run(100)]);
  for (let round = 0; round < 20; round++)
    await Promise.all([device.hamp.setVelocity(round / 20), time.run(400 + 10 * round)]);
  expect(readAtMs.length).toBeGreaterThan(before + 3);
  expect(Math.min(...gapsMs())).toBeGreaterThanOrEqual(1_980);
  device.close();
});

test('a slider that moves as planned is read three times, and the next reading is saved for a change', async () => {
  const { device, time, world, readAtMs, gapsMs } = await setUpWatched({ roundTripMs: 300 });
  time.every(10, () => {
    // An answer shows the position of half a round trip ago.
    const { positionMm = 0, speedMmS = 0 } = device.position.at(time.monotonic() - 150) ?? {};
    Object.assign(world.slider, { position_absolute: positionMm, speed_absolute: speedMmS });
  });
  await Promise.all([device.hamp.start(), time.run(1_000)]);
  while (time.monotonic() - (readAtMs.at(-1) ?? 0) < 2_500) await time.run(100);
  const before = readAtMs.length;
  const changedAtMs = time.monotonic();
  await Promise.all([device.hamp.setVelocity(0.7), time.run(20_000)]);
  // The first is after the change, before that is answered.
  expect(readAtMs[before]).toBeLessThan(changedAtMs + 200);
  const [second, third, fourth] = gapsMs().slice(before);
  expect(second).toBeLessThan(3_000);
  expect(third).toBeLessThan(3_000);
  expect(fourth).toBeGreaterThan(4_500);
  device.close();
});

test('a slider away from its predicted position is read more often than one at it', async () => {
  const { device, time, readAtMs } = await setUpWatched();
  const before = readAtMs.length;
  await Promise.all([device.hamp.start(), time.run(100)]);
  await time.run(10_000);
  // The scripted device reports that it rests, whatever is sent.
  expect(readAtMs.length).toBeGreaterThanOrEqual(before + 4);
  device.close();
});
