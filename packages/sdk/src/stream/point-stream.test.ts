import { describe, expect, test } from 'vitest';
import { jsonResponse } from '../testing/scripted-cloud.ts';
import { failureOf } from '../testing/scripted-device.ts';
import { streamingDevice } from './testing/streaming-device.ts';

const points = Array.from({ length: 1_000 }, (_, index) => ({
  t: index * 100,
  x: 50 + Math.round(30 * Math.sin(index)),
}));
const source = { points };

describe('a recorded stream', () => {
  test('is set up, played with its first points, and filled, by no more requests than needed', async () => {
    const { stream, cloud, time, phase } = await streamingDevice({ source, features: { leases: true } });
    const played = stream.play();
    expect(phase()).toBe('starting');
    await time.run(5_000);
    await played;
    expect(cloud.lines()).toEqual([
      'PUT /hsp/setup',
      'PUT /hsp/play',
      ...Array.from({ length: 9 }, () => 'PUT /hsp/add'),
    ]);
    expect(stream.store.getState()).toMatchObject({
      phase: 'playing',
      sentPoints: 1_000,
      leadMs: Infinity,
      error: undefined,
    });
    expect(stream.store.getState().bufferedMs).toBeGreaterThan(90_000);
    expect(stream.store.getState().headroomMs).toBeLessThan(stream.store.getState().bufferedMs);
  });

  test('is sent in requests of the set size, refilled at the set share', async () => {
    const amounts = { pointsPerRequest: 20, refillShare: 0.25, leadMs: 8_000 };
    const { stream, cloud, time } = await streamingDevice({ source, ...amounts });
    void stream.play();
    await time.run(1_000);
    const sent = stream.store.getState().sentPoints;
    expect(sent).toBeGreaterThanOrEqual(80);
    const before = cloud.lines().length;
    await time.run(4_000);
    expect(cloud.lines()).toHaveLength(before);
    await time.run(4_000);
    expect(cloud.lines().length).toBeGreaterThan(before);
    for (const { body } of cloud.requests) {
      const { points: batch = [] } = (body ?? {}) as { points?: unknown[] };
      expect(batch.length).toBeLessThanOrEqual(20);
    }
  });

  test.each([
    { pointsPerRequest: 0 },
    { pointsPerRequest: 101 },
    { refillShare: 0 },
    { refillShare: 1 },
    { leadMs: 0 },
  ])('refuses %o', async (amounts) => {
    await expect(streamingDevice({ source, ...amounts })).rejects.toMatchObject({ code: 'bad-input' });
  });

  test('its first change after play is to the move to the start', async () => {
    const { stream, time } = await streamingDevice({ source, leadIn: {} });
    const phases: string[] = [];
    stream.store.subscribe(({ phase }) => phases.push(phase));
    void stream.play();
    await time.run(200);
    expect(phases[0]).toBe('leading-in');
  });

  test('has another number each time it is set up; reports of older ones and of others are ignored', async () => {
    const { stream, cloud, time, phase, player, change } = await streamingDevice({ source });
    void stream.play();
    await time.run(1_000);
    const first = stream.store.getState().streamId;
    void stream.stop();
    await time.run(1_000);
    void stream.play();
    await time.run(200);
    expect(stream.store.getState().streamId).not.toBe(first);
    cloud.stream.send('hsp_starving', { ...player.state, stream_id: first, play_state: 4 });
    cloud.stream.send('hsp_starving', { ...player.state, stream_id: 12, play_state: 4 });
    await time.run(3_500);
    expect(stream.store.getState()).toMatchObject({ phase: 'playing', starvations: 0 });
    cloud.stream.send('hsp_state_changed', { ...change({}), stream_id: 12 });
    await time.run(100);
    expect(phase()).toBe('taken-over');
  });

  test('that the device pauses by itself is paused, and the user can resume', async () => {
    const { stream, cloud, time, change, phase } = await streamingDevice({ source });
    void stream.play();
    await time.run(4_000);
    cloud.stream.send('hsp_state_changed', change({ play_state: 3, current_time: 3_500 }));
    await time.run(100);
    expect([phase(), stream.positionMs()]).toEqual(['paused', 3_500]);
    void stream.resume();
    await time.run(100);
    expect(phase()).toBe('playing');
    expect(cloud.requests.findLast(({ path }) => path === '/hsp/play')?.body).toMatchObject({ start_time: 3_500 });
  });

  test('that starves is rejoined, once for each report, and finally steps down', async () => {
    const { stream, cloud, time, player, phase } = await streamingDevice({ source });
    cloud.on('PUT /hsp/add', () => jsonResponse({}, 503));
    void stream.play();
    for (let round = 1; round <= 3; round += 1) {
      await time.run(11_000);
      expect(stream.store.getState().starvations).toBe(round);
    }
    expect(stream.store.getState()).toMatchObject({ steppedDown: 1, minGapMs: 100 });
    expect(phase()).toBe('playing');
    expect(player.state.points).toBe(100);
  });

  test('that cannot be started has the reason, and stops a motion that may have started', async () => {
    const { stream, cloud, time, phase } = await streamingDevice({ source });
    cloud.on('PUT /hsp/play', () => ({ error: { code: 4000, name: 'X', message: 'No', connected: true } }));
    const failed = failureOf(stream.play());
    await time.run(5_000);
    expect(await failed).toMatchObject({ code: 'refused' });
    expect(phase()).toBe('failed');
    expect(stream.store.getState().error?.code).toBe('refused');
    expect(cloud.lines()).toContain('PUT /hsp/stop');
  });

  test('becomes a Stop after a pause without an answer', async () => {
    const { stream, cloud, time, phase } = await streamingDevice({ source });
    void stream.play();
    await time.run(1_000);
    cloud.on('PUT /hsp/pause', () => Promise.reject(new TypeError('fetch failed')));
    const failed = failureOf(stream.pause());
    await time.run(2_000);
    expect(await failed).toMatchObject({ code: 'network' });
    expect(phase()).toBe('stopped');
    expect(cloud.lines()).toContain('PUT /hsp/stop');
  });

  test('uses the stop of its mode if a pause exceeds the request limit, which does not count as a press of Stop', async () => {
    const { stream, cloud, time, phase, device } = await streamingDevice({ source });
    void stream.play();
    await time.run(1_000);
    cloud.on('PUT /hsp/pause', () => jsonResponse({ error: 'Too many requests' }, 429));
    const failed = failureOf(stream.pause());
    await time.run(2_000);
    expect(await failed).toMatchObject({ code: 'rate-limited' });
    expect([phase(), device.store.getState().stopPhase]).toEqual(['paused', 'none']);
    expect(cloud.lines()).toContain('PUT /hsp/stop');
  });

  test('stops the device when it is closed, and does not play again', async () => {
    const { stream, cloud, time, phase } = await streamingDevice({ source });
    void stream.play();
    await time.run(1_000);
    stream.close();
    await time.run(1_000);
    expect(cloud.lines()).toContain('PUT /hsp/stop');
    const moves = () => cloud.lines().filter((line) => line.startsWith('PUT')).length;
    const before = moves();
    expect(await failureOf(stream.play())).toMatchObject({ code: 'not-initialized' });
    await time.run(60_000);
    expect([phase(), moves()]).toEqual(['closed', before]);
  });

  test('ends by itself, and stops the device', async () => {
    const { stream, cloud, time, phase } = await streamingDevice({ source: { points: points.slice(0, 20) } });
    void stream.play();
    await time.run(2_500);
    expect(phase()).toBe('ended');
    expect(stream.store.getState()).toMatchObject({ playedPoints: 20, starvations: 0 });
    expect(cloud.lines()).toContain('PUT /hsp/stop');
  });
});

