/** Streams that the cloud stores and plays (docs/streams-and-channels.md). */
import { HspPlayState } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { type Box, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { makeStream, now, wave } from './facts/preparations.ts';
import { namesSoFar, playerState } from './player-box.ts';

const { PLAYING, STOPPED, STARVING } = HspPlayState;
const makeDevice = async () => (await startDrivenCloud()).makeDevice('handy');

async function play(box: Box, ref: string, { notify = true, ...options }: Record<string, unknown> = {}) {
  await playerState(box, 'stream.setup', { stream_ref: ref, notify });
  return playerState(box, 'stream.play', { start_time: 0, server_time: now(box), ...options });
}

test('points that are appended while it plays are played, and a closed stream ends', async () => {
  const box = await makeDevice();
  const stream = await makeStream(box, wave(9, 250));
  expect(await play(box, stream.ref)).toMatchObject({ play_state: PLAYING, points: 9 });
  await box.cloud.pass(1_000);
  await stream.append(wave(8, 250, 9));
  await box.cloud.pass(1_500);
  expect(await playerState(box, 'stream.state')).toMatchObject({ play_state: PLAYING, last_point_time: 4_000 });
  await stream.append(wave(4, 250, 17));
  await stream.close();
  const received = await box.received.until('stream_end_reached');
  expect(received.map(({ name }) => name)).not.toContain('hsp_starving');
  expect(received.at(-1)?.data).toMatchObject({ play_state: STOPPED, last_point_time: 5_000 });
  expect(await playerState(box, 'stream.state')).toMatchObject({ play_state: STOPPED });
});

test('an open stream starves at its last point, goes on with the next, and ends when it is closed', async () => {
  const box = await makeDevice();
  const stream = await makeStream(box, wave(5, 250));
  await play(box, stream.ref, { pause_on_starving: true });
  await box.received.until('hsp_paused_on_starving', { play_state: STARVING });
  await box.cloud.pass(5_000);
  await stream.append(wave(5, 250, 5));
  await box.received.until('hsp_resumed_on_not_starving', { play_state: PLAYING });
  await box.received.until('hsp_paused_on_starving');
  expect(await namesSoFar(box)).toEqual([]);
  await stream.close();
  await box.received.until('stream_end_reached');
  expect(await playerState(box, 'stream.state')).toMatchObject({ play_state: STOPPED });
});

test('without pause_on_starving the clock goes on, and points of its past are not played', async () => {
  const box = await makeDevice();
  const stream = await makeStream(box, wave(5, 250));
  await play(box, stream.ref);
  await box.received.until('hsp_starving', { play_state: STARVING });
  await box.cloud.pass(5_000);
  await stream.append(wave(40, 250, 5));
  await box.cloud.pass(500);
  expect(await playerState(box, 'stream.state')).toMatchObject({ play_state: PLAYING });
  await stream.close();
  await box.received.until('stream_end_reached', { last_point_time: 11_000 });
});

test('a starved stream ends when it is closed, late points or none; one that was stopped or left does not', async () => {
  const late = async (stream: Awaited<ReturnType<typeof makeStream>>) => stream.append([{ t: 1_100, x: 50 }]);
  for (const pause_on_starving of [true, false])
    for (const meanwhile of ['nothing', 'late points', 'stop', 'HAMP']) {
      const box = await makeDevice();
      const stream = await makeStream(box, wave(5, 250));
      await play(box, stream.ref, { pause_on_starving });
      await box.cloud.pass(5_000);
      if (meanwhile === 'late points') await late(stream);
      if (meanwhile === 'stop') await playerState(box, 'stream.stop');
      if (meanwhile === 'HAMP') await box.call('hamp.start');
      await box.cloud.pass(2_000);
      await box.received.soFar();
      await stream.close();
      await box.cloud.pass(3_000);
      const names = await namesSoFar(box);
      const ends = meanwhile === 'nothing' || meanwhile === 'late points';
      expect([meanwhile, pause_on_starving, names]).toEqual([
        meanwhile,
        pause_on_starving,
        ends ? ['hsp_state_changed', 'stream_end_reached'] : [],
      ]);
      if (meanwhile === 'HAMP')
        expect((await box.call('hamp.state')).json).toMatchObject({ result: { play_state: 1 } });
    }
});

test('without notify no event of the player is sent', async () => {
  const box = await makeDevice();
  const stream = await makeStream(box, wave(9, 250));
  await play(box, stream.ref, { notify: false });
  await box.cloud.pass(3_000);
  expect((await playerState(box, 'stream.state')).play_state).toBe(STARVING);
  await stream.append(wave(20, 250, 9));
  await stream.close();
  await box.cloud.pass(8_000);
  expect(await namesSoFar(box)).toEqual(['mode_changed']);
  expect((await playerState(box, 'stream.state')).play_state).toBe(STOPPED);
});

test('a closed stream loops', async () => {
  const box = await makeDevice();
  const stream = await makeStream(box, wave(9, 250));
  await stream.close();
  expect(await play(box, stream.ref, { loop: true })).toMatchObject({ loop: true });
  for (let laps = 0; laps < 3; laps++) await box.received.until('hsp_looping');
  expect(await playerState(box, 'stream.stop')).toMatchObject({ play_state: STOPPED });
  await box.cloud.pass(5_000);
  expect(await namesSoFar(box)).toEqual([]);
});

test('stop and synctime act on the player; the stream can be played again', async () => {
  const box = await makeDevice();
  const stream = await makeStream(box, wave(400, 250));
  await play(box, stream.ref);
  const synced = await playerState(box, 'stream.synctime', { current_time: 50_000, server_time: now(box), filter: 1 });
  expect(Math.abs(synced.current_time - 50_000)).toBeLessThan(500);
  expect((await playerState(box, 'stream.stop')).play_state).toBe(STOPPED);
  expect(await playerState(box, 'stream.play', { start_time: 90_000, server_time: now(box) })).toMatchObject({
    play_state: PLAYING,
  });
  await stream.close();
  await box.received.until('stream_end_reached');
});

test('two devices play the same stream', async () => {
  const { makeDevice: make } = await startDrivenCloud();
  const boxes = [await make('handy'), await make('handy-2')];
  const stream = await makeStream(boxes[0] ?? expect.fail('no device'), wave(9, 250));
  for (const box of boxes) await play(box, stream.ref);
  await stream.append(wave(4, 250, 9));
  await stream.close();
  for (const box of boxes) await box.received.until('stream_end_reached', { last_point_time: 3_000 });
});

test("the vendor's profile makes no streams", async () => {
  const cloud = await startDrivenCloud('vendor');
  expect((await cloud.send('POST /api/tactus/streams', { points: [] })).status).toBe(404);
});
