/** Video sync against the real cloud and the virtual device: the device's own clock and slider, compared with the picture. */
import { ButtonEvent, DeviceButton, HspPlayState } from '@tactus/protocol';
import {
  createPointStream,
  hspPlayback,
  startVideoSync,
  streamPlayback,
  type TraceEntry,
  uploadScript,
  type VideoSyncOptions,
} from '@tactus/sdk';
import { fidelityOf, type Seen } from '@tactus/virtual-device/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { KEY, virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { createTestVideo } from './test-video.ts';

const SCRIPT_HOST = 'http://localhost/api/script/v0';
/** An error below this counts as in sync, ms of the script. */
const TOGETHER_MS = 20;
/** A round trip, and the time to recover beyond that. */
const RECOVERED_AFTER_MS = 380 + 60;
const STEP_MS = 5;

/** Three slow waves, a point every 200 ms. */
const waves = (points: number) =>
  Array.from({ length: points }, (_, index) => {
    const seconds = index / 5;
    return [index * 200, Math.round(50 + 30 * Math.sin(seconds * 0.9) + 10 * Math.sin(seconds * 2.17 + 1))] as const;
  });

describe.each(profiles)('under the profile %s', (profile) => {
  async function setUp(options: Partial<VideoSyncOptions> & { points?: number } = {}) {
    const { points = 1_500, ...syncOptions } = options;
    const world = await virtualWorld({ profile });
    const { time, virtual } = world;
    const trace: TraceEntry[] = [];
    const device = await world.connected({ onTrace: (entry) => trace.push(entry) });
    const script = waves(points);
    const text = script.map((point) => point.join(',')).join('\n');
    const url = await world.settled(uploadScript({ scriptHost: SCRIPT_HOST, text, fetch: world.fetch }));
    await world.settled(device.hssp.setup({ url, notify: true }));
    const video = createTestVideo(time);
    const sync = startVideoSync({ device, media: video.port, time, ...syncOptions });
    onTestFinished(sync.close);

    const player = () => virtual.call('hsp.state', {});
    const press = (button: DeviceButton) => virtual.hardware().press(button, ButtonEvent.SHORT_PRESS);
    async function pass(ms: number, look: () => Promise<void> = async () => undefined): Promise<void> {
      for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
        await time.run(STEP_MS);
        await look();
      }
    }
    /** Lets the sync recover, and then expects the device's script to match the picture. */
    async function together(forMs = 2_000): Promise<void> {
      await pass(RECOVERED_AFTER_MS);
      let worstMs = 0;
      await pass(forMs, async () => {
        const { current_time, play_state } = await player();
        expect(play_state).toBe(HspPlayState.PLAYING);
        worstMs = Math.max(worstMs, Math.abs(current_time - video.shownMs()));
      });
      expect(worstMs).toBeLessThan(TOGETHER_MS);
    }
    const sent = (call: string) => trace.filter((entry) => entry.kind === 'command' && entry.call === call);
    return { ...{ world, time, virtual, device, video, sync, script, player, press, pass, together, sent } };
  }

  async function playing(options: Parameters<typeof setUp>[0] = {}) {
    const watching = await setUp(options);
    await watching.video.port.play();
    await watching.pass(1_000);
    return watching;
  }

  test('the device matches the picture after play, seek, stall and a rate change', async () => {
    const { video, together, pass } = await playing();
    await together();
    video.port.seekTo(150_000);
    await pass(90);
    await together();
    video.stall(700);
    await pass(710);
    await together();
    video.port.setRate(1.25);
    await together();
    video.port.pause();
    await pass(2_000);
    await video.port.play();
    await pass(90);
    await together();
  });

  test('the slider follows the script of the shown picture', async () => {
    const { video, virtual, script, pass } = await playing();
    const seen: Seen[] = [];
    await pass(10_000, async () => {
      const { position_absolute: mm } = await virtual.call('slider.state', {});
      seen.push({ scriptMs: video.shownMs(), mm });
    });
    const { lagMs, worstMm } = fidelityOf(script, seen);
    expect(Math.abs(lagMs)).toBeLessThanOrEqual(TOGETHER_MS);
    expect(worstMm).toBeLessThan(3);
  });

  test("a jump of the device's clock does not count as a jump of the picture, and a jump of the picture does", async () => {
    const { video, together, pass, sync } = await playing();
    video.port.seekTo(60_000);
    await pass(200);
    await together();
    expect(sync.store.getState()).toMatchObject({ phase: 'following', source: 'frames', quality: 'good' });
  });

  test.each([
    ['pausing', (video: ReturnType<typeof createTestVideo>) => video.port.pause()],
    ['waiting for data', (video: ReturnType<typeof createTestVideo>) => video.stall(5_000)],
  ])('a video that is %s stops the device within its way and 60 ms', async (_, action) => {
    const { video, player, pass } = await playing();
    action(video);
    await pass(190 + 60);
    expect((await player()).play_state).toBe(HspPlayState.STOPPED);
  });

  test('the Power button at the device pauses the video, and pressed again resumes it', async () => {
    const { video, player, press, pass, together, sync } = await playing();
    press(DeviceButton.POWER);
    await pass(400);
    expect(video.port.isPaused()).toBe(true);
    expect((await player()).play_state).toBe(HspPlayState.PAUSED);
    expect(sync.store.getState().pausedBy).toBe('device-paused');
    await pass(3_000);
    press(DeviceButton.POWER);
    await pass(500);
    expect(video.port.isPaused()).toBe(false);
    await together();
  });

  test('the other buttons move the video, and the device follows it', async () => {
    const { video, press, pass, together } = await playing();
    press(DeviceButton.RIGHT);
    await pass(500);
    expect(video.shownMs()).toBeGreaterThan(15_000);
    press(DeviceButton.UP);
    await pass(500);
    expect(video.port.rate()).toBe(1.1);
    await together();
  });

  test('Stop pauses the video', async () => {
    const { video, device, world, player, pass } = await playing();
    await world.settled(device.stop());
    await pass(1_000);
    expect(video.port.isPaused()).toBe(true);
    expect((await player()).play_state).not.toBe(HspPlayState.PLAYING);
  });

  test('another mode that a client sets pauses the video', async () => {
    const { video, world, pass } = await playing();
    await world.ask('PUT /hamp/start');
    await pass(500);
    expect(video.port.isPaused()).toBe(true);
  });

  test.each([
    ['uploaded', false],
    ['streamed', true],
  ])('a link that was cut for 4 s holds nothing up: the device goes on with the video, %s', async (_, isStreamed) => {
    const watching = await playing();
    const { virtual, pass, script, player } = watching;
    const points = script.map(([t, x]) => ({ t, x }));
    const { video, sync } = isStreamed ? streamed(watching, points) : watching;
    if (isStreamed) {
      watching.sync.close();
      await video.port.play();
      await pass(8_000);
    }
    virtual.disconnect('wifi');
    await pass(4_000);
    expect(sync.store.getState().phase).toBe('device-away');
    virtual.connect();
    await pass(8_000);
    expect([video.port.isPaused(), sync.store.getState().pausedBy]).toEqual([false, undefined]);
    expect(sync.store.getState().phase).toBe('following');
    const { play_state, current_time } = await player();
    expect(play_state).toBe(HspPlayState.PLAYING);
    expect(Math.abs(current_time - video.shownMs())).toBeLessThan(TOGETHER_MS);
  });

  test('a device that restarts pauses the video, and nothing starts by itself', async () => {
    const { video, device, pass, sent, sync } = await playing();
    void device.system.reboot(1).catch(() => undefined);
    await pass(15_000);
    expect(video.port.isPaused()).toBe(true);
    expect(sync.store.getState().pausedBy).toBe('new-session');
    expect(sent('hssp.play')).toHaveLength(1);
  });

  test('the video goes on after the end of the script', async () => {
    const { video, sync, pass } = await playing({ points: 20 });
    await pass(6_000);
    expect(video.isMoving()).toBe(true);
    expect(sync.store.getState().phase).toBe('script-over');
  });

  test('compatible: adjusts after 2 s with filter 0.9, then every 15 s', async () => {
    const { time, sent, pass, video, player } = await setUp({ mode: 'compatible' });
    const startedMs = time.now();
    await video.port.play();
    await pass(33_000);
    expect(sent('hssp.synctime').map(({ atMs }) => Math.round(atMs - startedMs))).toEqual([2_000, 17_000, 32_000]);
    expect(sent('hssp.synctime')).toMatchObject([{ input: { filter: 0.9 } }, {}, {}]);
    expect(Math.abs((await player()).current_time - video.shownMs())).toBeLessThan(60);
  });

  test("points in the device's buffer are played over hsp in the same way", async () => {
    const { world, device, time, script } = await setUp();
    await world.settled(device.hsp.setup());
    const points = script.slice(0, 100).map(([t, x]) => ({ t, x }));
    await world.settled(device.hsp.add(points, { tail_point_stream_index: points.length }));
    const video = createTestVideo(time);
    onTestFinished(startVideoSync({ device, media: video.port, time, playback: hspPlayback(device) }).close);
    await video.port.play();
    for (let passedMs = 0; passedMs < 3_000; passedMs += STEP_MS) await time.run(STEP_MS);
    const { current_time, play_state } = await world.virtual.call('hsp.state', {});
    expect(play_state).toBe(HspPlayState.PLAYING);
    expect(Math.abs(current_time - video.shownMs())).toBeLessThan(TOGETHER_MS);
    expect(KEY).toBe(device.store.getState().connectionKey);
  });

  /** Points that are streamed along with a video. */
  function streamed({ time, device }: Awaited<ReturnType<typeof setUp>>, points: readonly { t: number; x: number }[]) {
    const stream = createPointStream(device, { time, source: { points } });
    const video = createTestVideo(time);
    const sync = startVideoSync({ device, media: video.port, time, playback: streamPlayback(stream, device) });
    const close = () => {
      sync.close();
      stream.close();
    };
    onTestFinished(close);
    return { video, sync, close };
  }

  test('a stream without an upload follows the video through play, seek, rate change and pause', async () => {
    const watching = await setUp();
    const { world, pass, script } = watching;
    const { video, sync } = streamed(
      watching,
      script.map(([t, x]) => ({ t, x })),
    );
    const expectTogether = async () => {
      const { current_time, play_state } = await world.virtual.call('hsp.state', {});
      expect(play_state).toBe(HspPlayState.PLAYING);
      expect(Math.abs(current_time - video.shownMs())).toBeLessThan(TOGETHER_MS);
    };
    await video.port.play();
    await pass(8_000);
    await expectTogether();
    video.port.seekTo(120_000);
    await pass(2_500);
    await expectTogether();
    video.port.setRate(1.25);
    await pass(2_500);
    await expectTogether();
    video.port.pause();
    await pass(1_000);
    expect((await world.virtual.call('hsp.state', {})).play_state).toBe(HspPlayState.PAUSED);
    await pass(2_000);
    await video.port.play();
    await pass(2_500);
    await expectTogether();
    expect(sync.store.getState()).toMatchObject({ phase: 'following', pausedBy: undefined, problem: undefined });
  });

  test('a streamed device that was away while the video stalled rests with the video when it is back', async () => {
    const watching = await setUp();
    const { virtual, pass, player, script } = watching;
    const { video, sync } = streamed(
      watching,
      script.map(([t, x]) => ({ t, x })),
    );
    await video.port.play();
    await pass(8_000);
    expect((await player()).play_state).toBe(HspPlayState.PLAYING);
    virtual.disconnect('out of reach');
    video.stall(900);
    await pass(2_000);
    virtual.connect();
    await pass(5_000);
    expect([video.port.isPaused(), sync.store.getState().pausedBy]).toEqual([true, 'device-back']);
    expect((await player()).play_state).not.toBe(HspPlayState.PLAYING);
    await video.port.play();
    await pass(8_000);
    const { current_time, play_state } = await player();
    expect(play_state).toBe(HspPlayState.PLAYING);
    expect(Math.abs(current_time - video.shownMs())).toBeLessThan(TOGETHER_MS);
  });

  test('a stream follows its video though another was left paused, which ends when the slider moves to the start', async () => {
    const watching = await setUp();
    const { player, pass, script } = watching;
    const first = streamed(
      watching,
      script.map(([t, x]) => ({ t, x })),
    );
    await first.video.port.play();
    await pass(5_000);
    first.video.port.pause();
    await pass(1_000);
    expect((await player()).play_state).toBe(HspPlayState.PAUSED);
    first.close();

    const { video, sync } = streamed(
      watching,
      script.map(([t, x]) => ({ t, x: 100 - x })),
    );
    await video.port.play();
    await pass(8_000);
    expect(sync.store.getState()).toMatchObject({ phase: 'following', pausedBy: undefined });
    expect((await player()).play_state).toBe(HspPlayState.PLAYING);
  });
});
