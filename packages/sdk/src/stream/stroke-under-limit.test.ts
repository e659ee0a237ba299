import { ButtonEvent, DeviceButton, HspPlayState } from '@tactus/protocol';
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
  const before = cloud.lines().length;
  /** The commands since, without readings. */
  const commands = () =>
    cloud
      .lines()
      .slice(before)
      .filter((line) => line.startsWith('PUT'));
  return { ...set, commands };
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
