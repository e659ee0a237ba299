import { DeviceMode } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../testing/scripted-device.ts';
import { streamingDevice } from './testing/streaming-device.ts';

const points = Array.from({ length: 200 }, (_, index) => ({ t: index * 500, x: index % 2 === 0 ? 20 : 80 }));
const source = { points };

interface Play {
  readonly start_time: number;
  readonly playback_rate?: number;
  readonly add?: { readonly points: readonly { readonly t: number; readonly x: number }[]; readonly flush: boolean };
}

/** A stream that has played for two seconds. */
async function playingStream(options: Partial<Parameters<typeof streamingDevice>[0]> = {}) {
  const set = await streamingDevice({ source, ...options });
  const { stream, time, cloud } = set;
  void stream.play();
  await time.run(2_000);
  const lastPlay = () => cloud.requests.findLast(({ path }) => path === '/hsp/play')?.body as Play;
  const plays = () => cloud.lines().filter((line) => line === 'PUT /hsp/play').length;
  return { ...set, lastPlay, plays };
}

describe('a change during playback', () => {
  test('a seek is one request, with the points to the new course in it', async () => {
    const { stream, time, cloud, lastPlay, phase } = await playingStream();
    const before = cloud.lines().length;
    const sought = stream.seek(40_000);
    await time.run(30);
    await sought;
    expect(cloud.lines().slice(before)[0]).toBe('PUT /hsp/play');
    expect(lastPlay()).toMatchObject({ start_time: 40_000, add: { flush: true } });
    await time.run(1_000);
    expect(phase()).toBe('playing');
    expect(stream.positionMs()).toBeGreaterThan(40_500);
  });

  test('of seeks that are faster than answers only the newest is sent', async () => {
    const { stream, time, lastPlay, plays } = await playingStream();
    const before = plays();
    for (const ms of [10_000, 20_000, 30_000, 50_000]) void stream.seek(ms);
    await time.run(500);
    expect(plays() - before).toBe(2);
    expect(lastPlay().start_time).toBe(50_000);
  });

  test('a seek beyond the end moves to the end', async () => {
    const { stream, time, phase } = await playingStream();
    void stream.seek(1e9);
    await time.run(2_000);
    expect(phase()).toBe('ended');
  });

  test('another rate continues at the current time, with the points in the device', async () => {
    const { stream, time, lastPlay } = await playingStream();
    const atMs = stream.positionMs();
    void stream.setRate(2);
    await time.run(1_000);
    expect(lastPlay().playback_rate).toBe(2);
    expect(Math.abs(lastPlay().start_time - atMs)).toBeLessThan(100);
    expect(stream.positionMs() - atMs).toBeGreaterThan(1_800);
  });

  test('another rate keeps the place of a seek that waits for the answer to an earlier one', async () => {
    const { stream, time, lastPlay } = await playingStream();
    void stream.seek(20_000);
    void stream.seek(60_000);
    void stream.setRate(1.5);
    await time.run(1_000);
    expect(lastPlay()).toMatchObject({ start_time: 60_000, playback_rate: 1.5, add: { flush: true } });
  });

  test('so does a loop that is switched on', async () => {
    const { stream, time, lastPlay } = await playingStream();
    void stream.seek(20_000);
    void stream.seek(60_000);
    void stream.setLoop(true);
    await time.run(1_000);
    expect(lastPlay()).toMatchObject({ start_time: 60_000, add: { flush: true } });
  });

  test('a seek in a pause counts, also before the pause has its answer', async () => {
    const { stream, time, lastPlay } = await playingStream();
    void stream.pause();
    void stream.seek(60_000);
    await time.run(1_000);
    void stream.play();
    await time.run(1_000);
    expect(lastPlay()).toMatchObject({ start_time: 60_000 });
  });

  test('replaced points are joined from a time on, and earlier ones stay', async () => {
    const { stream, time, lastPlay, phase } = await playingStream();
    void stream.replaceFrom(2_550, [
      { t: 2_600, x: 0 },
      { t: 9_000, x: 0 },
    ]);
    await time.run(500);
    const sent = lastPlay().add?.points ?? [];
    expect(sent.at(-1)).toEqual({ t: 9_000, x: 0 });
    expect(sent.some(({ t }) => t > 2_600 && t < 9_000)).toBe(true);
    await time.run(9_000);
    expect(phase()).toBe('ended');
  });

  test('looped, it begins again at its end; no longer looped, it ends', async () => {
    const { stream, time, phase } = await playingStream({ source: { points: points.slice(0, 10) } });
    void stream.setLoop(true);
    await time.run(10_000);
    expect(phase()).toBe('playing');
    expect(stream.positionMs()).toBeLessThanOrEqual(4_500);
    expect(await failureOf(stream.replaceFrom(0, [{ t: 0, x: 5 }]))).toMatchObject({ code: 'bad-input' });
    void stream.setLoop(false);
    await time.run(6_000);
    expect(phase()).toBe('ended');
  });
});

