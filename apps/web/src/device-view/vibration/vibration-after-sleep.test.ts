import { describe, expect, test } from 'vitest';
import { vibrationOnDevice } from './testing/vibration-on-device.ts';

test('a wave of a hidden page goes on, whose timers run once a minute while its worker beats', async () => {
  const { control, target, time, device, throttle } = await vibrationOnDevice({ slider: 0, lra: 1 });
  control.setWave('random-walk');
  control.start();
  await time.run(2_200);
  throttle(true);
  await time.run(3 * 60_000);
  const count = target.length;
  throttle(false);
  await time.run(90_000);
  expect(control.state.getState()).toMatchObject({ wave: 'random-walk', running: true });
  expect(target.length).toBeGreaterThan(count + 50);
  device.close();
});

describe.each(['counts', 'stands'] as const)('after the machine slept, and its monotonic clock %s', (monotonic) => {
  test.each([true, false])('a wave goes on only if the device still vibrates (%s)', async (enabled) => {
    const { control, target, time, device, isRunning, be } = await vibrationOnDevice({ slider: 0, lra: 1 });
    control.setWave('random-walk');
    control.start();
    await time.run(2_200);
    be({ enabled });
    const count = target.length;
    time.suspend(3 * 3_600_000, monotonic);
    await time.run(30_000);
    expect(target.length > count).toBe(enabled);
    expect(isRunning()).toBe(enabled);
    device.close();
  });

  test('the device is read at once', async () => {
    const { control, time, cloud, device } = await vibrationOnDevice({ slider: 0, lra: 1 });
    control.setWave('pulse');
    control.start();
    await time.run(2_200);
    const reads = () => cloud.requests.filter(({ line }) => line === 'GET /hvp/state').length;
    const before = reads();
    time.suspend(3 * 3_600_000, monotonic);
    await time.run(600);
    expect(reads()).toBe(before + 1);
    device.close();
  });

  test('a strength that could not be sent before is dropped', async () => {
    const { control, target, time, device, cutNetwork, restoreNetwork } = await vibrationOnDevice({
      slider: 0,
      lra: 1,
    });
    control.start();
    await time.run(2_200);
    cutNetwork();
    control.set({ amplitudePercent: 80 });
    await time.run(1_000);
    time.suspend(3 * 3_600_000, monotonic);
    restoreNetwork();
    await time.run(60_000);
    expect(target).toMatchObject([{ amplitude: 0.3 }]);
    device.close();
  });
});
