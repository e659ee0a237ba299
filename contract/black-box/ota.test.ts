/** Firmware updates, from end to end (docs/specification.md, "10.2 Firmware update"). */
import { errorKinds, OTA_NOT_FOUND_TEXT } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { refusal } from '../driven-cloud/answers.ts';
import { type Box, profiles, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';

const OLD = '4.0.19';
const NEWEST = { version: '4.1.1', feature_flags: 'production' };

const latest = async (box: Box) => (await box.call('ota.latest')).json;
const infoOf = async (box: Box) => ((await box.call('info.info')).json as { result: object }).result;

describe.each(profiles)('under the profile %s', (profile) => {
  const makeDevice = async (firmware?: string) => (await startDrivenCloud(profile)).makeDevice('handy-2', firmware);

  test('the newest firmware is that of the environment, and the device reports whether its own is up to date', async () => {
    const box = await makeDevice();
    const seen: unknown[] = [];
    for (const environment of [0, 1, 2]) {
      await box.call('system.setEnvironment', { environment });
      seen.push([await latest(box), (await infoOf(box)) as { fw_status: number }]);
    }
    expect(seen).toMatchObject([
      [{ result: NEWEST }, { fw_status: 0 }],
      [{ result: { version: '4.2.0', feature_flags: 'staging' } }, { fw_status: 1 }],
      [{ result: { version: '4.2.1', feature_flags: 'development' } }, { fw_status: 1 }],
    ]);
  });

  test('an update reports its progress, is done, reboots, and the device returns with the new firmware', async () => {
    const box = await makeDevice(OLD);
    const before = await infoOf(box);
    expect(before).toMatchObject({ fw_version: OLD, fw_status: 1 });
    expect((await box.call('ota.updateLatest')).json).toEqual({ result: 'ok' });

    const updates = await box.received.until('ota_progress', { done: true });
    expect(updates[0]).toMatchObject({ name: 'mode_changed', data: { mode: 5 } });
    const shares = updates.slice(1).map(({ name, data }) => [name, (data as { progress: number }).progress]);
    expect(shares).toEqual(Array.from({ length: 21 }, (_, index) => ['ota_progress', index / 20]));
    expect(updates.map(({ data }) => (data as { failed?: boolean }).failed ?? false)).not.toContain(true);

    const back = await box.received.until('device_connected');
    expect(back.map(({ name }) => name)).toEqual(['device_disconnected', 'device_connected']);
    expect(back[1]?.data).toMatchObject({ connected: true, info: { fw_version: '4.1.1', fw_status: 0 } });
    const after = await infoOf(box);
    expect(after).toMatchObject({ fw_version: '4.1.1', fw_status: 0, fw_feature_flags: 'production' });
    expect(after).not.toMatchObject({ session_id: (before as { session_id: string }).session_id });
    const { devices } = (await box.cloud.send('GET /_control/devices')).json as { devices: object[] };
    expect(devices).toContainEqual(expect.objectContaining({ connectionKey: box.key, firmware: '4.1.1' }));
  });

  test('during an update the device is busy: it refuses other modes and updates, and stops do no harm', async () => {
    const box = await makeDevice(OLD);
    await box.call('ota.updateLatest');
    await box.received.until('ota_progress', { progress: 0.25 });
    expect((await box.call('ota.progress')).json).toMatchObject({ result: { done: false, failed: false } });
    for (const [name, input] of [['hamp.start'], ['info.setMode2', { mode: 7 }], ['ota.updateLatest']] as const)
      expect((await box.call(name, input)).json).toEqual(refusal(errorKinds.otaRunning));
    expect((await box.call('info.mode')).json).toMatchObject({ result: { mode: 5 } });
    await box.received.until('device_connected', { info: expect.objectContaining({ fw_version: '4.1.1' }) });
    await box.received.until('device_clock_synchronized');
    expect((await box.call('hamp.start')).json).toMatchObject({ result: { play_state: 1 } });
    expect((await box.call('ota.progress')).json).toMatchObject({ result: { failed: false } });
  });

  test('motion ends before an update begins', async () => {
    const box = await makeDevice(OLD);
    await box.call('hamp.start');
    await box.call('ota.updateVersion', { ...NEWEST, version: '4.1.0' });
    const received = await box.received.until('ota_progress');
    expect(received.slice(-3).map(({ name, data }) => [name, data])).toMatchObject([
      ['hamp_state_changed', { play_state: 0 }],
      ['mode_changed', { mode: 5 }],
      ['ota_progress', { progress: 0 }],
    ]);
  });

  test('a call that came with a later firmware is an unknown command until the device is updated to that firmware', async () => {
    const box = await makeDevice('4.0.11');
    const later = [
      ['hamp.stroke', { min: 0.2, max: 0.8 }],
      ['hsp.pauseOnStarving', { pause_on_starving: true }],
      ['hsp.loop', { loop: true }],
      ['hsp.playbackrate', { playback_rate: 2 }],
    ] as const;
    const refused = async () => {
      const names: string[] = [];
      for (const [name, input] of later)
        if ('error' in ((await box.call(name, input)).json as object)) names.push(name);
      return names;
    };
    const stroke = await box.call('hamp.stroke', { min: 0.2, max: 0.8 });
    expect([stroke.status, stroke.json]).toEqual([200, refusal(errorKinds.unknownCommand)]);
    expect(await refused()).toEqual(later.map(([name]) => name));
    expect((await box.call('hamp.start')).json).toMatchObject({ result: { play_state: 1 } });

    for (const [version, missing] of [
      ['4.1.0', ['hsp.loop', 'hsp.playbackrate']],
      ['4.1.1', []],
    ] as const) {
      await box.call('ota.updateVersion', { version, feature_flags: 'production' });
      await box.received.until('device_connected', { info: expect.objectContaining({ fw_version: version }) });
      expect(await refused()).toEqual(missing);
    }
  });

  test('a named version is installed, an older one too; an unlisted one is not found', async () => {
    const box = await makeDevice();
    const missing = await box.call('ota.updateVersion', { version: '3.2.3', feature_flags: 'production' });
    expect([missing.status, missing.json]).toEqual([
      200,
      { error: { code: 6000, name: 'OtaNotFound', message: OTA_NOT_FOUND_TEXT, connected: true } },
    ]);
    expect(OTA_NOT_FOUND_TEXT).toBe('Specific OTA not found');
    await box.call('ota.updateVersion', { version: '4.0.11', feature_flags: 'production' });
    await box.received.until('device_connected', { info: expect.objectContaining({ fw_version: '4.0.11' }) });
    expect(await infoOf(box)).toMatchObject({ fw_version: '4.0.11', fw_status: 1 });
  });

  test('an update that fails at 60 % reports it, and the device goes on with its previous firmware', async () => {
    const box = await makeDevice(OLD);
    const link = profile === 'vendor' ? { roundTripMs: 300, jitterMs: 80 } : {};
    await box.setFaults({ ...link, otaFailsAt: 0.6 });
    await box.call('ota.updateLatest');
    const received = await box.received.until('ota_progress', { failed: true });
    expect(received.at(-1)?.data).toEqual({ done: false, failed: true, progress: 0.6 });
    expect(received.some(({ name }) => name === 'device_disconnected')).toBe(false);
    expect((await box.call('ota.progress')).json).toEqual({ result: { done: false, failed: true, progress: 0.6 } });
    expect(await infoOf(box)).toMatchObject({ fw_version: OLD, fw_status: 1 });
    expect((await box.call('hamp.start')).json).toMatchObject({ result: { play_state: 1 } });

    await box.call('ota.updateLatest');
    await box.received.until('ota_progress', { done: true });
    await box.received.until('device_connected', { info: expect.objectContaining({ fw_version: '4.1.1' }) });
  });

  test('a link of an operator updates one device to one firmware, without any key, until it expires', async () => {
    const box = await makeDevice();
    const made = await box.cloud.send(`POST /_control/devices/${box.key}/update-link`, { version: '4.2.0', ttlS: 60 });
    expect(made.status).toBe(201);
    const { url } = made.json as { url: string };
    const line = `GET ${new URL(url).pathname}${new URL(url).search}`;
    expect((await box.cloud.ask(line, { asOwner: false })).json).toEqual({ result: 'ok' });
    await box.received.until('device_connected', { info: expect.objectContaining({ fw_version: '4.2.0' }) });
    await box.cloud.pass(60_000);
    const late = await box.cloud.ask(line, { asOwner: false });
    expect([late.status, late.json]).toMatchObject([403, { error: { code: 403 } }]);
  });
});
