import {
  ConnectionMode,
  DeviceMode,
  Environment,
  errorKinds,
  FirmwareStatus,
  type OtaProgress,
} from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { bootDevice, refusalOf } from '../testing/booted-device.ts';

const OLDER = { version: '4.1.0', feature_flags: 'production' };
const SAME = { version: '4.1.1', feature_flags: 'production' };
const MINUTE_MS = 60_000;

function booted() {
  const device = bootDevice();
  return {
    ...device,
    /** All reports of the progress. */
    progress: (): OtaProgress[] =>
      device.events.flatMap((event) => (event.name === 'ota_progress' ? [event.data] : [])),
    readProgress: () => device.device.call('ota.progress', {}),
  };
}

describe('a firmware update', () => {
  test('reports its progress rising from 0 to 1, done last, and a read meanwhile returns the same', async () => {
    const { device, time, progress, readProgress } = booted();
    expect(await readProgress()).toEqual({ done: false, progress: 0, failed: false });
    await device.install(OLDER);
    expect(progress()).toEqual([{ done: false, progress: 0, failed: false }]);
    time.advance(2_000);
    expect(await readProgress()).toEqual(progress().at(-1));
    expect((await readProgress()).progress).toBeGreaterThan(0);
    time.advance(MINUTE_MS);
    const shares = progress().map((report) => report.progress);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(new Set(shares).size).toBe(shares.length);
    expect(progress().at(-1)).toEqual({ done: true, progress: 1, failed: false });
    expect(progress().filter(({ done, failed }) => done || failed)).toHaveLength(1);
  });

  test('reports done, then reboots into the new version, whose progress is done', async () => {
    const { device, time, names, readProgress } = booted();
    const before = await device.call('info.sids', {});
    await device.install(OLDER);
    time.advance(MINUTE_MS);
    expect(names().slice(-4)).toEqual([
      'ota_progress',
      'device_disconnected',
      'device_connected',
      'wifi_status_changed',
    ]);
    expect(device.info()).toMatchObject({ fw_version: '4.1.0', fw_status: FirmwareStatus.UPDATE_AVAILABLE });
    expect((await device.call('info.sids', {})).boot_session_id).not.toBe(before.boot_session_id);
    expect((await device.call('info.mode', {})).mode).toBe(DeviceMode.IDLE);
    expect(await readProgress()).toEqual({ done: true, progress: 1, failed: false });
  });

  test('leaves the connection mode unchanged', async () => {
    const { device, time } = booted();
    await device.call('system.setInterfaces', { wifi: true, ble: true });
    time.advance(1_000);
    await device.install(OLDER);
    time.advance(MINUTE_MS);
    expect(await device.call('system.interfaces', {})).toEqual({ wifi: true, ble: true });
  });

  test('to other feature flags is an update to another firmware', async () => {
    const { device, time } = booted();
    await device.install({ version: '4.1.1', feature_flags: 'staging' });
    time.advance(MINUTE_MS);
    expect(device.info()).toMatchObject({ fw_version: '4.1.1', fw_feature_flags: 'staging' });
  });

  test('to the firmware that runs already is refused', async () => {
    const { device, names } = booted();
    await expect(device.install(SAME)).rejects.toMatchObject(refusalOf(errorKinds.otaSameImage));
    expect(names()).toEqual([]);
  });

  test('is refused while one runs, and by a device that is not connected', async () => {
    const { device, time } = booted();
    await device.install(OLDER);
    await expect(device.install(OLDER)).rejects.toMatchObject(refusalOf(errorKinds.otaRunning));
    device.disconnect('link lost');
    await expect(device.install(OLDER)).rejects.toMatchObject(refusalOf(errorKinds.deviceNotConnected));
    time.advance(MINUTE_MS);
  });
});

