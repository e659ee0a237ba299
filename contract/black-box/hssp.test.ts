/** Scripts by URL, from the upload to the end (docs/device-api.md#36-hssp-a-script-from-an-address). */
import { errorKinds, HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { refusal } from '../driven-cloud/answers.ts';
import { type Box, profiles, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { csvOf, now, upload, wave } from './facts/preparations.ts';
import { namesSoFar, playerState, playScript, sliderShare } from './player-box.ts';

const { PLAYING, STOPPED, PAUSED } = HspPlayState;
/** Two seconds up and down. */
const SHORT = csvOf(wave(9, 250));
/** Stays at 20 %, then goes to 80 % and stays there. */
const STEPS = '0,20\n10000,20\n11000,80\n30000,80\n';

/** A play with a time in seconds, which the device refuses. */
async function refusedPlay(box: Box, options: object): Promise<void> {
  const answer = await box.call('hssp.play', { server_time: Math.round(now(box) / 1_000), ...options });
  expect(answer.json).toMatchObject({ error: { code: errorKinds.delayTooLong.code } });
}

/** A play whose answer does not come in time. */
async function unansweredPlay(box: Box, faults: object, options: object): Promise<void> {
  await box.setFaults(faults);
  const answer = await box.call('hssp.play', { server_time: now(box), ...options });
  expect(answer.json).toEqual(refusal(errorKinds.deviceTimeout));
  await box.setFaults({});
}

describe.each(profiles)('under the profile %s', (profile) => {
  const makeDevice = async (model = 'handy') => (await startDrivenCloud(profile)).makeDevice(model);

  test('with notify the end is reported, without it no event is; the player stops by itself in either case', async () => {
    for (const notify of [true, false]) {
      const box = await makeDevice();
      expect(await playScript(box, SHORT, { notify })).toMatchObject({ play_state: PLAYING, points: 9 });
      await box.cloud.pass(4_000);
      const playerEvents = notify ? ['hsp_state_changed', 'stream_end_reached'] : [];
      expect(await namesSoFar(box)).toEqual(['mode_changed', ...playerEvents]);
      expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: STOPPED, last_point_time: 2_000 });
    }
  });

  test('a script that is played again at any moment around its end goes on', async () => {
    for (let early = -300; early <= 300; early += 50) {
      const box = await makeDevice();
      await playScript(box, SHORT, { notify: true });
      const { current_time } = await playerState(box, 'hssp.state');
      await box.cloud.pass(2_000 - current_time - early);
      await playerState(box, 'hssp.play', { start_time: 0, server_time: now(box) });
      await box.cloud.pass(600);
      expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: PLAYING });
    }
  });

  test('with notify a threshold and laps are reported, without it they are not', async () => {
    for (const notify of [true, false]) {
      const box = await makeDevice();
      await playScript(box, SHORT, { notify, loop: true });
      await playerState(box, 'hsp.threshold', { tail_point_threshold: 4 });
      await box.cloud.pass(7_000);
      const names = await namesSoFar(box);
      expect(names.includes('hsp_threshold_reached')).toBe(notify);
      expect(names.filter((name) => name === 'hsp_looping').length).toBe(notify ? 3 : 0);
      expect(names).not.toContain('stream_end_reached');
      expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: PLAYING, loop: true });
    }
  });

  test('the slider follows the script, wherever playback starts', async () => {
    const box = await makeDevice('handy-2-pro');
    const startedMs = now(box);
    await playScript(box, STEPS);
    await box.cloud.pass(3_000);
    expect(await sliderShare(box)).toBeCloseTo(0.2, 1);
    const state = await playerState(box, 'hssp.state');
    expect(Math.abs(state.current_time - (now(box) - startedMs))).toBeLessThan(1_000);
    await playerState(box, 'hssp.play', { start_time: 15_000, server_time: now(box) });
    await box.cloud.pass(2_000);
    expect(await sliderShare(box)).toBeCloseTo(0.8, 1);
  });

  test('a pause stops the slider, a resume goes on there, and with pickUp at the position without the pause', async () => {
    const box = await makeDevice();
    await playScript(box, csvOf(wave(200, 500)));
    await box.cloud.pass(2_000);
    const paused = await playerState(box, 'hssp.pause');
    expect(paused.play_state).toBe(PAUSED);
    await box.cloud.pass(10_000);
    expect((await playerState(box, 'hssp.state')).current_time).toBe(paused.current_time);
    const resumed = await playerState(box, 'hssp.resume');
    expect(resumed).toMatchObject({ play_state: PLAYING });
    expect(resumed.current_time - paused.current_time).toBeLessThan(500);
    const again = await playerState(box, 'hssp.pause');
    await box.cloud.pass(10_000);
    const pickedUp = await playerState(box, 'hssp.resume', { pickUp: true });
    expect(pickedUp.current_time - again.current_time).toBeGreaterThanOrEqual(10_000);
    expect(await playerState(box, 'hssp.stop')).toMatchObject({ play_state: STOPPED });
    expect(await playerState(box, 'hssp.play', { start_time: 1_000, server_time: now(box) })).toMatchObject({
      play_state: PLAYING,
    });
  });

  test('synctime corrects the clock by the share of the filter', async () => {
    const box = await makeDevice();
    await playScript(box, csvOf(wave(400, 500)));
    await box.cloud.pass(1_000);
    const synced = await playerState(box, 'hssp.synctime', {
      current_time: 100_000,
      server_time: now(box),
      filter: 1,
    });
    expect(Math.abs(synced.current_time - 100_000)).toBeLessThan(500);
    const half = await playerState(box, 'hssp.synctime', { current_time: 150_000, server_time: now(box) });
    expect(Math.abs(half.current_time - 125_000)).toBeLessThan(1_000);
  });

  test('a script larger than the buffer is played to its end, at twice the speed', async () => {
    const box = await makeDevice();
    await box.call('system.setInterfaces', { wifi: true, ble: true });
    await box.received.until('ble_status_changed');
    const startedMs = now(box);
    const state = await playScript(box, csvOf(wave(1_000, 100)), { notify: true, playback_rate: 2 });
    expect(state.max_points).toBe(300);
    const received = await box.received.until('stream_end_reached');
    expect(Math.abs(now(box) - startedMs - 50_000)).toBeLessThan(2_000);
    expect(received.map(({ name }) => name)).not.toContain('hsp_starving');
    expect(received.at(-1)?.data).toMatchObject({ tail_point_stream_index: 1_000, last_point_time: 99_900 });
  });

  test('a script larger than the buffer loops, and its times are those of the script', async () => {
    const box = await makeDevice();
    await box.call('system.setInterfaces', { wifi: true, ble: true });
    await playScript(box, csvOf(wave(500, 100)), { notify: true, loop: true, start_time: 40_000 });
    const received = await box.received.until('hsp_looping');
    expect(received.map(({ name }) => name)).not.toContain('hsp_starving');
    await box.cloud.pass(3_000);
    const state = await playerState(box, 'hssp.state');
    expect(state).toMatchObject({ play_state: PLAYING, loop: true });
    expect(state.current_time).toBeGreaterThan(2_000);
    expect(state.current_time).toBeLessThan(6_000);
    for (let lapMs = 0; lapMs < 120_000; lapMs += 7_000) {
      const { first_point_time, current_time, last_point_time } = await playerState(box, 'hssp.state');
      expect(first_point_time).toBeGreaterThanOrEqual(0);
      expect(current_time).toBeGreaterThanOrEqual(first_point_time);
      expect(last_point_time).toBeGreaterThanOrEqual(current_time);
      expect(last_point_time - current_time).toBeLessThan(30_000);
      await box.cloud.pass(7_000);
    }
  });

  test.each([
    ['the device loops', 9, 9_000],
    ['the cloud feeds', 500, 40_000],
  ])(
    'synctime in a loop that %s takes times of the script and of a film that is longer',
    async (_, count, start_time) => {
      const box = await makeDevice();
      await box.call('system.setInterfaces', { wifi: true, ble: true });
      const lapMs = (count - 1) * 250;
      const startedMs = now(box);
      await playScript(box, csvOf(wave(count, 250)), { notify: true, loop: true, start_time });
      for (const passMs of [2 * lapMs + 300, lapMs + 700]) {
        await box.cloud.pass(passMs);
        const filmMs = now(box) - startedMs + start_time;
        for (const [current_time, filter] of [
          [filmMs, 0.9],
          [filmMs % lapMs, 1],
          [(filmMs % lapMs) + 50, 0.4],
        ] as const) {
          const passedMs = now(box) - startedMs + start_time - filmMs;
          const input = { current_time: current_time + passedMs, server_time: now(box), filter };
          const { current_time: afterMs } = await playerState(box, 'hssp.synctime', input);
          const offMs = Math.abs(((now(box) - startedMs + start_time) % lapMs) - afterMs);
          // The answer of a slow link shows an earlier time.
          expect(Math.min(offMs, lapMs - offMs)).toBeLessThan(profile === 'vendor' ? 500 : 100);
        }
      }
      const names = (await box.received.soFar()).map(({ name }) => name);
      expect(names).not.toContain('hsp_starving');
      const state = await playerState(box, 'hssp.state');
      expect(state.current_point).toBeGreaterThanOrEqual(0);
    },
  );

  test('a refused play changes nothing: the script that plays is fed and ends', async () => {
    const box = await makeDevice();
    await box.call('system.setInterfaces', { wifi: true, ble: true });
    await playScript(box, csvOf(wave(1_000, 100)), { notify: true, playback_rate: 2 });
    await box.cloud.pass(2_000);
    await refusedPlay(box, { start_time: 60_000 });
    await box.cloud.pass(2_000);
    await refusedPlay(box, { start_time: 0, loop: true });
    const received = await box.received.until('stream_end_reached');
    expect(received.map(({ name }) => name)).not.toContain('hsp_starving');
    expect(received.map(({ name }) => name)).not.toContain('hsp_looping');
    expect(received.at(-1)?.data).toMatchObject({ tail_point_stream_index: 1_000, loop: false });
  });

  test('a refused play does not end a loop that the cloud feeds', async () => {
    const box = await makeDevice();
    await box.call('system.setInterfaces', { wifi: true, ble: true });
    await playScript(box, csvOf(wave(500, 100)), { notify: true, loop: true, start_time: 40_000 });
    await box.received.until('hsp_looping');
    await refusedPlay(box, { start_time: 0 });
    expect(await playerState(box, 'hssp.state')).toMatchObject({ loop: true });
    const received = await box.received.until('hsp_looping');
    expect(received.map(({ name }) => name)).not.toContain('hsp_starving');
    expect((await playerState(box, 'hssp.state')).current_time).toBeLessThan(2_000);
  });

  test('a loop that was refused reports no laps', async () => {
    const box = await makeDevice();
    await playerState(box, 'hssp.setup', { url: await upload(box, csvOf(wave(201, 5))), notify: true });
    await refusedPlay(box, { start_time: 700, loop: true });
    expect(await playerState(box, 'hssp.state')).toMatchObject({ loop: false, play_state: STOPPED });
    await box.cloud.pass(3_000);
    expect(await namesSoFar(box)).not.toContain('hsp_looping');
  });

  test.each([
    ['late', { roundTripMs: 5_600 }, false],
    ['late, during another', { roundTripMs: 5_600 }, true],
    ['without an answer, during another', { lostAnswers: 1 }, true],
  ])('a play that is carried out %s is fed to its end', async (_, faults, isSecond) => {
    const box = await makeDevice();
    await box.call('system.setInterfaces', { wifi: true, ble: true });
    const url = await upload(box, csvOf(wave(1_000, 100)));
    await playerState(box, 'hssp.setup', { url, notify: true });
    if (isSecond) await playerState(box, 'hssp.play', { start_time: 0, server_time: now(box), loop: true });
    await unansweredPlay(box, faults, { start_time: 60_000 });
    const received = await box.received.until('stream_end_reached');
    expect(received.map(({ name }) => name)).not.toContain('hsp_starving');
    expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: STOPPED, last_point_time: 99_900 });
  });

  test('a play that is lost on its way leaves the one before', async () => {
    const box = await makeDevice();
    await box.call('system.setInterfaces', { wifi: true, ble: true });
    await playScript(box, csvOf(wave(500, 100)), { notify: true, loop: true });
    await unansweredPlay(box, { lostCommands: 1 }, { start_time: 30_000 });
    const received = await box.received.until('hsp_looping');
    expect(received.map(({ name }) => name)).not.toContain('hsp_starving');
    expect(await playerState(box, 'hssp.state')).toMatchObject({ loop: true, play_state: PLAYING });
  });

  test('a stop behind a play without an answer is the end', async () => {
    const box = await makeDevice();
    await playerState(box, 'hssp.setup', { url: await upload(box, csvOf(wave(1_000, 100))), notify: true });
    await box.setFaults({ roundTripMs: 5_600 });
    await box.call('hssp.play', { start_time: 60_000, server_time: now(box) });
    await box.cloud.ask('PUT /hssp/stop?timeout=20000', { headers: { 'x-connection-key': box.key } });
    await box.setFaults({});
    await box.cloud.pass(50_000);
    expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: STOPPED });
    expect(await namesSoFar(box)).toEqual(expect.not.arrayContaining(['stream_end_reached', 'hsp_starving']));
  });

  test('a funscript plays like a CSV', async () => {
    const box = await makeDevice();
    const actions = wave(9, 250).map(({ t, x }) => ({ at: t, pos: x }));
    const url = await upload(box, JSON.stringify({ version: '1.0', actions }), 'mine.funscript');
    expect(await playerState(box, 'hssp.setup', { url })).toMatchObject({ points: 9, last_point_time: 2_000 });
  });

  test('an inline script is played on our cloud alone', async () => {
    const box = await makeDevice();
    const actions = wave(9, 250).map(({ t, x }) => ({ at: t, pos: x }));
    for (const given of [{ csv: SHORT }, { actions }]) {
      const answer = await box.call('hssp.setup', { ...given, notify: true });
      if (profile === 'vendor') {
        expect([answer.status, answer.json]).toEqual([
          400,
          { error: { code: 200_003, name: 'InvalidParameter', message: expect.any(String), connected: true } },
        ]);
        continue;
      }
      expect(answer.json).toMatchObject({ result: { points: 9, last_point_time: 2_000 } });
      await playerState(box, 'hssp.play', { start_time: 0, server_time: now(box) });
      await box.received.until('stream_end_reached');
    }
  });

  test('a link that is cut for a while does not end the script', async () => {
    const box = await makeDevice();
    await playScript(box, csvOf(wave(60, 250)), { notify: true });
    await box.do({ connected: false });
    await box.received.until('device_disconnected');
    await box.cloud.pass(3_000);
    await box.do({ connected: true });
    await box.received.until('device_connected');
    expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: PLAYING });
    await box.received.until('stream_end_reached');
  });
});
