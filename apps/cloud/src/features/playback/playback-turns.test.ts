import { liveSource, recordedSource, type ScriptPoint } from '@tactus/motion';
import { type DeviceBackend, DeviceRefusal, errorKinds, HspPlayState } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createVirtualDevice } from '@tactus/virtual-device';
import { expect, onTestFinished, test } from 'vitest';
import { createDeviceCaller } from '../../devices/device-caller.ts';
import { createEventLoopTurns } from '../../rate-limit/event-loop-turns.ts';
import { createHandLoop } from '../../testing/hand-loop.ts';
import type { PlaybackContent } from './playback-content.ts';
import { createPlaybackManager } from './playback-manager.ts';

const TIMEOUT_MS = 5_000;
const PLAY = { start_time: 0, playback_rate: 1, loop: false, pause_on_starving: false };

const every = (gapMs: number, count: number): ScriptPoint[] =>
  Array.from({ length: count }, (_, index) => ({ t: index * gapMs, x: index % 2 ? 70 : 30 }));

/**
 * A playback manager and a device that answers at once, in an event loop whose turns the test runs; `refuses`: the number
 * of a refused add.
 */
async function setUp(
  content: Partial<PlaybackContent> & Pick<PlaybackContent, 'once'>,
  refuses = (_add: number) => false,
) {
  const time = createFakeTime();
  const virtual = createVirtualDevice({ connectionKey: 'InTurns001', model: 'handy', time, random: createRandom(7) });
  let adds = 0;
  const readAtMs: number[] = [];
  const device: DeviceBackend = {
    ...virtual,
    async call(name, input) {
      if (name === 'hsp.state') readAtMs.push(time.monotonic());
      const isRefused = name === 'hsp.add' && refuses(adds++);
      // A refusal takes as long as an answer.
      const answer = await virtual.call(name, input);
      if (isRefused) throw new DeviceRefusal(errorKinds.genericFail);
      return answer;
    },
  };
  const loop = createHandLoop();
  const caller = createDeviceCaller(time);
  const playbacks = createPlaybackManager({
    caller,
    time,
    turns: createEventLoopTurns(loop.later),
    publish: () => undefined,
  });
  onTestFinished(() => playbacks.close());
  virtual.onEvent((event) => void playbacks.filterEvent(device.connectionKey, event));
  await time.run(100);
  const load = async () => ({ looped: undefined, onChange: () => () => undefined, ...content });
  await playbacks.setUp({ device, notify: false, timeoutMs: TIMEOUT_MS, load, isLinked: () => true });
  await time.settle();

  async function play(): Promise<void> {
    const playback = await playbacks.playbackOf(device);
    await playback.play({ ...PLAY, server_time: time.now() }, TIMEOUT_MS);
    await time.settle();
  }

  /** Runs turns until none is awaited; resolves with the number of adds in each, and before the first. */
  async function makeTurns(): Promise<number[]> {
    const sent = [adds];
    while (loop.waiting() > 0) {
      const before = adds;
      loop.turn();
      await time.settle();
      sent.push(adds - before);
    }
    return sent;
  }
  return { time, readAtMs, play, makeTurns, state: () => virtual.call('hsp.state', {}) };
}

test('a device that answers at once gets at most three adds in one turn, and its buffer is filled', async () => {
  const { makeTurns, state } = await setUp({ once: recordedSource(every(100, 10_000)) });
  const sent = await makeTurns();
  const { points, max_points } = await state();
  expect(Math.max(...sent)).toBe(3);
  expect([points, sent.reduce((sum, adds) => sum + adds)]).toEqual([max_points - 100, points / 100]);
});

test('a stream whose last points come too late ends before the next turn, and a later play goes on', async () => {
  const list = { points: every(250, 21), ended: false };
  let grown = (): void => undefined;
  const onChange = (listener: () => void) => {
    grown = listener;
    return () => undefined;
  };
  const { time, play, makeTurns, state } = await setUp({ once: liveSource(list), onChange });
  await play();
  await makeTurns();
  await time.run(8_000);
  await makeTurns();
  expect((await state()).play_state).toBe(HspPlayState.STARVING);

  list.points.push({ t: 5_500, x: 50 });
  list.ended = true;
  grown();
  await time.settle();
  expect((await state()).play_state).toBe(HspPlayState.STOPPED);

  await play();
  await makeTurns();
  await time.run(2_000);
  expect((await state()).play_state).toBe(HspPlayState.PLAYING);
});

test('the results of adds are handled in the order of the answers: a success before two failures ends nothing', async () => {
  const { time, readAtMs, makeTurns } = await setUp({ once: recordedSource(every(100, 10_000)) }, (add) => add > 0);
  const failedAtMs = time.monotonic();
  await makeTurns();
  await time.run(1_000);
  // The first success causes one more add, so three fail in a row: the device is read after the wait for the third.
  expect(readAtMs[0]).toBe(failedAtMs + 500);
});
