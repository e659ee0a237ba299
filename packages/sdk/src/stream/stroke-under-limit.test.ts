import { ButtonEvent, DeviceButton, DeviceMode, HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { streamingDevice } from './testing/streaming-device.ts';

const points = Array.from({ length: 200 }, (_, index) => ({ t: index * 500, x: index % 2 === 0 ? 20 : 80 }));
const WIDE = { min: 0, max: 1 };

/** A stream that has played for two seconds under a limit. */
async function playingStream(limits: { readonly maxSpeedMmS?: number } = { maxSpeedMmS: 200 }) {
  const set = await streamingDevice({ source: { points } });
  const { stream, time, cloud, device, world } = set;
  Object.assign(world.stroke, { min: 0.2, max: 0.6 });
  cloud.stream.send('stroke_changed', { ...world.stroke });
  device.limits.set(limits);
  void stream.play();
  await time.run(2_000);
  return { ...set, commands: commandsFromNow(cloud) };
}

/** The commands that the cloud gets from now on, without readings. */
function commandsFromNow(cloud: { lines(): readonly string[] }) {
  const before = cloud.lines().length;
  return () =>
    cloud
      .lines()
      .slice(before)
      .filter((line) => line.startsWith('PUT'));
}

describe('a stroke that is set during a stream', () => {
  test('is sent as it is without a limit of the speed', async () => {
    const { device, time, commands, phase } = await playingStream({});
    void device.slider.setStroke(WIDE);
    await time.run(500);
    expect([commands(), phase()]).toEqual([['PUT /slider/stroke'], 'playing']);
  });

  test('is sent at rest under one, and the stream goes on where it would be, with its points limited anew', async () => {
    const { device, stream, time, cloud, commands, phase } = await playingStream();
    const [atMs, nowMs] = [stream.positionMs(), time.monotonic()];
    void device.slider.setStroke(WIDE);
    await time.run(1_000);
    expect(commands()).toEqual(['PUT /hsp/pause', 'PUT /slider/stroke', 'PUT /hsp/play']);
    expect(phase()).toBe('playing');
    expect(cloud.requests.findLast(({ path }) => path === '/hsp/play')?.body).toMatchObject({ add: { flush: true } });
    expect(Math.abs(stream.positionMs() - atMs - (time.monotonic() - nowMs))).toBeLessThan(100);
  });

  test('of several, the newest is set', async () => {
    const { device, time, world, commands } = await playingStream();
    for (const max of [0.7, 0.8, 0.9]) void device.slider.setStroke({ min: 0, max });
    await time.run(2_000);
    expect(world.stroke).toMatchObject({ min: 0, max: 0.9 });
    expect(commands().at(-1)).toBe('PUT /hsp/play');
  });

  test('is sent before a seek that is requested meanwhile', async () => {
    const { device, stream, time, commands, phase } = await playingStream();
    void device.slider.setStroke(WIDE);
    await time.run(5);
    void stream.seek(40_000);
    await time.run(1_000);
    expect(commands()).toEqual(['PUT /hsp/pause', 'PUT /slider/stroke', 'PUT /hsp/play']);
    expect([phase(), Math.floor(stream.positionMs() / 1_000)]).toEqual(['playing', 40]);
  });

  test('lets nothing go on that is stopped meanwhile', async () => {
    const { device, time, commands, phase } = await playingStream();
    void device.slider.setStroke(WIDE);
    await time.run(5);
    void device.stop();
    await time.run(2_000);
    expect(commands()).not.toContain('PUT /hsp/play');
    expect(phase()).toBe('stopped');
  });

  test('lets nothing go on that is stopped at the device meanwhile, or by another program', async () => {
    for (const stop of ['button', 'program'] as const) {
      const { device, cloud, time, change, commands, phase } = await playingStream();
      void device.slider.setStroke(WIDE);
      await time.run(30);
      if (stop === 'button')
        cloud.stream.send('button_event', { button: DeviceButton.POWER, event: ButtonEvent.SHORT_PRESS });
      else change({ play_state: HspPlayState.STOPPED });
      await time.run(2_000);
      expect(commands()).not.toContain('PUT /hsp/play');
      expect(phase()).toBe(stop === 'button' ? 'paused' : 'stopped');
    }
  });

  test('is set before a stream that is paused and played again meanwhile', async () => {
    const { device, stream, time, commands, phase } = await playingStream();
    void device.slider.setStroke(WIDE);
    stream.pause().catch(() => undefined);
    stream.play().catch(() => undefined);
    await time.run(2_000);
    const sent = commands();
    expect(sent.indexOf('PUT /slider/stroke')).toBeLessThan(sent.indexOf('PUT /hsp/play'));
    expect(sent.lastIndexOf('PUT /hsp/pause')).toBeLessThan(sent.indexOf('PUT /hsp/play'));
    expect(phase()).toBe('playing');
  });

  test('is not set where the device does not rest, and the stream goes on', async () => {
    const { device, cloud, time, commands, phase } = await playingStream();
    cloud.on('PUT /hsp/pause', () => Promise.reject(new TypeError('fetch failed')));
    const refused = device.slider.setStroke(WIDE).catch((thrown: unknown) => thrown);
    await time.run(2_000);
    expect(await refused).toMatchObject({ code: 'network' });
    expect(commands()).not.toContain('PUT /slider/stroke');
    expect(phase()).toBe('playing');
  });

  test('by another program makes the stream rest, and go on with its points limited anew', async () => {
    const { cloud, time, world, commands, phase } = await playingStream();
    cloud.stream.send('stroke_changed', { ...world.stroke, ...WIDE });
    await time.run(1_000);
    expect([commands(), phase()]).toEqual([['PUT /hsp/pause', 'PUT /hsp/play'], 'playing']);
  });
});

test('another rate under a limit sends the points anew, limited for that rate', async () => {
  const { stream, cloud, time } = await playingStream();
  void stream.setRate(2);
  await time.run(500);
  const play = cloud.requests.findLast(({ path }) => path === '/hsp/play')?.body;
  expect(play).toMatchObject({ playback_rate: 2, add: { flush: true } });
});

interface SentPlay {
  readonly playback_rate: number;
  readonly add?: { readonly flush: boolean; readonly points: readonly { readonly t: number; readonly x: number }[] };
}

/** The newest play, and the speed of its fastest leg in the stroke of the device, mm/s. */
function newestPlay({ cloud, device }: Awaited<ReturnType<typeof playingStream>>) {
  const play = cloud.requests.findLast(({ path }) => path === '/hsp/play')?.body as SentPlay;
  const { min_absolute, max_absolute } = device.store.getState().slider;
  const sent = play.add?.points ?? [];
  const speeds = sent.slice(1).map(({ t, x }, index) => {
    const before = sent[index];
    if (before === undefined || before.t === t) return 0;
    return ((Math.abs(x - before.x) / 100) * (max_absolute - min_absolute)) / ((t - before.t) / 1_000);
  });
  return { ...play, fastestMmS: Math.max(...speeds) };
}

describe('a limit that becomes lower during a stream', () => {
  test('makes it play on at its place, with its points limited anew', async () => {
    const set = await playingStream();
    const { device, stream, time, commands, phase } = set;
    const [atMs, nowMs] = [stream.positionMs(), time.monotonic()];
    expect(newestPlay(set).fastestMmS).toBeGreaterThan(40);
    device.limits.set({ maxSpeedMmS: 30 });
    await time.run(1_000);
    expect([commands(), phase()]).toEqual([['PUT /hsp/play'], 'playing']);
    expect(newestPlay(set)).toMatchObject({ playback_rate: 1, add: { flush: true } });
    expect(newestPlay(set).fastestMmS).toBeLessThanOrEqual(30);
    expect(Math.abs(stream.positionMs() - atMs - (time.monotonic() - nowMs))).toBeLessThan(100);
  });

  test('is the newest of several that come at once, and of those that come before the answer', async () => {
    const set = await playingStream();
    const { device, time, commands } = set;
    for (const maxSpeedMmS of [35, 32, 30]) device.limits.set({ maxSpeedMmS });
    await time.run(5);
    for (const maxSpeedMmS of [28, 25, 22]) {
      device.limits.set({ maxSpeedMmS });
      await time.run(2);
    }
    await time.run(1_000);
    expect(commands()).toEqual(['PUT /hsp/play', 'PUT /hsp/play']);
    expect(newestPlay(set).fastestMmS).toBeLessThanOrEqual(22);
  });

  test('leaves its place to a seek that waits', async () => {
    const { device, stream, time } = await playingStream();
    void stream.setRate(2);
    await time.run(5);
    void stream.seek(40_000);
    device.limits.set({ maxSpeedMmS: 20 });
    await time.run(1_000);
    expect(Math.floor(stream.positionMs() / 10_000)).toBe(4);
  });

  test('sends nothing where its points are slow enough, or where the limit is higher', async () => {
    const { device, time, commands } = await playingStream({ maxSpeedMmS: 400 });
    device.limits.set({ maxSpeedMmS: 250 });
    await time.run(500);
    device.limits.set({ maxSpeedMmS: 400, rampMs: 1_000 });
    await time.run(500);
    expect(commands()).toEqual([]);
  });

  test('while it is paused makes it resume with its points limited anew, at its own rate', async () => {
    const set = await playingStream();
    const { device, stream, time, commands } = set;
    void stream.pause();
    await time.run(500);
    device.limits.set({ maxSpeedMmS: 12 });
    await time.run(500);
    void stream.resume();
    await time.run(500);
    expect(commands()).toEqual(['PUT /hsp/pause', 'PUT /hsp/play']);
    expect(newestPlay(set)).toMatchObject({ playback_rate: 1, add: { flush: true } });
    expect(newestPlay(set).fastestMmS).toBeLessThanOrEqual(12);
  });
});

describe('a limit that becomes lower while other things play', () => {
  /** Points without a stream, or a script of the cloud, that play. */
  async function playingOthers(kind: 'hsp' | 'hssp') {
    const set = await streamingDevice({ source: { points } });
    const { cloud, device, time, player, change } = set;
    if (kind === 'hsp') {
      void device.hsp.setup().then(() => device.hsp.add(points.slice(0, 100)));
      await time.run(100);
      void device.hsp.play();
    } else {
      const script = { ...player.state, points: 10, max_points: 4_000, stream_id: 7 };
      for (const [call, play_state] of [
        ['setup', HspPlayState.STOPPED],
        ['play', HspPlayState.PLAYING],
        ['pause', HspPlayState.PAUSED],
      ] as const)
        cloud.on(`PUT /hssp/${call}`, () => ({ result: change({ ...script, play_state }) }));
      void device.hssp.setup({ url: 'https://scripts.test/limited.csv' });
      await time.run(100);
      void device.hssp.play();
      await time.run(100);
      set.world.mode = DeviceMode.HSSP;
      cloud.stream.send('mode_changed', { mode: DeviceMode.HSSP, mode_session_id: 3 });
    }
    await time.run(1_000);
    cloud.stream.send('hsp_state_changed', { ...player.state, play_state: HspPlayState.PLAYING });
    await time.run(100);
    const commands = commandsFromNow(cloud);
    async function beAwayDuring(step: () => Promise<void> | void) {
      cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: 'wifi', timestamp: '' });
      await time.run(500);
      await step();
      set.comeOnline();
      await time.run(5_000);
    }
    return { ...set, commands, beAwayDuring };
  }

  test('pauses points of this program, and a script that it has set up', async () => {
    for (const kind of ['hsp', 'hssp'] as const) {
      const { device, time, commands } = await playingOthers(kind);
      device.limits.set({ maxSpeedMmS: 20 });
      await time.run(500);
      expect(commands()).toEqual([`PUT /${kind}/pause`]);
    }
  });

  test('pauses them once a device is back that was away, unless the limit was raised again by then', async () => {
    for (const kind of ['hsp', 'hssp'] as const) {
      const { device, commands, beAwayDuring } = await playingOthers(kind);
      await beAwayDuring(() => device.limits.set({ maxSpeedMmS: 20 }));
      expect(commands()).toEqual([`PUT /${kind}/pause`]);
    }
    const { device, commands, beAwayDuring } = await playingOthers('hssp');
    await beAwayDuring(() => {
      for (const maxSpeedMmS of [20, 400]) device.limits.set({ maxSpeedMmS });
    });
    expect(commands()).toEqual([]);
  });

  test('stops them if the pause fails', async () => {
    for (const kind of ['hsp', 'hssp'] as const) {
      const { device, cloud, time, commands } = await playingOthers(kind);
      cloud.on(`PUT /${kind}/pause`, () => Promise.reject(new TypeError('fetch failed')));
      device.limits.set({ maxSpeedMmS: 20 });
      await time.run(500);
      expect(commands().slice(0, 2)).toEqual([`PUT /${kind}/pause`, `PUT /${kind}/stop`]);
    }
  });
});
