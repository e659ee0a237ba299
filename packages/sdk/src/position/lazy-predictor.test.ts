import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { createLeanDevice } from '../lean-device.ts';
import { handy } from '../testing/predicted-device.ts';
import { setUpDevice } from '../testing/scripted-device.ts';
import { createLazyPredictor } from './lazy-predictor.ts';
import { createPositionPredictor } from './predictor.ts';

describe('a device whose predictor is loaded later', () => {
  test('gives the position once it is loaded, without a call for it', async () => {
    const { device, connectFully, time } = setUpDevice({ create: createLeanDevice });
    expect(device.position.at()).toBeUndefined();
    await connectFully();
    await expect
      .poll(async () => {
        await time.run(100);
        return device.position.at()?.positionMm;
      })
      .toBeCloseTo(53.9);
  });

  test('works without it if loading fails, and loads again with the next call', async () => {
    let tries = 0;
    const late = createLazyPredictor(
      () => {
        tries += 1;
        return Promise.reject(new TypeError('Failed to fetch'));
      },
      () => undefined,
    );
    expect(tries).toBe(0);
    for (let call = 1; call <= 2; call += 1) {
      const { answered, failed } = late.commandSent(handy, 'slider.state', {});
      answered(handy, {});
      failed();
      await expect.poll(() => tries).toBe(call);
      await new Promise(setImmediate);
    }
    expect([late.at(handy, 0), late.inStroke01(handy, 0), late.readings(), late.uncertaintyMm(0)]).toEqual([
      undefined,
      undefined,
      [],
      0,
    ]);
  });

  test('knows the scripts that were registered before', async () => {
    const time = createFakeTime(0);
    let isThere = false;
    const late = createLazyPredictor(
      async () => createPositionPredictor(time, (monotonicMs) => monotonicMs),
      () => {
        isThere = true;
      },
    );
    const points = [
      { t: 0, x: 0 },
      { t: 1_000, x: 100 },
    ];
    late.knowScript('https://scripts.test/one', points);
    late.commandSent(handy, 'info.info', {});
    await expect.poll(() => isThere).toBe(true);
    late.knowScript('https://scripts.test/two', points);
    for (const url of ['https://scripts.test/one', 'https://scripts.test/two']) {
      late.commandSent(handy, 'hssp.setup', { url }).answered(handy, { stream_id: 9, play_state: 2 });
      late
        .commandSent(handy, 'hssp.play', { start_time: 0, server_time: 0 })
        .answered(handy, { stream_id: 9, play_state: 1, current_time: 0 });
      expect(late.at(handy, 10)?.basis).toBe('plan');
    }
    late.forget();
    expect(late.at(handy, 10)).toBeUndefined();
  });
});
