import { describe, expect, test } from 'vitest';
import { failureOf, setUpDevice } from '../testing/scripted-device.ts';

describe('waiting for a condition', () => {
  test('checks every 100 ms by default', async () => {
    const { device, time } = setUpDevice();
    for (const [stepMs, checksInASecond] of [
      [undefined, 11],
      [250, 5],
    ] as const) {
      let checks = 0;
      const waiting = device.waitFor(() => {
        checks += 1;
        return false;
      }, stepMs);
      await time.run(1_000);
      expect(checks).toBe(checksInASecond);
      waiting.cancel();
      expect(await failureOf(waiting)).toMatchObject({ code: 'aborted', message: 'Request aborted' });
    }
    await time.run(1_000);
    expect(time.pending()).toBe(0);
  });

  test('ends when the condition holds, at once if it already does', async () => {
    const { device, cloud, time, connectFully } = setUpDevice();
    await connectFully();
    await device.waitFor(({ connected }) => connected);
    const waiting = device.waitFor(({ hamp }) => hamp.velocity > 0.5);
    cloud.stream.send('hamp_state_changed', { play_state: 1, velocity: 0.7, direction: true });
    await time.run(100);
    await waiting;
    expect(waiting.state).toBe('resolved');
    device.close();
  });

  test('may begin before the first connect, and goes on during it', async () => {
    const { device, connectFully } = setUpDevice();
    const waiting = device.waitFor(({ connected }) => connected);
    await connectFully();
    await waiting;
    expect(waiting.state).toBe('resolved');
    device.close();
  });

  test('ends when a device that was never connected is closed', async () => {
    const { device, time } = setUpDevice();
    const waiting = device.waitFor(() => false);
    device.close();
    expect(await failureOf(waiting)).toMatchObject({ message: 'Request aborted' });
    expect(time.pending()).toBe(0);
  });

  test('ends when the device is disconnected', async () => {
    const { device, connectFully } = setUpDevice();
    await connectFully();
    const waiting = device.waitFor(() => false);
    device.disconnect();
    expect(await failureOf(waiting)).toMatchObject({ message: 'Request aborted' });
    device.close();
  });

  test('a condition that throws ends it', async () => {
    const { device } = setUpDevice();
    const failing = device.waitFor(() => {
      throw new RangeError('No such thing');
    });
    expect(await failureOf(failing)).toBeInstanceOf(RangeError);
  });
});