describe('invalid input', () => {
  test('is refused with a reason', async () => {
    const { stream, device, time } = await streamingDevice({ source });
    const refused = async (run: () => unknown) => (await failureOf(Promise.resolve().then(run))) as { code: string };
    for (const run of [
      () => stream.pause(),
      () => stream.seek(-1),
      () => stream.setRate(0),
      () => stream.push([{ t: 0, x: 0 }]),
      () => stream.finish(),
      () => stream.replaceFrom(0, [{ t: 5, x: 101 }]),
      () => stream.replaceFrom(10, [{ t: 5, x: 0 }]),
    ])
      expect((await refused(run)).code).toBe('bad-input');
    const { createPointStream } = await import('./point-stream.ts');
    expect(() => createPointStream(device, { time, source: { points: [{ t: 0, x: 0 }] }, loop: true })).toThrow(
      'A loop needs',
    );
    expect(() => createPointStream(device, { time, source, rate: -1 })).toThrow('The rate must be above 0');
    const live = createPointStream(device, { time, source: { live: true } });
    for (const run of [
      () => live.seek(0),
      () => live.setRate(2),
      () => live.setLoop(true),
      () => live.replaceFrom(0, []),
    ])
      expect((await refused(run)).code).toBe('bad-input');
    live.finish();
    expect((await refused(() => live.push([{ t: 0, x: 0 }]))).code).toBe('bad-input');
  });
});
