import { describe, expect, test } from 'vitest';
import { setUpDeviceInTab, startMotion } from '../testing/device-in-tab.ts';
import { createFakeBrowser } from '../testing/fake-tabs.ts';
import { jsonResponse, refusal } from '../testing/scripted-cloud.ts';
import { failureOf, setUpDevice } from '../testing/scripted-device.ts';

const LATEST = { version: '4.2.0', feature_flags: 'production' };
const OLDER = { version: '4.0.19', feature_flags: 'production' };
const LINK = { a: 'aes', s: 'signature', uexp: '1', d: 'd', iv: 'iv', k: 'k' };

async function connected() {
  const parts = setUpDevice();
  await parts.connectFully();
  const { cloud, time, device } = parts;
  cloud.on('GET /ota/latest', () => ({ result: LATEST }));
  cloud.on('GET /ota/versions', ({ query }) => ({ result: query['s'] === '0' ? [LATEST, OLDER] : [] }));
  for (const line of ['PUT /ota/update/latest', 'PUT /ota/update/version', 'GET /ota/update/fixed'])
    cloud.on(line, () => ({ result: 'ok' }));
  const events: unknown[] = [];
  device.on('update_started', (update) => events.push({ started: update }));
  device.on('update_finished', (update) => events.push({ finished: update }));
  const progress = async (data: object) => {
    cloud.stream.send('ota_progress', { done: false, progress: 0, failed: false, ...data });
    await time.run(10);
  };
  return { ...parts, events, progress, ota: () => parts.state().ota };
}

describe('firmware on offer', () => {
  test('is stored as the latest version and the list of versions, page after page', async () => {
    const { device, ota } = await connected();
    expect(await device.ota.readLatest()).toEqual(LATEST);
    expect(await device.ota.readVersions()).toEqual([LATEST, OLDER]);
    expect(await device.ota.readVersions(2)).toEqual([]);
    expect(ota()).toMatchObject({ latestFirmwareVersion: LATEST, firmwareVersions: [LATEST, OLDER] });
  });

  test("is 'Firmware versions not found' where there is none", async () => {
    const { device, cloud } = await connected();
    cloud.on('GET /ota/versions', () => ({ result: [] }));
    expect(await failureOf(device.ota.readVersions())).toMatchObject({ message: 'Firmware versions not found' });
  });
});

