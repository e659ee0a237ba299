import { DeviceMode } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { connectVibratingDevice } from './testing/vibrating-device.ts';
import { createVibrationStream } from './vibration-stream.ts';

/** Ten seconds of slow strokes, then ten of strokes three times as fast. */
const POINTS = [
  ...Array.from({ length: 21 }, (_, step) => ({ t: step * 500, x: step % 2 === 0 ? 20 : 60 })),
  ...Array.from({ length: 60 }, (_, step) => ({ t: 10_166 + step * 166, x: step % 2 === 0 ? 60 : 20 })),
];
const END_MS = 10_166 + 59 * 166;

/** A stream on such a device. */
async function setUp(options: { loop?: boolean; rate?: number } = {}) {
  const { time, device, sent, ...rest } = await connectVibratingDevice();
  const stream = createVibrationStream(device, { time, source: { points: POINTS }, ...options });
  const start = async (fromMs = 0) => {
    const playing = stream.play({ fromMs });
    await time.run(100);
    await playing;
  };
  return {
    ...{ time, device, stream, sent, start, ...rest },
    phase: () => stream.store.getState().phase,
    last: () => Number(sent.at(-1)),
  };
}

describe('points on a device without a slider', () => {
  test('vibrate the stronger the faster they move, and end with the last one', async () => {
    const { time, start, last, phase, stream, vibrates } = await setUp();
    await start();
    expect(phase()).toBe('playing');
    await time.run(5_000);
    const gentle = last();
    expect(gentle).toBeGreaterThan(0.2);
    await time.run(8_000);
    expect(last()).toBeGreaterThan(gentle * 1.4);
    await time.run(END_MS - 13_000);
    expect([phase(), vibrates(), stream.positionMs()]).toEqual(['ended', false, END_MS]);
  });

  test('begin again where they are repeated, until they are stopped', async () => {
    const { time, start, phase, stream, vibrates } = await setUp({ loop: true });
    await start(END_MS - 1_000);
    await time.run(3_000);
    expect(phase()).toBe('playing');
    expect(stream.positionMs()).toBeGreaterThan(1_900);
    expect(stream.positionMs()).toBeLessThan(2_300);
    const stopped = stream.stop();
    await time.run(1_000);
    await stopped;
    expect([phase(), vibrates()]).toEqual(['stopped', false]);
    await time.run(30_000);
    expect(vibrates()).toBe(false);
  });

  test('rest while they are paused, and go on from there, at another rate too', async () => {
    const { time, start, phase, stream, vibrates } = await setUp();
    await start(2_000);
    await time.run(900);
    const paused = stream.pause();
    await time.run(5_000);
    await paused;
    expect([phase(), vibrates(), stream.positionMs()]).toEqual(['paused', false, 3_000]);
    const resumed = stream.resume();
    await time.run(1_000);
    await resumed;
    expect(vibrates()).toBe(true);
    const faster = stream.setRate(2);
    await time.run(1_000);
    await faster;
    expect(stream.positionMs()).toBe(6_000);
  });

  test('change while they play, from the same place on', async () => {
    const { time, start, last, stream } = await setUp();
    await start(4_000);
    const changed = stream.replaceFrom(4_000, [
      { t: 4_500, x: 0 },
      { t: 19_000, x: 0 },
    ]);
    await time.run(2_500);
    await changed;
    expect(last()).toBe(0);
    expect(stream.positionMs()).toBe(6_600);
  });

  test('end at a Stop, when the device is lost, and when another mode takes over', async () => {
    for (const [end, phase] of [
      [({ device }) => void device.stop(), 'stopped'],
      [({ cloud }) => cloud.stream.send('device_disconnected', {}), 'interrupted'],
      [({ enter }) => enter(DeviceMode.HAMP), 'taken-over'],
    ] satisfies readonly [(world: Awaited<ReturnType<typeof setUp>>) => void, string][]) {
      const world = await setUp();
      await world.start();
      end(world);
      await world.time.run(1_000);
      expect(world.phase()).toBe(phase);
      const count = world.sent.filter((strength) => strength !== 'stop').length;
      await world.time.run(5_000);
      expect(world.sent.filter((strength) => strength !== 'stop')).toHaveLength(count);
    }
  });

  test('stop the device when their page is closed, and fail with the reason that a refusal has', async () => {
    const { time, start, stream, vibrates, phase } = await setUp();
    await start();
    stream.close();
    await time.run(1_000);
    expect([vibrates(), phase()]).toEqual([false, 'closed']);
    const refused = await setUp();
    refused.cloud.on('PUT /hvp/state', () => ({
      error: { code: 4001, name: 'x', message: 'Not now', connected: true },
    }));
    const failure = refused.stream.play().catch((error: Error) => error.message);
    await refused.time.run(500);
    expect([await failure, refused.phase()]).toEqual([expect.stringContaining('Not now'), 'failed']);
  });
});

describe.each(['counts', 'stands'] as const)('after the machine slept, and its monotonic clock %s', (monotonic) => {
  test.each([false, true])('points that were played vibrate no more, whether repeated or not (%s)', async (loop) => {
    const { time, start, phase, sent, vibrates, device } = await setUp({ loop });
    await start();
    await time.run(5_000);
    const before = sent.length;
    time.suspend(3 * 3_600_000, monotonic);
    await time.run(60_000);
    expect([phase(), vibrates()]).toEqual(['stopped', false]);
    expect(sent.slice(before).filter((strength) => typeof strength === 'number')).toEqual([]);
    device.close();
  });
});