describe('a change while nothing plays', () => {
  test('a seek that is paused before its answer keeps its place', async () => {
    const { stream, time, cloud, after, change, phase, lastPlay } = await playingStream();
    const answer = after(() => change({ play_state: 1, current_time: 20_000 }));
    cloud.on('PUT /hsp/play', (request) => time.sleep(500).then(() => answer(request)));
    void failureOf(stream.seek(20_000));
    await time.run(10);
    void stream.pause();
    await time.run(100);
    expect([phase(), Math.round(stream.positionMs() / 1_000)]).toEqual(['paused', 20]);
    void stream.resume();
    await time.run(2_000);
    expect([phase(), Math.round(lastPlay().start_time / 1_000)]).toEqual(['playing', 20]);
  });

  test('counts from the next play on', async () => {
    const { stream, time, lastPlay } = await playingStream();
    void stream.pause();
    await time.run(200);
    void stream.seek(60_000);
    void stream.setRate(0.5);
    await time.run(200);
    expect(stream.positionMs()).toBe(60_000);
    void stream.resume();
    await time.run(500);
    expect(lastPlay()).toMatchObject({ start_time: 60_000, playback_rate: 0.5 });
    expect(await failureOf(stream.seek(Number.NaN))).toMatchObject({ code: 'bad-input' });
  });

  test('a play from another time during playback is a seek, and one from the same time does nothing', async () => {
    const { stream, time, plays, lastPlay } = await playingStream();
    const before = plays();
    await stream.play();
    expect(plays()).toBe(before);
    void stream.play({ fromMs: 70_000 });
    await time.run(200);
    expect(lastPlay().start_time).toBe(70_000);
    void stream.pause();
    await time.run(100);
    void stream.pause();
    void stream.play({ fromMs: 5_000 });
    await time.run(200);
    expect(lastPlay().start_time).toBe(5_000);
  });
});

describe('changes of the device', () => {
  test.each([
    ['a Stop', 'stopped'],
    ['another mode', 'taken-over'],
    ['a stop at the device', 'stopped'],
    ['its loss', 'interrupted'],
  ])('%s ends it as %s, and nothing is sent from then on', async (what, ended) => {
    const { device, time, cloud, change, phase } = await playingStream();
    if (what === 'a Stop') void device.stop();
    else if (what === 'another mode') cloud.stream.send('mode_changed', { mode: 0, mode_session_id: 9 });
    else if (what === 'its loss') cloud.stream.send('device_disconnected', { reason: 'test' });
    else cloud.stream.send('hsp_state_changed', change({ play_state: 2 }));
    await time.run(1_500);
    expect(phase()).toBe(ended);
    const moves = () => cloud.lines().filter((line) => /hsp\/(play|add)/.test(line)).length;
    const before = moves();
    await time.run(40_000);
    expect(moves()).toBe(before);
  });

  test('a refusal because another client has control is a takeover', async () => {
    const { stream, cloud, time, phase } = await playingStream();
    cloud.on('PUT /hsp/play', () => ({ error: { code: 100016, name: 'X', message: 'Held', connected: true } }));
    const failed = failureOf(stream.seek(50_000));
    await time.run(2_000);
    expect(await failed).toMatchObject({ code: expect.any(String) });
    expect(['taken-over', 'failed']).toContain(phase());
  });

  test('an add answered for another stream is a takeover', async () => {
    const { cloud, time, phase, after, player } = await playingStream({ leadMs: 5_000 });
    cloud.on(
      'PUT /hsp/add',
      after(() => ({ ...player.state, stream_id: 4_711 })),
    );
    await time.run(10_000);
    expect(phase()).toBe('taken-over');
  });

  test('a reported threshold causes an earlier refill', async () => {
    const { cloud, time, player } = await playingStream({ features: { leases: false }, leadMs: 10_000 });
    const before = cloud.lines().filter((line) => line === 'PUT /hsp/add').length;
    await time.run(4_000);
    cloud.stream.send('hsp_threshold_reached', { ...player.state, play_state: 1, current_time: 6_000 });
    await time.run(4_000);
    expect(cloud.lines().filter((line) => line === 'PUT /hsp/add').length).toBeGreaterThan(before);
  });

  test('a play without an answer is repeated until there is one', async () => {
    const { stream, cloud, time, phase, after, change } = await playingStream();
    let tries = 0;
    const answer = after(() => change({ play_state: 1 }));
    cloud.on('PUT /hsp/play', (request) => {
      tries += 1;
      return tries < 4 ? Promise.reject(new TypeError('fetch failed')) : answer(request);
    });
    const sought = stream.seek(30_000);
    await time.run(5_000);
    await sought;
    expect([tries, phase()]).toEqual([4, 'playing']);
  });

  test('a play that is never answered is abandoned after half a minute, and the device stopped', async () => {
    const { stream, cloud, time, phase } = await playingStream();
    cloud.on('PUT /hsp/play', () => Promise.reject(new TypeError('fetch failed')));
    const failed = failureOf(stream.seek(30_000));
    await time.run(40_000);
    expect(await failed).toMatchObject({ code: 'network' });
    expect(phase()).toBe('failed');
    expect(cloud.lines()).toContain('PUT /hsp/stop');
  });

  test('a pause during the start stops the device, and does not count as a press of Stop', async () => {
    const { stream, cloud, time, phase, state } = await streamingDevice({ source });
    const aborted = failureOf(stream.play());
    await time.run(5);
    void stream.pause();
    await time.run(1_000);
    expect(await aborted).toMatchObject({ code: 'aborted' });
    expect([phase(), state().mode, state().stopPhase]).toEqual(['paused', DeviceMode.IDLE, 'none']);
    expect(cloud.lines()).not.toContain('PUT /hsp/play');
  });

  test('the slider moves to the start first, unless that is switched off', async () => {
    const { stream, cloud, time, phase } = await streamingDevice({ source, leadIn: {} });
    const refused = failureOf(stream.play());
    await time.run(10);
    expect(phase()).toBe('leading-in');
    await time.run(20_000);
    expect(cloud.lines()).toContain('GET /slider/stroke');
    expect(await refused).toMatchObject({ code: expect.any(String) });
    expect(cloud.lines()).not.toContain('PUT /hsp/play');
  });
});

