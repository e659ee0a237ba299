import { describe, expect, test } from 'vitest';
import { failureOf } from '../testing/scripted-device.ts';
import { streamingDevice } from './testing/streaming-device.ts';

/** A live stream that waits, with a function that pushes a point every 100 ms. */
async function liveStream() {
  const set = await streamingDevice({ source: { live: true } });
  const { stream, time, cloud } = set;
  const played = stream.play();
  await time.run(500);
  await played;
  const startMs = time.monotonic();
  const hand = () =>
    time.every(100, () => {
      const t = Math.round(time.monotonic() - startMs);
      stream.push([{ t, x: Math.round(50 + 30 * Math.sin(t / 700)) }]);
    });
  const plays = () => cloud.requests.filter(({ path }) => path === '/hsp/play');
  return { ...set, hand, plays, startMs };
}

describe('a live stream', () => {
  test('waits for its first points, and plays them after its lead', async () => {
    const { stream, time, hand, phase, plays, startMs } = await liveStream();
    expect([phase(), plays()]).toEqual(['waiting', []]);
    stream.push([]);
    expect(phase()).toBe('waiting');
    const leave = hand();
    await time.run(5_000);
    const { leadMs, starvations } = stream.store.getState();
    expect([phase(), starvations]).toEqual(['playing', 0]);
    expect(leadMs).toBeGreaterThan(400);
    expect(Math.abs(time.monotonic() - startMs - stream.positionMs() - leadMs)).toBeLessThan(150);
    leave();
  });

  test('without points ahead it waits again, and plays later ones', async () => {
    const { time, hand, phase } = await liveStream();
    const leave = hand();
    await time.run(3_000);
    leave();
    await time.run(4_000);
    expect(phase()).toBe('waiting');
    const leaveAgain = hand();
    await time.run(3_000);
    expect(phase()).toBe('playing');
    leaveAgain();
  });

  test('ends when it is finished and the last point is played, also while it waits', async () => {
    const { stream, time, hand, phase } = await liveStream();
    const leave = hand();
    await time.run(2_000);
    leave();
    stream.finish();
    expect(phase()).toBe('playing');
    await time.run(3_000);
    expect(phase()).toBe('ended');

    const waiting = await liveStream();
    waiting.stream.finish();
    expect(waiting.phase()).toBe('ended');
  });

  test('gets a longer lead when answers become slow', async () => {
    const { stream, cloud, time, hand, after, player } = await liveStream();
    const leave = hand();
    await time.run(6_000);
    const { leadMs } = stream.store.getState();
    cloud.on('PUT /hsp/add', async (request) => {
      await time.sleep(900);
      return after(() => player.state)(request);
    });
    await time.run(15_000);
    expect(stream.store.getState().leadMs).toBeGreaterThan(leadMs + 300);
    leave();
  });

  test('continues after a pause at the newest points', async () => {
    const { stream, time, hand, phase, plays, startMs } = await liveStream();
    const leave = hand();
    await time.run(3_000);
    void stream.pause();
    await time.run(4_000);
    expect(phase()).toBe('paused');
    void stream.resume();
    await time.run(500);
    expect(phase()).toBe('playing');
    const last = plays().at(-1)?.body as { start_time: number } | undefined;
    expect(time.monotonic() - startMs - (last?.start_time ?? 0)).toBeLessThan(2_000);
    leave();
  });

  test('accepts no point twice and none from the past', async () => {
    const { stream } = await liveStream();
    stream.push([{ t: 500, x: 10 }]);
    const refused = await failureOf(Promise.resolve().then(() => stream.push([{ t: 400, x: 10 }])));
    expect(refused).toMatchObject({ code: 'bad-input' });
  });
});