describe('an update', () => {
  test('is ongoing from its request, goes on with its progress, and is done when the device reports it', async () => {
    const { device, time, ota, progress, events } = await connected();
    await device.ota.updateVersion(LATEST);
    expect(ota()).toMatchObject({ ongoing: true, done: false, failed: false, progress: 0, targetVersion: '4.2.0' });
    await time.run(980);
    await progress({ progress: 0.5 });
    expect(ota()).toMatchObject({ ongoing: true, progress: 0.5 });
    await progress({ progress: 1, done: true });
    expect(ota()).toMatchObject({ ongoing: false, done: true, failed: false, progress: 1 });
    const update = { fromVersion: '4.1.1', toVersion: '4.2.0' };
    expect(events).toEqual([{ started: update }, { finished: { ...update, timeUsedMs: 990 } }]);
  });

  test('that fails has ended', async () => {
    const { device, ota, progress, events } = await connected();
    await device.ota.updateLatest();
    await progress({ progress: 0.3, failed: true });
    expect(ota()).toMatchObject({ ongoing: false, done: false, failed: true });
    expect(events).toEqual([{ started: { fromVersion: '4.1.1', toVersion: '' } }]);
  });

  test('of another program is ongoing once its progress is between 0 and 1', async () => {
    const { ota, progress } = await connected();
    for (const atTheEnds of [0, 1]) {
      await progress({ progress: atTheEnds });
      expect(ota().ongoing).toBe(false);
    }
    await progress({ progress: 0.05 });
    expect(ota()).toMatchObject({ ongoing: true, progress: 0.05 });
  });

  test('is lost with the device: the state is reset, and failed where one was ongoing', async () => {
    const { device, cloud, time, ota, comeOnline } = await connected();
    await device.ota.readLatest();
    cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: '', timestamp: '' });
    await time.run(10);
    expect(ota()).toMatchObject({ ongoing: false, failed: false, latestFirmwareVersion: undefined });
    comeOnline();
    await time.run(100);
    await device.ota.updateFixed(LINK);
    cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: '', timestamp: '' });
    await time.run(10);
    expect(ota()).toMatchObject({ ongoing: false, done: false, failed: true, progress: 0 });
    comeOnline('01HZ0002');
    await time.run(10);
    comeOnline('01HZ0002');
    await time.run(2_000);
    expect(ota().failed).toBe(true);
  });

  test.each([
    ['its disconnect', 'device_disconnected', { session_id: '01HZ0001', reason: '', timestamp: '' }],
    ['a disconnected status', 'device_status', { connected: false }],
  ] as const)('that failed is reset at the next disconnect of the device, reported by %s', async (_, name, data) => {
    const { device, cloud, time, ota, progress, comeOnline } = await connected();
    await device.ota.updateLatest();
    await progress({ progress: 0.3, failed: true });
    expect(ota().failed).toBe(true);
    cloud.stream.send(name, data);
    await time.run(10);
    expect(ota()).toMatchObject({ ongoing: false, done: false, failed: false, progress: 0 });
    comeOnline('01HZ0002');
    await time.run(10);
    comeOnline('01HZ0002');
    await time.run(2_000);
    expect(ota().failed).toBe(false);
  });

  test('that failed is reset when the device is back in a new session without a reported disconnect', async () => {
    const { device, time, ota, progress, comeOnline } = await connected();
    await device.ota.updateLatest();
    await progress({ progress: 0.3, failed: true });
    comeOnline('01HZ0002');
    await time.run(10);
    expect(ota().failed).toBe(false);
  });

  test('that was lost with the device counts as failed for one session, however often the loss is reported', async () => {
    const { device, cloud, time, ota, comeOnline } = await connected();
    await device.ota.updateLatest();
    const lose = async (session_id: string) => {
      cloud.stream.send('device_disconnected', { session_id, reason: '', timestamp: '' });
      cloud.stream.send('device_status', { connected: false });
      await time.run(10);
    };
    const returns = async (session: string) => {
      comeOnline(session);
      await time.run(10);
      comeOnline(session);
      await time.run(2_000);
    };
    await lose('01HZ0001');
    expect(ota().failed).toBe(true);
    await returns('01HZ0002');
    expect(ota().failed).toBe(true);
    await lose('01HZ0002');
    expect(ota().failed).toBe(false);
    await returns('01HZ0003');
    expect(ota().failed).toBe(false);
  });

  test("that is refused is 'Failed to update firmware version', ongoing false and failed true", async () => {
    const { device, cloud, ota } = await connected();
    for (const line of ['PUT /ota/update/latest', 'PUT /ota/update/version', 'GET /ota/update/fixed'])
      cloud.on(line, () => refusal(100_013, 'An update is running'));
    for (const update of [
      () => device.ota.updateLatest(),
      () => device.ota.updateVersion(OLDER),
      () => device.ota.updateFixed(LINK),
    ]) {
      expect(await failureOf(update())).toMatchObject({
        code: 'refused',
        message: 'Failed to update firmware version',
        cause: { message: 'An update is running' },
      });
      expect(ota()).toMatchObject({ ongoing: false, failed: true });
    }
  });

  test('that is not sent, because the cloud has refused for the number of requests, fails as one that is refused', async () => {
    const { device, cloud, ota, progress } = await connected();
    cloud.on('GET /capabilities', () => jsonResponse({}, 429));
    await failureOf(device.info.capabilities());
    cloud.requests.length = 0;
    expect(await failureOf(device.ota.updateLatest())).toMatchObject({
      ...{ code: 'rate-limited', message: 'Failed to update firmware version' },
    });
    expect(ota()).toMatchObject({ ongoing: false, done: false, failed: true });
    await progress({ progress: 0.4 });
    expect(await failureOf(device.ota.updateLatest())).toMatchObject({ code: 'rate-limited' });
    expect(ota()).toMatchObject({ ongoing: true, failed: false, progress: 0.4 });
    await progress({ progress: 1, done: true });
    expect(await failureOf(device.ota.updateVersion(OLDER))).toMatchObject({ code: 'rate-limited' });
    expect(ota()).toMatchObject({ ongoing: false, done: false, failed: true });
    expect(cloud.requests).toEqual([]);
  });

  test('that is not sent, because another tab is in control, fails as one that is refused', async () => {
    const browser = createFakeBrowser();
    await startMotion(await setUpDeviceInTab({ browser }));
    const { device, cloud, state } = await setUpDeviceInTab({ browser });
    expect(await failureOf(device.ota.updateLatest())).toMatchObject({
      ...{ code: 'held-elsewhere', message: 'Failed to update firmware version' },
    });
    expect(state().ota).toMatchObject({ ongoing: false, failed: true });
    expect(cloud.lines()).not.toContain('PUT /ota/update/latest');
  });

  test('that fails after the device was disconnected changes nothing of the next one', async () => {
    const { device, cloud, time, ota } = await connected();
    cloud.on('PUT /ota/update/latest', () => time.sleep(50).then(() => refusal(100_013, 'An update is running')));
    const failure = failureOf(device.ota.updateLatest());
    device.disconnect();
    await time.run(100);
    expect(await failure).toMatchObject({ message: 'Failed to update firmware version' });
    expect(ota().failed).toBe(false);
  });

  test("to an unknown version is 'Specific OTA not found', whichever side detects it", async () => {
    const { device, cloud, ota } = await connected();
    const unknown = { version: '9.9.9', feature_flags: 'production' };
    cloud.on('PUT /ota/update/version', () => refusal(4_100, 'Specific OTA not found'));
    expect(await failureOf(device.ota.updateVersion(unknown))).toMatchObject({ message: 'Specific OTA not found' });
    expect(ota()).toMatchObject({ ongoing: false, failed: true });
    await device.ota.readVersions();
    cloud.requests.length = 0;
    expect(await failureOf(device.ota.updateVersion(unknown))).toMatchObject({ message: 'Specific OTA not found' });
    expect(cloud.lines()).toEqual([]);
  });

  test('has a progress that can be read; an answer without progress does not end a requested update', async () => {
    const { device, cloud, ota } = await connected();
    await device.ota.updateLatest();
    cloud.on('GET /ota/update/progress', () => ({ result: { done: false, progress: 0, failed: false } }));
    await device.ota.readProgress();
    expect(ota().ongoing).toBe(true);
    cloud.on('GET /ota/update/progress', () => ({ result: { done: true, progress: 1, failed: false } }));
    await device.ota.readProgress();
    expect(ota()).toMatchObject({ ongoing: false, done: true });
  });

  test('blocks every command but Stop while it runs, and none after it', async () => {
    const { device, cloud, time, progress } = await connected();
    await device.ota.updateVersion(LATEST);
    cloud.requests.length = 0;
    for (const command of [
      () => device.hamp.start(),
      () => device.slider.setStroke({ min: 0.1, max: 0.9 }),
      () => device.hstp.setOffset(10),
      () => device.system.reboot(1),
    ])
      expect(await failureOf(command())).toMatchObject({ code: 'updating' });
    expect(cloud.lines()).toEqual([]);
    const read = device.slider.readStroke();
    await time.run(30);
    expect(await read).toMatchObject({ min: 0 });
    const stopped = device.stop();
    await time.run(100);
    expect((await stopped).outcome).toBe('confirmed');
    await progress({ progress: 0.2, failed: true });
    const started = device.hamp.start();
    await time.run(30);
    await started;
    expect(cloud.lines()).toContain('PUT /hamp/start');
  });

  test('that began before this program connected is read with its mode', async () => {
    const parts = setUpDevice();
    parts.world.mode = 5;
    parts.cloud.on('GET /ota/update/progress', () => ({ result: { done: false, progress: 0.4, failed: false } }));
    await parts.connectFully();
    expect(parts.state().ota).toMatchObject({ ongoing: true, progress: 0.4 });
  });

  test('leaves no signature of a link in the trace', async () => {
    const { device, trace } = await connected();
    await device.ota.updateFixed(LINK);
    expect(JSON.stringify(trace)).not.toContain('signature');
  });
});