describe('a change while a resumed play waits for an older one', () => {
  /** A stream that was paused and resumed while the play of a seek had no answer yet; that one is executed after 2 s. */
  async function waitingStream() {
    const set = await playingStream();
    const { stream, cloud, time, after, change, player } = set;
    const waysMs = [2_000];
    const answer = after((body) => {
      const { add, start_time } = body as Play;
      if (add) change({ points: add.points.length, last_point_time: add.points.at(-1)?.t ?? 0 });
      return change({ play_state: 1, current_time: start_time });
    });
    cloud.on('PUT /hsp/play', async (request) => {
      await time.sleep(waysMs.shift() ?? 0);
      return answer(request);
    });
    void failureOf(stream.seek(20_000));
    await time.run(10);
    void stream.pause();
    await time.run(100);
    const resumed = stream.resume().then(
      () => 'plays',
      ({ code }: { code: string }) => code,
    );
    await time.run(100);
    return { ...set, resumed, isPlaying: () => player.state.play_state === 1 };
  }

  test('of the rate counts for that play', async () => {
    const { stream, time, resumed, phase, lastPlay, isPlaying } = await waitingStream();
    void stream.setRate(1.5);
    await time.run(20_000);
    expect([await resumed, phase(), isPlaying()]).toEqual(['plays', 'playing', true]);
    expect(lastPlay().playback_rate).toBe(1.5);
    expect(Math.abs(stream.positionMs() - 20_000 - 18_000 * 1.5)).toBeLessThan(1_500);
  });

  test('of the place counts for that play, also with another rate after it', async () => {
    const { stream, time, resumed, phase, lastPlay } = await waitingStream();
    void stream.seek(60_000);
    void stream.setRate(1.5);
    await time.run(5_000);
    expect([await resumed, phase()]).toEqual(['plays', 'playing']);
    expect(lastPlay()).toMatchObject({ start_time: 60_000, playback_rate: 1.5, add: { flush: true } });
  });

  test('of the points counts for that play, also where it is paused and resumed once more', async () => {
    const { stream, time, phase, lastPlay, isPlaying } = await waitingStream();
    const replaced = failureOf(
      stream.replaceFrom(20_000, [
        { t: 20_000, x: 10 },
        { t: 40_000, x: 10 },
      ]),
    );
    await time.run(10);
    const paused = stream.pause();
    await time.run(3_000);
    await paused;
    expect(await replaced).toMatchObject({ code: 'aborted' });
    expect([phase(), isPlaying()]).toEqual(['paused', false]);
    void stream.resume();
    await time.run(500);
    expect(phase()).toBe('playing');
    expect(lastPlay().add?.points.at(-1)).toEqual({ t: 40_000, x: 10 });
  });

  test('by a play from another time is a seek', async () => {
    const { stream, time, cloud, phase, lastPlay } = await waitingStream();
    void stream.play();
    void stream.play({ fromMs: 70_000 });
    await time.run(5_000);
    expect([phase(), lastPlay().start_time]).toEqual(['playing', 70_000]);
    expect(cloud.lines().filter((line) => line === 'PUT /hsp/setup')).toHaveLength(1);
  });
});
