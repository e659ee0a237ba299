import { describe, expect, test } from 'vitest';
import { failureOf, setUpDevice } from '../testing/scripted-device.ts';

describe('waiting for a condition', () => {
  test('looks every 100 ms unless told otherwise', async () => {
    const { device, time } = setUpDevice();
    for (const [stepMs, looksInASecond] of [
      [undefined, 11],
      [250, 5],
    ] as const) {
      let looks = 0;
      const waiting = device.waitFor(() => {
        looks += 1;
        return false;
      }, stepMs);
      await time.run(1_000);
      expect(looks).toBe(looksInASecond);
      waiting.cancel();
      expect(await failureOf(waiting)).toMatchObject({ code: 'aborted', message: 'Request aborted' });
    }
    await time.run(1_000);
    expect(time.pending()).toBe(0);
  });

  test('ends when the state is as wanted, at once where it is already', async () => {
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

  test('ends when the device is let go', async () => {
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
