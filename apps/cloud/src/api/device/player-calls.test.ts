import { loopedSource, recordedSource } from '@tactus/motion';
import { type DeviceBackend, type DeviceCallName, DeviceMode, DeviceRefusal, HspPlayState } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import { createVirtualDevice } from '@tactus/virtual-device';
import { describe, expect, test } from 'vitest';
import { createClockSynchronizer } from '../../devices/clock-synchronizer.ts';
import { createDeviceCaller } from '../../devices/device-caller.ts';
import { createDeviceRegistry } from '../../devices/registry.ts';
import { callDevice } from '../../features/playback/call-device.ts';
import type { PlaybackContent } from '../../features/playback/playback-content.ts';
import { createPlaybackManager } from '../../features/playback/playback-manager.ts';
import { stopDevice } from '../../features/stopping/stop-device.ts';
import { createLivePointStream } from '../../features/streams/live-point-stream.ts';
import { eventLoopTurnsOf } from '../../rate-limit/event-loop-turns.ts';
import type { CloudCallContext } from './cloud-call.ts';
import { playContent, playerHandlers, setUpContent } from './player-handlers.ts';
import { streamHandlers } from './stream-handlers.ts';

const { PLAYING, STOPPED } = HspPlayState;
const TIMEOUT_MS = 5_000;
const codeOf = (error: unknown) => (error instanceof DeviceRefusal ? error.kind.code : error);

/** Five seconds up and down. */
const POINTS = Array.from({ length: 21 }, (_, index) => ({ t: index * 250, x: index % 2 ? 70 : 30 }));
const SCRIPT: PlaybackContent = {
  once: recordedSource(POINTS),
  looped: loopedSource(recordedSource(POINTS)),
  onChange: () => () => undefined,
};

interface Played {
  readonly context: CloudCallContext;
  readonly device: DeviceBackend;
  setUp(loadMs?: number): Promise<unknown>;
  play(): Promise<unknown>;
  playState(): Promise<HspPlayState>;
  disconnect(): void;
  connect(): void;
  /** Removes the device from the cloud for good. */
  giveUp(): void;
}

/** The parts of a cloud that playback needs, and devices to play on; `slow` are calls that take a second. */
function startPlayer() {
  const time = createFakeTime();
  const caller = createDeviceCaller(time);
  const devices = createDeviceRegistry(time);
  const playbacks = createPlaybackManager({ caller, time, turns: eventLoopTurnsOf(time), publish: () => undefined });
  devices.onEvent((key, event) => void playbacks.filterEvent(key, event));
  createClockSynchronizer({ devices, caller, time });
  const stream = createLivePointStream('the-stream', []);
  const parts = { time, caller, devices, playbacks, streams: { get: () => stream } };

  async function makeDevice(connectionKey: string, slow?: DeviceCallName): Promise<Played> {
    const virtual = createVirtualDevice({ connectionKey, model: 'handy', time, random: createRandom(7) });
    const device: DeviceBackend = slow === undefined ? virtual : slowedDown(virtual, slow, time);
    const giveUp = devices.add(device);
    await time.run(100);
    // Playback needs nothing else of a request.
    const context = { parts, requireDevice: () => device, timeoutMs: TIMEOUT_MS } as unknown as CloudCallContext;
    const options = { start_time: 0, playback_rate: 1, loop: false, pause_on_starving: false };
    const load = (ms: number) => async () => {
      if (ms > 0) await time.sleep(ms);
      return SCRIPT;
    };
    return {
      context,
      device,
      setUp: (loadMs = 0) => setUpContent({ notify: false, load: load(loadMs) }, context),
      play: () => playContent({ ...options, server_time: time.now() }, context).catch(codeOf),
      playState: async () => (await virtual.call('hsp.state', {})).play_state,
      disconnect: () => virtual.disconnect('wifi'),
      connect: () => virtual.connect(),
      giveUp,
    };
  }
  return { time, parts, stream, makeDevice };
}

const slowedDown = (device: DeviceBackend, slow: DeviceCallName, time: FakeTime): DeviceBackend => ({
  ...device,
  async call(name, input) {
    if (name === slow) await time.sleep(1_000);
    return device.call(name, input);
  },
});

