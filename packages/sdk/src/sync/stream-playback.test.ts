import { DeviceMode, HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { streamingDevice } from '../stream/testing/streaming-device.ts';
import { streamPlayback } from './stream-playback.ts';

const points = Array.from({ length: 400 }, (_, index) => ({ t: index * 500, x: index % 2 === 0 ? 20 : 80 }));

async function setUp(options: Partial<Parameters<typeof streamingDevice>[0]> = {}) {
  const set = await streamingDevice({ source: { points }, ...options });
  const { cloud, after, change, stream, device, time } = set;
  cloud.on(
    'PUT /hsp/synctime',
    after(() => change({})),
  );
  const bodies = (path: string) => cloud.requests.filter((request) => request.path === path).map(({ body }) => body);
  const playback = streamPlayback(stream, device);
  /** Awaits a step under fake time. */
  const run = async <T>(step: Promise<T>): Promise<T> => {
    await time.run(1_500);
    return step;
  };
  const now = () => Math.round(device.clock.serverNow());
  return { ...set, playback, bodies, run, now };
}

interface Start {
  readonly start_time: number;
  readonly server_time: number;
}

/** The time of the script at a time of the cloud, as a start at rate 1 has it. */
const scriptMsOf = (start: Start | undefined, atServerMs: number): number =>
  (start?.start_time ?? Number.NaN) - ((start?.server_time ?? Number.NaN) - atServerMs);

describe('a recorded stream as a playback', () => {
  test('starts at the time of the script that is due by then, and sends the device its clock', async () => {
    const { playback, bodies, run, now, phase, stream } = await setUp();
    const atServerMs = now();
    expect(await run(playback.play({ scriptMs: 10_000, atServerMs, rate: 1, loop: false }))).toBe(true);
    expect(phase()).toBe('playing');
    const [start] = bodies('/hsp/play') as Start[];
    expect(start?.start_time).toBeGreaterThan(10_000);
    expect(scriptMsOf(start, atServerMs)).toBe(10_000);
    const [sync] = bodies('/hsp/synctime') as { current_time: number; server_time: number; filter: number }[];
    expect(sync?.filter).toBe(1);
    expect((sync?.current_time ?? 0) - 10_000).toBe((sync?.server_time ?? 0) - atServerMs);
    expect(Math.abs(stream.positionMs() - 11_500)).toBeLessThan(100);
  });

  test('starts at the right time also when a start has to be sent again', async () => {
    const { playback, cloud, bodies, run, now, after, change } = await setUp();
    const answer = after(() => change({ play_state: HspPlayState.PLAYING }));
    let tries = 0;
    cloud.on('PUT /hsp/play', (request) => {
      tries += 1;
      return tries < 2 ? Promise.reject(new TypeError('fetch failed')) : answer(request);
    });
    const atServerMs = now();
    await run(playback.play({ scriptMs: 10_000, atServerMs, rate: 1, loop: false }));
    const [first, second] = bodies('/hsp/play') as Start[];
    expect([first, second].map((start) => scriptMsOf(start, atServerMs))).toEqual([10_000, 10_000]);
    expect(second?.start_time).toBeGreaterThan(10_200);
  });

  test('under a limit of the speed a small deviation is a seek too: a corrected clock would jump', async () => {
    const { playback, bodies, run, now, stream, device } = await setUp();
    device.limits.set({ maxSpeedMmS: 200 });
    await run(playback.play({ scriptMs: 10_000, atServerMs: now(), rate: 1, loop: false }));
    expect(bodies('/hsp/play')).toHaveLength(1);
    const near = Math.round(stream.positionMs()) + 100;
    const atServerMs = now();
    await run(playback.play({ scriptMs: near, atServerMs, rate: 1, loop: false }));
    const [, seek] = bodies('/hsp/play') as Start[];
    expect(Math.abs(scriptMsOf(seek, atServerMs) - near)).toBeLessThanOrEqual(1);
  });

  test('under a limit a correction is a seek where the cloud’s clock was estimated wrong by more than 20 ms', async () => {
    const { playback, bodies, run, now, stream, device } = await setUp();
    device.limits.set({ maxSpeedMmS: 200 });
    await run(playback.play({ scriptMs: 10_000, atServerMs: now(), rate: 1, loop: false }));
    const correction = () => ({ scriptMs: Math.round(stream.positionMs()), atServerMs: now(), filter: 1 });
    await run(playback.syncTime({ ...correction(), byMs: 15 }));
    expect(bodies('/hsp/play')).toHaveLength(1);
    const moment = correction();
    expect(await run(playback.syncTime({ ...moment, byMs: 40 }))).toBe(true);
    const [, seek] = bodies('/hsp/play') as Start[];
    expect(Math.abs(scriptMsOf(seek, moment.atServerMs) - moment.scriptMs)).toBeLessThanOrEqual(1);
    await run(playback.syncTime({ ...correction(), scriptMs: Math.round(stream.positionMs()) + 100 }));
    expect(bodies('/hsp/play')).toHaveLength(3);
    await run(stream.pause());
    await run(playback.syncTime({ ...moment, byMs: 40 }));
    expect(bodies('/hsp/play')).toHaveLength(3);
  });

  test('seeks during playback when it is far off, and else only corrects its clock', async () => {
    const { playback, bodies, run, now, stream } = await setUp();
    await run(playback.play({ scriptMs: 10_000, atServerMs: now(), rate: 1, loop: false }));
    const plays = bodies('/hsp/play').length;
    const near = Math.round(stream.positionMs()) + 100;
    await run(playback.play({ scriptMs: near, atServerMs: now(), rate: 1, loop: false }));
    expect(bodies('/hsp/play')).toHaveLength(plays);
    await run(playback.play({ scriptMs: 60_000, atServerMs: now(), rate: 1, loop: false }));
    expect(bodies('/hsp/play')).toHaveLength(plays + 1);
    expect(bodies('/hsp/play').at(-1)).toMatchObject({ start_time: expect.any(Number) });
    expect(stream.positionMs()).toBeGreaterThan(60_000);
  });

  test('is played again when an earlier pause reached the device after the play', async () => {
    const { playback, bodies, run, now, stream, change } = await setUp();
    await run(playback.play({ scriptMs: 10_000, atServerMs: now(), rate: 1, loop: false }));
    const plays = bodies('/hsp/play').length;
    change({ play_state: HspPlayState.PAUSED });
    const near = Math.round(stream.positionMs());
    expect(await run(playback.play({ scriptMs: near, atServerMs: now(), rate: 1, loop: false }))).toBe(true);
    expect(bodies('/hsp/play')).toHaveLength(plays + 1);
  });

  test('plays at the requested rate', async () => {
    const { playback, bodies, run, now } = await setUp();
    await run(playback.play({ scriptMs: 10_000, atServerMs: now(), rate: 1.5, loop: false }));
    expect(bodies('/hsp/play').at(-1)).toMatchObject({ playback_rate: 1.5 });
  });

  test('corrects the clock by the requested share, or by half', async () => {
    const { playback, bodies, run, now } = await setUp();
    await run(playback.play({ scriptMs: 0, atServerMs: now(), rate: 1, loop: false }));
    const moment = { scriptMs: 2_000, atServerMs: 5_000 };
    expect(await run(playback.syncTime({ ...moment, filter: 0.2 }))).toBe(true);
    await run(playback.syncTime(moment));
    expect(bodies('/hsp/synctime').slice(-2)).toEqual([
      { current_time: 2_000, server_time: 5_000, filter: 0.2 },
      { current_time: 2_000, server_time: 5_000, filter: 0.5 },
    ]);
  });

  test('pauses for a stop if it plays, and sends nothing otherwise', async () => {
    const { playback, cloud, run, now } = await setUp();
    expect(await run(playback.stop())).toBe(false);
    expect(cloud.lines()).not.toContain('PUT /hsp/pause');
    await run(playback.play({ scriptMs: 0, atServerMs: now(), rate: 1, loop: false }));
    await run(playback.stop());
    expect(cloud.lines()).toContain('PUT /hsp/pause');
  });

  test('a stop during the lead-in does not count as the user’s Stop, and the next start leads in again', async () => {
    const { cloud, device, time, now, phase, stream, playback, state, after } = await setUp({ leadIn: {} });
    cloud.on(
      'PUT /hdsp/xpt',
      after(() => ({ state: 0 })),
    );
    const pressed: string[] = [];
    device.store.subscribe(({ stopPhase }) => stopPhase === 'stopping' && pressed.push(stopPhase));
    const first = playback
      .play({ scriptMs: 10_000, atServerMs: now(), rate: 1, loop: false })
      .catch((thrown) => thrown);
    await time.run(200);
    expect(phase()).toBe('leading-in');
    await Promise.all([playback.stop(), time.run(100)]);
    expect([phase(), state().mode, pressed]).toEqual(['paused', DeviceMode.IDLE, []]);
    expect(await first).toMatchObject({ code: 'aborted' });
    void playback.play({ scriptMs: 30_000, atServerMs: now(), rate: 1, loop: false }).catch((thrown) => thrown);
    await time.run(200);
    expect(phase()).toBe('leading-in');
    expect(cloud.lines()).not.toContain('PUT /hsp/play');
    expect(pressed).toEqual([]);
    stream.close();
  });
});
