import { DeviceMode, HampPlayState } from '@tactus/protocol';
import { createDevice } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { expect, test } from 'vitest';
import { connectVibratingDevice } from '../../device/session/testing/vibrating-device.ts';
import { defaultSettings } from '../../settings/schema.ts';
import { connectRunToDevice } from './connect-run.ts';
import { toRunRules } from './rules.ts';

const RESTS = { play_state: HampPlayState.STOPPED, velocity: 0.3, direction: true };
const PLAYS = { ...RESTS, play_state: HampPlayState.PLAYING };
const WHOLE = { min: 0, max: 1 };

/** A device on which a run has begun. */
async function running({ sessionMinutes = 0 } = {}) {
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  cloud.on(
    'PUT /hamp/stroke',
    handy.after(() => handy.world.hamp),
  );
  const device = createDevice({
    ...{ apiBase: SCRIPTED_BASE, apiKey: 'test', fetch: cloud.fetch, time, random: createRandom(1) },
  });
  const connected = device.connect('DemoHandy1');
  await time.settle();
  handy.comeOnline();
  await time.run(3_000);
  await connected;
  const lefts: number[] = [];
  const run = connectRunToDevice({
    ...{ device, time, heartbeat: time.every, vibrates: false },
    rules: () => toRunRules({ ...defaultSettings().randomClassic, sessionMinutes }),
    onError: (error) => {
      throw error;
    },
    onLeft: () => lefts.push(time.monotonic()),
    onSlept: () => undefined,
  });
  const leave = run.open();
  run.control.start('seed');
  await time.run(500);
  cloud.stream.send('mode_changed', { mode: DeviceMode.HAMP, mode_session_id: 1 });
  await time.run(500);
  const windows = () => cloud.requests.filter(({ line }) => line === 'PUT /hamp/stroke').map(({ body }) => body);
  expect(windows()).toHaveLength(1);
  expect(windows()).not.toContainEqual(WHOLE);
  return { time, cloud, handy, device, windows, leave, lefts };
}

test('the window is reset to the whole stroke once the device rests after a run', async () => {
  const { time, cloud, device, windows } = await running();
  cloud.stream.send('hamp_state_changed', RESTS);
  await time.run(1_000);
  expect(windows().slice(1)).toEqual([WHOLE]);
  device.close();
});

test('another app that ends a run by a mode of its own is left alone', async () => {
  const { time, cloud, device, windows } = await running();
  cloud.stream.send('hamp_state_changed', RESTS);
  await time.run(50);
  cloud.stream.send('mode_changed', { mode: DeviceMode.HSP, mode_session_id: 2 });
  await time.run(5_000);
  expect(windows().slice(1)).toEqual([]);
  device.close();
});

test('a lost device is left alone until it has reported that it rests', async () => {
  const { time, cloud, handy, device, windows } = await running();
  handy.world.hamp = PLAYS;
  cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: 'wifi', timestamp: '' });
  await time.run(1_000);
  cloud.on('GET /hamp/state', async () => {
    await time.sleep(3_000);
    return { result: handy.world.hamp };
  });
  const info = { fw_status: 0, fw_version: '4.1.1', hw_model_no: 0, session_id: '01HZ0002' };
  cloud.stream.send('device_connected', { connected: true, info });
  await time.run(10);
  handy.comeOnline('01HZ0002');
  await time.run(10_000);
  expect(device.store.getState()).toMatchObject({ connected: true, hamp: PLAYS });
  expect(windows().slice(1)).toEqual([]);
  cloud.stream.send('hamp_state_changed', RESTS);
  await time.run(1_000);
  expect(windows().slice(1)).toEqual([WHOLE]);
  device.close();
});

test.each([
  ['with a session timer stops, since nobody is left to end it', 10, 1],
  ['without one goes on, where the person lets motion go on', 0, 0],
])('a run that is left %s', async (_, sessionMinutes, stops) => {
  const { time, cloud, device, leave, lefts } = await running({ sessionMinutes });
  leave();
  await time.run(500);
  expect(cloud.requests.filter(({ line }) => line === 'PUT /hamp/stop')).toHaveLength(stops);
  expect(lefts).toHaveLength(stops);
  device.close();
});

test('a device without a slider vibrates at the strengths of the picks, rests in their pauses, and stops with the run', async () => {
  const { time, cloud, device, sent, vibrates } = await connectVibratingDevice();
  const settings = {
    ...defaultSettings().randomClassic,
    ...{ speedRange: { min: 30, max: 70 }, timeBetween: 3, currentPause: 2, ramp: 0, sessionMinutes: 0 },
  };
  const { control, open } = connectRunToDevice({
    ...{ device, time, heartbeat: time.every, vibrates: true, rules: () => toRunRules(settings) },
    onError: (error) => {
      throw error;
    },
    onLeft: () => undefined,
    onSlept: () => undefined,
  });
  open();
  control.start('seed');
  let rests = 0;
  for (let second = 0; second < 30; second += 1) {
    await time.run(1_000);
    if (!vibrates()) rests += 1;
  }
  const strengths = sent.filter((strength) => typeof strength === 'number' && strength > 0).map(Number);
  expect(new Set(strengths).size).toBeGreaterThan(2);
  expect([Math.min(...strengths) >= 0.3, Math.max(...strengths) <= 0.7]).toEqual([true, true]);
  expect(rests).toBeGreaterThan(4);
  expect(cloud.requests.filter(({ line }) => line.includes('/hamp/') && !line.startsWith('GET'))).toEqual([]);
  void device.stop();
  await time.run(1_000);
  expect([control.state.getState().phase, vibrates()]).toEqual(['idle', false]);
  const count = sent.length;
  await time.run(20_000);
  expect(sent).toHaveLength(count);
  device.close();
});