describe('while it runs', () => {
  test('all motion has stopped, and every other mode is refused', async () => {
    const { device, time, names, slider } = booted();
    await device.call('hamp.start', {});
    await device.install(OLDER);
    expect(names().slice(-3)).toEqual(['hamp_state_changed', 'mode_changed', 'ota_progress']);
    time.advance(100);
    expect((await slider()).speed_absolute).toBe(0);
    expect((await device.call('info.mode', {})).mode).toBe(DeviceMode.OTA);
    const running = refusalOf(errorKinds.otaRunning);
    await expect(device.call('hamp.start', {})).rejects.toMatchObject(running);
    await expect(device.call('hsp.setup', {})).rejects.toMatchObject(running);
    await expect(device.call('info.setMode2', { mode: DeviceMode.IDLE })).rejects.toMatchObject(running);
    expect((await device.call('info.setMode2', { mode: DeviceMode.OTA })).mode).toBe(DeviceMode.OTA);
    expect((await device.call('hamp.state', {})).play_state).toBe(0);
  });

  test('a lost link changes nothing: the device reconnects with the new version', async () => {
    const { device, time, progress } = booted();
    await device.install(OLDER);
    time.advance(2_000);
    device.disconnect('link lost');
    const report = progress().length;
    time.advance(MINUTE_MS);
    expect(progress()).toHaveLength(report);
    device.connect();
    expect(device.info()?.fw_version).toBe('4.1.0');
    expect(await device.call('ota.progress', {})).toMatchObject({ done: true });
  });

  test('a reboot ends it: the device has the old version and reports a failure', async () => {
    const { device, time } = booted();
    await device.install(OLDER);
    time.advance(2_000);
    await device.call('system.reboot', { connection_mode: ConnectionMode.WIFI });
    time.advance(MINUTE_MS);
    expect(device.info()?.fw_version).toBe('4.1.1');
    expect(await device.call('ota.progress', {})).toMatchObject({ done: false, failed: true });
    await device.install(OLDER);
    time.advance(MINUTE_MS);
    expect(device.info()?.fw_version).toBe('4.1.0');
  });

  test('once it is written, neither another reboot nor Wi-Fi switched off undoes it', async () => {
    for (const last of ['reboot', 'wifi'] as const) {
      const { device, time, progress } = booted();
      await device.install(OLDER);
      while (progress().at(-1)?.done !== true) time.advance(100);
      if (last === 'reboot') await device.call('system.reboot', { connection_mode: ConnectionMode.WIFI });
      else await device.call('system.setInterfaces', { wifi: false, ble: false });
      time.advance(MINUTE_MS);
      expect(device.info()?.fw_version).toBe('4.1.0');
    }
  });

  test('an empty battery ends it, and so does closing the device', async () => {
    const { device, time } = bootDevice({ model: 'handy-2-pro' });
    await device.install(OLDER);
    device.hardware().setBatteryLevel(0);
    device.hardware().setCharger(true);
    expect(device.info()?.fw_version).toBe('4.1.1');
    expect(await device.call('ota.progress', {})).toMatchObject({ failed: true });
    await device.install(OLDER);
    device.close();
    expect(time.pending()).toBe(0);
  });
});

describe('a failure', () => {
  test('happens at its share, and leaves the device idle with the old version', async () => {
    const { device, time, progress, names } = booted();
    device.hardware().failUpdateAt(0.42);
    await device.install(OLDER);
    time.advance(MINUTE_MS);
    expect(progress().at(-1)).toEqual({ done: false, progress: 0.42, failed: true });
    expect(progress().at(-2)?.progress).toBeLessThan(0.42);
    expect(names().slice(-2)).toEqual(['ota_progress', 'mode_changed']);
    expect(device.info()?.fw_version).toBe('4.1.1');
    expect((await device.call('info.mode', {})).mode).toBe(DeviceMode.IDLE);
    expect((await device.call('hamp.start', {})).play_state).toBe(1);
  });

  test('affects one update, the next one works', async () => {
    const { device, time } = booted();
    device.hardware().failUpdateAt(0);
    await device.install(OLDER);
    time.advance(MINUTE_MS);
    await device.install(OLDER);
    time.advance(MINUTE_MS);
    expect(device.info()?.fw_version).toBe('4.1.0');
  });

  test('can be cancelled before it happens', async () => {
    const { device, time } = booted();
    device.hardware().failUpdateAt(0.9);
    await device.install(OLDER);
    time.advance(1_000);
    device.hardware().failUpdateAt(undefined);
    time.advance(MINUTE_MS);
    expect(device.info()?.fw_version).toBe('4.1.0');
  });
});

describe('fw_status', () => {
  test.each([
    ['4.0.11', Environment.PRODUCTION, FirmwareStatus.UPDATE_AVAILABLE],
    ['4.1.1', Environment.PRODUCTION, FirmwareStatus.UP_TO_DATE],
    ['4.1.1', Environment.STAGING, FirmwareStatus.UPDATE_AVAILABLE],
    ['4.2.0', Environment.STAGING, FirmwareStatus.UP_TO_DATE],
    ['4.2.0', Environment.PRODUCTION, FirmwareStatus.UP_TO_DATE],
    ['4.2.0', Environment.DEVELOPMENT, FirmwareStatus.UPDATE_AVAILABLE],
    ['3.2.3', Environment.PRODUCTION, FirmwareStatus.UPDATE_REQUIRED],
  ])('of %s in environment %i', async (firmware, environment, status) => {
    const { device } = bootDevice({ firmware });
    await device.call('system.setEnvironment', { environment });
    expect(device.info()?.fw_status).toBe(status);
  });

  test('a firmware that is no version is refused', () => {
    for (const firmware of ['4', '4.1', 'v4.1.1', '4.1.1-beta', '', '4.1.1111'])
      expect(() => bootDevice({ firmware })).toThrow(RangeError);
  });
});

describe('firmware 3', () => {
  test('emits only connects and disconnects', async () => {
    const { device, names, time } = bootDevice({ firmware: '3.2.3' });
    await device.call('hamp.start', {});
    device.hardware().setSliderBlocked(true);
    device.hardware().reportError({ code: 1, message: 'x' });
    time.advance(1_000);
    device.disconnect('link lost');
    device.connect();
    expect(names()).toEqual(['device_disconnected', 'device_connected']);
  });

  test('emits every event after an update to 4', async () => {
    const { device, names, time } = bootDevice({ firmware: '3.2.3' });
    await device.install(SAME);
    time.advance(MINUTE_MS);
    expect(device.info()).toMatchObject({ fw_version: '4.1.1', fw_status: FirmwareStatus.UP_TO_DATE });
    expect(names()).toEqual(['device_disconnected', 'device_connected', 'wifi_status_changed']);
  });
});
