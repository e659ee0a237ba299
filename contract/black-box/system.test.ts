/** Reboots, links and buttons (docs/device-api.md#312-system). */
import { describe, expect, test } from 'vitest';
import { OFFLINE } from '../driven-cloud/answers.ts';
import { type Box, profiles, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';

const REBOOTED = { reason: 'reboot' };
const WITH_WIFI = [
  [1, 'WIFI', { wifi: true, ble: false }],
  [3, 'WIFI_BLE', { wifi: true, ble: true }],
] as const;
const WITHOUT_WIFI = [
  [0, 'NONE', { wifi: true, ble: false }],
  [2, 'BLE', { wifi: true, ble: true }],
  [4, 'OFFLINE', { wifi: true, ble: false }],
  [5, 'LEGACY_BLE', { wifi: true, ble: true }],
] as const;

const sidsOf = async (box: Box) => ((await box.call('info.sids')).json as { result: Record<string, number> }).result;
const sessionOf = async (box: Box) =>
  ((await box.call('info.info')).json as { result: { session_id: string } }).result.session_id;

describe.each(profiles)('under the profile %s', (profile) => {
  const makeDevice = async (model = 'handy') => (await startDrivenCloud(profile)).makeDevice(model);

  test.each(WITH_WIFI)('a reboot into %i (%s) ends the session and begins another', async (mode, _name, interfaces) => {
    const box = await makeDevice();
    await box.call('hamp.start');
    const [sids, session] = [await sidsOf(box), await sessionOf(box)];
    expect((await box.call('system.reboot', { connection_mode: mode })).json).toEqual({ result: 'ok' });
    const gone = await box.received.until('device_disconnected', REBOOTED);
    expect(gone.at(-1)?.data).toMatchObject({ session_id: session });
    expect((await box.call('info.info')).json).toEqual(OFFLINE);
    const back = await box.received.until('device_connected');
    const next = await sessionOf(box);
    expect(back.at(-1)?.data).toMatchObject({ info: { session_id: next } });
    expect(next > session).toBe(true);
    expect(await sidsOf(box)).toEqual({
      boot_session_id: expect.toSatisfy((id: number) => id !== sids['boot_session_id']),
      socket_session_id: 0,
      mode_session_id: 0,
    });
    expect((await box.call('info.mode')).json).toMatchObject({ result: { mode: 7 } });
    expect((await box.call('hamp.state')).json).toMatchObject({ result: { play_state: 0 } });
    expect((await box.call('system.interfaces')).json).toEqual({ result: interfaces });
  });

  test.each(WITHOUT_WIFI)(
    'after a reboot into %i (%s) the device is gone until a button is pressed',
    async (mode, _, radios) => {
      for (const button of ['POWER', 'WIFI']) {
        const box = await makeDevice('oh');
        await box.call('system.reboot', { connection_mode: mode });
        await box.received.until('device_disconnected', REBOOTED);
        await box.cloud.pass(30_000);
        expect((await box.call('info.connected')).json).toEqual({ result: { connected: false } });
        expect((await box.call('hvp.state')).json).toEqual(OFFLINE);
        await box.do({ press: { button, event: 'SHORT_PRESS' } });
        const received = await box.received.until('device_connected');
        expect(received.map(({ name }) => name)).toEqual(['device_connected']);
        expect((await box.call('info.connected')).json).toEqual({ result: { connected: true } });
        expect((await box.call('system.interfaces')).json).toEqual({ result: radios });
      }
    },
  );

  test('a reboot ends vibration', async () => {
    const box = await makeDevice('oh');
    await box.call('hvp.setState', { amplitude: 0.5, frequency: 100, position: 200 });
    await box.call('system.reboot', { connection_mode: 1 });
    await box.received.until('hvp_state_changed', { enabled: false });
    await box.received.until('device_connected');
    expect((await box.call('hvp.state')).json).toMatchObject({ result: { enabled: false } });
  });

  test('without Wi-Fi the device is gone until a button is pressed, and does not reboot', async () => {
    const box = await makeDevice();
    const sids = await sidsOf(box);
    expect((await box.call('system.setInterfaces', { wifi: false, ble: true })).json).toEqual({ result: 'ok' });
    const gone = await box.received.until('device_disconnected', { reason: 'wifi off' });
    expect(gone.map(({ name }) => name)).toContain('ble_status_changed');
    await box.cloud.pass(30_000);
    expect((await box.call('system.interfaces')).json).toEqual(OFFLINE);
    await box.do({ press: { button: 'WIFI', event: 'SHORT_PRESS' } });
    await box.received.until('device_connected');
    expect(await sidsOf(box)).toMatchObject({ boot_session_id: sids['boot_session_id'], socket_session_id: 1 });
    expect((await box.call('system.interfaces')).json).toEqual({ result: { wifi: true, ble: true } });
  });

  test('Bluetooth reduces the memory for streams', async () => {
    const box = await makeDevice();
    await box.call('system.setInterfaces', { wifi: true, ble: true });
    await box.received.until('ble_status_changed', { state: 2 });
    expect((await box.call('hsp.setup')).json).toMatchObject({ result: { max_points: 300 } });
    await box.call('system.setInterfaces', { wifi: true, ble: false });
    await box.received.until('ble_status_changed', { state: 0 });
    expect((await box.call('hsp.setup')).json).toMatchObject({ result: { max_points: 4_000 } });
  });

  test('the environment survives a reboot', async () => {
    const box = await makeDevice();
    await box.call('system.setEnvironment', { environment: 1 });
    await box.call('system.reboot', { connection_mode: 1 });
    await box.received.until('device_connected');
    expect((await box.call('system.environment')).json).toEqual({ result: { environment: 1 } });
    expect((await box.call('info.info')).json).toMatchObject({ result: { fw_status: 1 } });
  });
});
