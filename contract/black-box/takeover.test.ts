/** One device and several ways to drive it: the latest one takes over. */
import { type CallName, type DeviceCallName, errorKinds, HspPlayState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { refusal } from '../driven-cloud/answers.ts';
import { type Box, profiles, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { csvOf, now, upload, uploadedScript, wave } from './facts/preparations.ts';
import { namesSoFar, playerState, playScript, sliderShare } from './player-box.ts';

const { PLAYING, STOPPED } = HspPlayState;
/** Longer than any buffer, so that the cloud sends more while it plays. */
const LONG = csvOf(wave(12_000, 100));
/** Longer than the buffer of a device with Bluetooth and Wi-Fi. */
const MIDDLE = csvOf(wave(400, 100));
const SECOND_APP = 4_294_967_001;

const playAgain = (box: Box) => box.call('hssp.play', { start_time: 0, server_time: now(box) });

describe.each(profiles)('under the profile %s', (profile) => {
  const makeDevice = async () => (await startDrivenCloud(profile)).makeDevice('handy');

  test('a client that streams points itself takes over from a script, and receives its events', async () => {
    const box = await makeDevice();
    await playScript(box, LONG);
    await box.cloud.pass(2_000);
    await playerState(box, 'hsp.setup', { stream_id: 77 });
    await playerState(box, 'hsp.add', { points: wave(9, 250), tail_point_stream_index: 9 });
    expect(await playerState(box, 'hsp.play', { start_time: 0 })).toMatchObject({ play_state: PLAYING, points: 9 });
    await box.received.until('hsp_starving', { stream_id: 77, points: 9 });
    await box.cloud.pass(5_000);
    expect(await playerState(box, 'hsp.state')).toMatchObject({ stream_id: 77, points: 9 });
    expect((await playAgain(box)).json).toEqual(refusal(errorKinds.scriptNotSet));
    await playScript(box, LONG);
    expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: PLAYING });
  });

  test.each([true, false])('HAMP ends a script (notify %s), and the script can be played again', async (notify) => {
    const box = await makeDevice();
    await playScript(box, '0,80\n60000,80\n', { notify });
    await box.cloud.pass(2_000);
    await box.received.soFar();
    expect((await box.call('hamp.start')).json).toMatchObject({ result: { play_state: 1 } });
    const playerEvents = notify ? ['hsp_state_changed'] : [];
    expect(await namesSoFar(box)).toEqual([...playerEvents, 'mode_changed', 'hamp_state_changed']);
    expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: STOPPED });
    await box.cloud.pass(3_000);
    expect(await namesSoFar(box)).toEqual([]);

    expect((await playAgain(box)).json).toMatchObject({ result: { play_state: PLAYING, points: 2 } });
    expect(await namesSoFar(box)).toEqual(['hamp_state_changed', 'mode_changed']);
    await box.cloud.pass(3_000);
    expect(await sliderShare(box)).toBeCloseTo(0.8, 1);
  });

  test('a script that was sent in part restarts from its beginning after HAMP', async () => {
    const box = await makeDevice();
    await playScript(box, LONG, { start_time: 1_000_000 });
    await box.cloud.pass(3_000);
    await box.call('hamp.start');
    await box.cloud.pass(3_000);
    expect((await playAgain(box)).json).toMatchObject({ result: { play_state: PLAYING, first_point_time: 0 } });
    await box.cloud.pass(3_000);
    const { current_time, play_state } = await playerState(box, 'hssp.state');
    expect(play_state).toBe(PLAYING);
    expect(current_time).toBeLessThan(6_000);
  });

  test('a second app that streams to the device itself ends the script, and its mode change is reported', async () => {
    const box = await makeDevice();
    await playScript(box, LONG);
    await box.do({ secondApp: 'hsp' });
    await box.received.until('hsp_looping', { stream_id: SECOND_APP });
    // Points in transit at that time still arrive; no others follow.
    await box.cloud.pass(1_000);
    const { stream_id, points } = await playerState(box, 'hsp.state');
    expect(stream_id).toBe(SECOND_APP);
    await box.cloud.pass(60_000);
    expect(await playerState(box, 'hsp.state')).toMatchObject({ stream_id, points });
    expect((await playAgain(box)).json).toEqual(refusal(errorKinds.scriptNotSet));
  });

  test('a reboot removes a script that was set up', async () => {
    const box = await makeDevice();
    await playScript(box, LONG, { notify: true });
    await box.call('system.reboot', { connection_mode: 1 });
    await box.received.until('device_connected');
    await box.received.until('device_clock_synchronized');
    expect((await playAgain(box)).json).toEqual(refusal(errorKinds.scriptNotSet));
    expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: 0, points: 0 });
    await playScript(box, LONG);
    expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: PLAYING });
  });

  test('calls of the player during a setup do not end the script', async () => {
    const box = await makeDevice();
    await playerState(box, 'hsp.setup', { stream_id: 5 });
    const url = await upload(box);
    const [state, stop, setup] = await Promise.all([
      box.call('hssp.state'),
      box.call('hsp.stop'),
      box.call('hssp.setup', { url }),
    ]);
    for (const { status, json } of [state, stop, setup]) expect([status, json]).toMatchObject([200, { result: {} }]);
    expect((await playAgain(box)).json).toMatchObject({ result: { play_state: PLAYING, points: 3 } });
  });

  test('a play during a setup waits for the script', async () => {
    const box = await makeDevice();
    const url = await upload(box);
    const [setup, play] = await Promise.all([box.call('hssp.setup', { url }), playAgain(box)]);
    expect(setup.json).toMatchObject({ result: { points: 3 } });
    expect(play.json).toMatchObject({ result: { play_state: PLAYING, points: 3 } });
  });

  test.each<[string, object, CallName, (box: Box) => object | Promise<object>]>([
    ['a setup without a script', {}, 'hssp.setup', () => ({ url: 'no address' })],
    ['a script that is lost', { lostCommands: 1 }, 'hssp.setup', uploadedScript],
    ['a setup that is lost', { lostCommands: 1 }, 'hsp.setup', () => ({})],
    ['a play in seconds', {}, 'hsp.play', (box) => ({ start_time: 0, server_time: Math.round(now(box) / 1_000) })],
    [
      'points that are lost',
      { lostCommands: 1 },
      'hsp.add',
      () => ({ points: wave(9, 250), tail_point_stream_index: 9 }),
    ],
  ])('%s leaves the script that plays, which is fed to its end', async (_, faults, name, inputOf) => {
    for (const notify of [true, false]) {
      const box = await makeDevice();
      await box.call('system.setInterfaces', { wifi: true, ble: true });
      await playScript(box, MIDDLE, { notify });
      const input = await inputOf(box);
      await box.setFaults(faults);
      expect((await box.call(name, input)).json).toMatchObject({ error: { code: expect.any(Number) } });
      await box.setFaults({});
      await box.received.soFar();
      await box.cloud.pass(40_000);
      const names = (await namesSoFar(box)).filter((one) => one !== 'hsp_threshold_reached');
      expect(names).toEqual(notify ? ['hsp_state_changed', 'stream_end_reached'] : []);
      expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: STOPPED, last_point_time: 39_900 });
    }
  });

  test('after a failed setup there is no script to play, also while the one before plays', async () => {
    const box = await makeDevice();
    await playScript(box, MIDDLE);
    await box.call('hssp.setup', { url: 'no address' });
    expect((await playAgain(box)).json).toEqual(refusal(errorKinds.scriptNotSet));
    expect(await playerState(box, 'hssp.state')).toMatchObject({ play_state: PLAYING });
    await playScript(box, LONG);
    expect(await playerState(box, 'hssp.state')).toMatchObject({
      play_state: PLAYING,
      points: expect.toSatisfy((points) => points > 400),
    });
  });

  test.each<[DeviceCallName, object]>([
    ['hsp.setup', { stream_id: 77 }],
    ['hsp.add', { points: wave(9, 250), tail_point_stream_index: 9, flush: true }],
    ['hsp.flush', {}],
  ])('%s that is carried out without an answer takes over from a script', async (name, input) => {
    const box = await makeDevice();
    await box.call('system.setInterfaces', { wifi: true, ble: true });
    await playScript(box, MIDDLE);
    await box.setFaults({ lostAnswers: 1 });
    expect((await box.call(name, input)).json).toEqual(refusal(errorKinds.deviceTimeout));
    await box.setFaults({});
    await box.cloud.pass(8_000);
    expect((await playAgain(box)).json).toEqual(refusal(errorKinds.scriptNotSet));
    await box.cloud.pass(20_000);
    expect((await playerState(box, 'hsp.state')).points).toBe(name === 'hsp.add' ? 9 : 0);
  });

  test('the later of two setups takes effect', async () => {
    const box = await makeDevice();
    const urls = [await upload(box), await upload(box, csvOf(wave(9, 250)))];
    const [, second] = await Promise.all(urls.map((url) => box.call('hssp.setup', { url })));
    expect(second?.json).toMatchObject({ result: { points: 9 } });
    expect((await playAgain(box)).json).toMatchObject({ result: { points: 9 } });
  });
});
