import { describe, expect, test } from 'vitest';
import { failureOf, infoOf } from '../testing/scripted-device.ts';
import { streamingDevice } from './testing/streaming-device.ts';

const points = Array.from({ length: 200 }, (_, index) => ({ t: index * 500, x: index % 2 === 0 ? 20 : 80 }));
/** The same points for a while, and others from then on. */
const CHANGES_AT_MS = 4_000;
const continued = points.map(({ t, x }) => ({ t, x: t < CHANGES_AT_MS ? x : 100 - x }));
const sids = { boot_session_id: 7, socket_session_id: 0, mode_session_id: 2 };

interface Add {
  readonly points: readonly { readonly t: number; readonly x: number }[];
  readonly flush: boolean;
}

/** A stream that has played for two seconds. */
async function playingStream(options: Partial<Parameters<typeof streamingDevice>[0]> = {}) {
  const set = await streamingDevice({ source: { points }, ...options });
  const { stream, time, cloud } = set;
  void stream.play();
  await time.run(2_000);
  cloud.requests.length = 0;
  const bodies = <T>(path: string) => cloud.requests.filter((one) => one.path === path).map(({ body }) => body as T);
  return { ...set, adds: () => bodies<Add>('/hsp/add'), plays: () => bodies<{ readonly add?: Add }>('/hsp/play') };
}

describe('points that a stream is continued with', () => {
  test('replace the ones in the device without another start, from the present leg on', async () => {
    const { stream, time, adds, plays, phase } = await playingStream();
    const atMs = stream.positionMs();
    stream.continueWith(continued);
    await time.run(500);
    const [add] = adds();
    expect(add?.flush).toBe(true);
    expect(add?.points).toEqual(
      continued.filter(({ t }) => t >= Math.floor(atMs / 500) * 500).slice(0, add?.points.length),
    );
    expect(add?.points.some(({ t }) => t > CHANGES_AT_MS)).toBe(true);
    expect([plays(), phase(), stream.positionMs() - atMs]).toEqual([[], 'playing', 500]);
    await time.run(100_000);
    expect([phase(), stream.store.getState().starvations]).toEqual(['ended', 0]);
  });

  test('twice in a row are sent twice at most, and the newest are played', async () => {
    const { stream, time, adds, player } = await playingStream();
    stream.continueWith(continued);
    const short = continued.slice(0, 20);
    stream.continueWith(short);
    await time.run(500);
    expect(adds().length).toBeLessThanOrEqual(2);
    expect(adds().at(-1)).toMatchObject({ flush: true });
    expect(player.state.last_point_time).toBe(short.at(-1)?.t);
  });

  test('count from the next play on while nothing plays', async () => {
    const { stream, time, adds, plays } = await playingStream();
    void stream.pause();
    await time.run(200);
    stream.continueWith(continued);
    await time.run(200);
    expect([adds(), plays()]).toEqual([[], []]);
    void stream.resume();
    await time.run(500);
    expect(plays()[0]?.add?.points).toContainEqual({ t: CHANGES_AT_MS, x: 80 });
  });

  describe('while the device is away', () => {
    /** A device of known sessions, whose stream has just been interrupted. */
    async function interrupted() {
      const set = await playingStream();
      const { stream, time, cloud } = set;
      const comeBack = async () => {
        cloud.stream.send('device_connected', { connected: true, info: infoOf('01HZ0001') });
        await time.run(2_000);
      };
      const leave = async () => {
        cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: '', timestamp: '' });
        await time.run(500);
      };
      cloud.on('GET /sids', () => ({ result: sids }));
      await leave();
      await comeBack();
      void stream.play({ fromMs: 2_000 });
      await time.run(1_000);
      return { ...set, leave, comeBack };
    }

    test('are sent anew when it is back', async () => {
      const { stream, cloud, plays, phase, leave, comeBack } = await interrupted();
      cloud.requests.length = 0;
      await leave();
      expect(phase()).toBe('interrupted');
      stream.continueWith(continued);
      await comeBack();
      expect(phase()).toBe('playing');
      expect(plays()[0]?.add).toMatchObject({ flush: true });
      expect(plays()[0]?.add?.points).toContainEqual({ t: 2 * CHANGES_AT_MS, x: 80 });
    });

    test('begin from the slider when a limit of the speed becomes lower', async () => {
      const { device, cloud, plays, phase, leave, comeBack } = await interrupted();
      cloud.requests.length = 0;
      await leave();
      device.limits.set({ maxSpeedMmS: 40 });
      await comeBack();
      expect(phase()).toBe('playing');
      const sent = plays()[0]?.add?.points ?? [];
      const speeds = sent.slice(1).map(({ t, x }, index) => {
        const before = sent[index] ?? { t: 0, x: 0 };
        return Math.abs(x - before.x) / (t - before.t);
      });
      expect(Math.max(...speeds)).toBeCloseTo(0.04, 3);
    });

    test('are played on if they came with a lower limit before', async () => {
      const { device, stream, time, cloud, adds, plays, phase, leave, comeBack } = await interrupted();
      device.limits.set({ maxSpeedMmS: 40 });
      stream.continueWith(continued.map(({ t, x }) => ({ t, x: 45 + x / 10 })));
      await time.run(500);
      expect(adds()).toHaveLength(1);
      cloud.requests.length = 0;
      await leave();
      await comeBack();
      expect([phase(), plays()]).toEqual(['playing', []]);
    });
  });

  test('need no new start under a limit that becomes lower with them', async () => {
    const { device, stream, time, adds, plays } = await playingStream();
    device.limits.set({ maxSpeedMmS: 40 });
    stream.continueWith(continued.map(({ t, x }) => ({ t, x: t < CHANGES_AT_MS ? x : 45 + x / 10 })));
    await time.run(500);
    expect([plays(), adds().length]).toEqual([[], 1]);
  });

  test('are refused if they cannot be played', async () => {
    const { stream, adds } = await playingStream();
    const failed = failureOf(Promise.resolve().then(() => stream.continueWith([{ t: 5, x: 101 }])));
    expect(await failed).toMatchObject({ code: 'bad-input' });
    expect(adds()).toEqual([]);
  });
});

describe('a start from the time of a medium that plays', () => {
  test('begins at the time that it has when the device begins, and a pause before holds it', async () => {
    const { stream, time, cloud } = await streamingDevice({ source: { points } });
    void stream.seek(10_000, { runsOn: true });
    void stream.play();
    await time.run(3);
    expect(stream.positionMs()).toBe(10_003);
    await time.run(500);
    expect(Math.abs(stream.positionMs() - 10_503)).toBeLessThanOrEqual(1);
    void stream.pause();
    await time.run(200);
    void stream.seek(20_000, { runsOn: true });
    await time.run(1_000);
    expect(stream.positionMs()).toBe(21_000);
    void stream.seek(30_000);
    await time.run(1_000);
    expect(stream.positionMs()).toBe(30_000);
    expect(cloud.lines().filter((line) => line === 'PUT /hsp/play')).toHaveLength(1);
  });

  test('beyond the end it moves to the last position and ends', async () => {
    const { stream, time, phase } = await streamingDevice({ source: { points: points.slice(0, 10) } });
    void stream.seek(4_490, { runsOn: true });
    void stream.play();
    await time.run(3_000);
    expect(phase()).toBe('ended');
  });
});
