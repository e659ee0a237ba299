import { describe, expect, test } from 'vitest';
import { bootDevice, slowPairs } from '../../testing/booted-device.ts';

/** Ten points, one every 100 ms from 0 on, of stream indices 1 to 10. */
async function loaded() {
  const booted = bootDevice();
  await booted.measureClock();
  await booted.add(slowPairs(10), { tail_point_stream_index: 10 });
  const threshold = (tail_point_threshold: number) => booted.device.call('hsp.threshold', { tail_point_threshold });
  return { ...booted, threshold, reachedAt: () => booted.timesOf('hsp_threshold_reached') };
}

describe('the threshold', () => {
  test('set by its own call is reported once, at the instant of its point', async () => {
    const { threshold, play, time, reachedAt, events } = await loaded();
    expect((await threshold(4)).tail_point_stream_index_threshold).toBe(4);
    await play();
    time.advance(5_000);
    expect(reachedAt()).toEqual([300]);
    const event = events.find(({ name }) => name === 'hsp_threshold_reached');
    expect(event?.data).toMatchObject({ current_point: 3, current_time: 300, tail_point_stream_index_threshold: 4 });
  });

  test('set by an add refers to the stream with the new points', async () => {
    const { add, play, time, reachedAt } = await loaded();
    await add(slowPairs(10, 100, 1_000), { tail_point_stream_index: 20, tail_point_threshold: 15 });
    await play();
    time.advance(5_000);
    expect(reachedAt()).toEqual([1_400]);
  });

  test('follows the rate', async () => {
    const { threshold, play, time, reachedAt } = await loaded();
    await threshold(9);
    await play({ playback_rate: 2 });
    time.advance(5_000);
    expect(reachedAt()).toEqual([400]);
  });

  test('whose point has been played already is reported at once', async () => {
    const { threshold, play, time, reachedAt } = await loaded();
    await play();
    time.advance(550);
    await threshold(3);
    time.advance(0);
    expect(reachedAt()).toEqual([550]);
  });

  test('whose point was dropped is reported at once', async () => {
    const { device, threshold, play, time, reachedAt } = await loaded();
    await play();
    time.advance(50);
    await device.call('hsp.add', { points: [{ t: 2_000, x: 0 }], flush: true, tail_point_stream_index: 11 });
    await threshold(3);
    time.advance(0);
    expect(reachedAt()).toEqual([50]);
  });

  test('on a point that is not in the buffer yet waits for it', async () => {
    const { add, threshold, play, time, reachedAt } = await loaded();
    await threshold(12);
    await play();
    time.advance(500);
    await add(slowPairs(5, 100, 1_000), { tail_point_stream_index: 15 });
    time.advance(5_000);
    expect(reachedAt()).toEqual([1_100]);
  });

  test('0 disables it', async () => {
    const { threshold, play, time, reachedAt } = await loaded();
    await threshold(5);
    await play();
    await threshold(0);
    time.advance(5_000);
    expect(reachedAt()).toEqual([]);
  });

  test('waits for a future start, even on the first point', async () => {
    const { threshold, play, time, reachedAt } = await loaded();
    await threshold(1);
    await play({ server_time: time.now() + 700 });
    time.advance(5_000);
    expect(reachedAt()).toEqual([700]);
  });

  test('on the last point is reported before the starving that begins there', async () => {
    const { threshold, play, time, names } = await loaded();
    await threshold(10);
    await play({ pause_on_starving: true });
    time.advance(5_000);
    expect(names().slice(-2)).toEqual(['hsp_threshold_reached', 'hsp_paused_on_starving']);
  });

  test('is not reported during a pause, but after it', async () => {
    const { device, threshold, play, time, reachedAt } = await loaded();
    await threshold(6);
    await play();
    time.advance(200);
    await device.call('hsp.pause', {});
    time.advance(1_000);
    expect(reachedAt()).toEqual([]);
    await device.call('hsp.resume', { pick_up: false });
    time.advance(1_000);
    expect(reachedAt()).toEqual([1_500]);
  });

  test('is reported once also in a loop, and again when it is set again', async () => {
    const { threshold, play, time, reachedAt } = await loaded();
    await threshold(4);
    await play({ loop: true });
    time.advance(2_000);
    expect(reachedAt()).toEqual([300]);
    await threshold(9);
    time.advance(2_000);
    expect(reachedAt()).toEqual([300, 2_600]);
  });
});