describe('a play that waits for its setup', () => {
  test.each<[string, (played: Played) => Promise<unknown>]>([
    ['stop of a script', ({ context }) => playerHandlers.stop({}, context)],
    ['stop of another mode', ({ context }) => callDevice('hamp.stop', {}, context).catch(codeOf)],
    ['change to idle', ({ context }) => callDevice('info.setMode2', { mode: DeviceMode.IDLE }, context)],
    ["stop of the cloud's own", ({ context, device }) => stopDevice(context.parts, device)],
  ])('is not carried out behind a %s', async (_, stop) => {
    const { time, makeDevice } = startPlayer();
    const played = await makeDevice('Stopped001');
    const setup = played.setUp(4_000);
    const play = played.play();
    await time.run(2_000);
    await stop(played);
    await time.run(2_000);
    await setup;
    expect(await play).toBe(100023);
    await time.run(1_000);
    expect(await played.playState()).toBe(STOPPED);
  });

  test('runs where the stop came before it', async () => {
    const { time, makeDevice } = startPlayer();
    const { context, setUp, play, playState } = await makeDevice('Started001');
    const setup = setUp(4_000);
    await time.run(1_000);
    await playerHandlers.stop({}, context);
    const playing = play();
    await time.run(3_000);
    await setup;
    expect(await playing).toMatchObject({ play_state: PLAYING });
    expect(await playState()).toBe(PLAYING);
  });

  test('waits no longer than its timeout, and is not sent later', async () => {
    const { time, makeDevice } = startPlayer();
    const { setUp, play, playState } = await makeDevice('Waiting001');
    const setup = setUp(8_000);
    const playing = play();
    await time.run(TIMEOUT_MS);
    expect(await playing).toBe(1002);
    await time.run(5_000);
    await setup;
    expect(await playState()).toBe(STOPPED);
  });
});

test('a play that waits for its device to report its buffer is not sent behind a stop', async () => {
  const { time, makeDevice } = startPlayer();
  const { context, setUp, play, playState, disconnect, connect } = await makeDevice('Returned01', 'hsp.state');
  await setUp();
  disconnect();
  await time.run(3_000);
  connect();
  const playing = play();
  await time.run(500);
  await playerHandlers.stop({}, context);
  await time.run(2_000);
  expect(await playing).toBe(100023);
  expect(await playState()).toBe(STOPPED);
});

test('the end of a script does not count as a Stop', async () => {
  const { time, parts, makeDevice } = startPlayer();
  const { device, setUp, play, playState } = await makeDevice('Ended00001');
  await setUp();
  await play();
  expect(await playState()).toBe(PLAYING);
  await time.run(6_000);
  expect([await playState(), parts.caller.stops(device)]).toEqual([STOPPED, 0]);
});

describe('content that was set up for a device', () => {
  test('is removed with the device', async () => {
    const { parts, makeDevice } = startPlayer();
    const { device, setUp, giveUp } = await makeDevice('GivenUp001');
    await setUp();
    expect(parts.playbacks.find(device.connectionKey)).toBeDefined();
    giveUp();
    expect(parts.playbacks.find(device.connectionKey)).toBeUndefined();
  });

  test('stays while the device is offline, and is removed with the next setup once the device is removed', async () => {
    const { parts, makeDevice } = startPlayer();
    const { device, setUp, disconnect, giveUp } = await makeDevice('GivenUp002');
    const next = await makeDevice('Staying001');
    await setUp();
    disconnect();
    await next.setUp();
    expect(parts.playbacks.find(device.connectionKey)).toBeDefined();
    giveUp();
    await next.setUp();
    expect(parts.playbacks.find(device.connectionKey)).toBeUndefined();
  });
});

test('a stream that was played to its end is no longer in use, and can be played again', async () => {
  const { time, stream, makeDevice } = startPlayer();
  const { context, play, playState } = await makeDevice('Streamed01');
  stream.append(POINTS);
  await streamHandlers['stream.setup']({ stream_ref: stream.ref, notify: false }, context);
  await play();
  stream.end();
  await time.run(4_000);
  expect(stream.hasListeners()).toBe(true);
  await time.run(2_000);
  expect([await playState(), stream.hasListeners()]).toEqual([STOPPED, false]);
  expect(await play()).toMatchObject({ play_state: PLAYING });
});
