import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { DeviceError, toDeviceError } from '../errors.ts';
import { createPlaySender } from './play-sender.ts';

const HOUR_MS = 3_600_000;

/** A sender whose attempts fail while the network is down; the outcome of each start. */
function setUp() {
  const time = createFakeTime();
  const network = { isDown: true };
  const sent: number[] = [];
  const outcomes: string[] = [];
  const sender = createPlaySender({
    time,
    async attempt() {
      sent.push(time.monotonic());
      if (network.isDown) throw new DeviceError('network', 'gone');
    },
    onPlaying: () => outcomes.push('playing'),
  });
  const start = () =>
    sender.start({ place: (atMs) => ({ atMs, streamMs: 0 }), reuse: false }).then(
      () => outcomes.push('done'),
      (thrown: unknown) => outcomes.push(toDeviceError(thrown).code),
    );
  return { time, network, sent, outcomes, start };
}

describe('a play that could not be sent', () => {
  test('is repeated for half a minute', async () => {
    const { time, network, sent, outcomes, start } = setUp();
    void start();
    await time.run(25_000);
    network.isDown = false;
    await time.run(2_000);
    expect(outcomes).toEqual(['playing', 'done']);
    expect(sent.at(-1)).toBeLessThan(30_000);
  });

  test.each(['monotonic', 'wall'] as const)(
    'is not sent after hours of sleep, which the %s clock counts',
    async (clock) => {
      const { time, network, sent, outcomes, start } = setUp();
      void start();
      await time.run(5_000);
      const before = sent.length;
      time.suspend(HOUR_MS, clock === 'monotonic' ? 'counts' : 'stands');
      network.isDown = false;
      await time.run(10_000);
      expect(sent).toHaveLength(before);
      expect(outcomes).toEqual(['network']);
    },
  );

  test('does not hold up a newer one', async () => {
    const { time, network, outcomes, start } = setUp();
    void start();
    await time.run(29_000);
    void start();
    await time.run(10_000);
    network.isDown = false;
    await time.run(2_000);
    expect(outcomes).toEqual(['playing', 'done', 'done']);
  });
});
