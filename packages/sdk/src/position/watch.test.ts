import { expect, test } from 'vitest';
import { setUpDevice } from '../testing/scripted-device.ts';

test('a slider that was just told to move is looked at as soon as may be, and every two seconds from then on', async () => {
  const { device, cloud, time, connectFully } = setUpDevice();
  await connectFully();
  const keepAlive = time.every(10_000, () => cloud.stream.write(': ping\n\n'));
  const reads = () => cloud.lines().filter((line) => line === 'GET /slider/state').length;
  device.position.watch();
  await time.run(7_500);
  const atRest = reads();
  const started = device.hamp.start();
  await time.run(100);
  await started;
  expect(reads()).toBe(atRest + 1);
  const faster = device.hamp.setVelocity(0.5);
  await time.run(1_800);
  await faster;
  expect(reads()).toBe(atRest + 1);
  await time.run(8_100);
  expect(reads()).toBe(atRest + 5);
  keepAlive();
  device.close();
});
