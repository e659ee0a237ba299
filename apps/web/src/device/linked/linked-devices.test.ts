import { createDevice } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { newSavedDevice, withoutSavedDevice } from '../../settings/saved-device.ts';
import { defaultSettings, type Settings } from '../../settings/schema.ts';
import { createSettingsStore } from '../../settings/settings-store.ts';
import { followersBySettings, isMoreSeriousStopPhase, maxFollowers } from './followers.ts';
import { distinctDeviceName, linkedDeviceName } from './linked-device-name.ts';
import { createLinkedDevices } from './linked-devices.ts';

/** The linked devices over a cloud that answers only the event streams of connected devices. */
function setUp(changes: Partial<Settings> = {}, there: readonly string[] = []) {
  const settings = createSettingsStore({ storage: createMemoryStorage(), log: { warn: () => undefined } });
  settings.update(changes);
  const requests: string[] = [];
  const cloud = {
    apiBase: 'http://cloud.invalid/api',
    apiKey: 'test',
    features: {},
    fetch: (url: string, init: RequestInit) => {
      requests.push(`${init.method ?? 'GET'} ${new URL(url).pathname}`);
      const key = new URL(url).searchParams.get('ck') ?? '';
      return there.includes(key) ? Promise.resolve(streamOf(key)) : new Promise<Response>(() => undefined);
    },
  };
  let opened = 0;
  const openDevice = () => {
    opened += 1;
    return createDevice({ ...cloud, time: createFakeTime(), random: createRandom(1) });
  };
  const own = createDevice({ ...cloud, time: createFakeTime(), random: createRandom(1) });
  const linked = createLinkedDevices({
    own,
    cloud: { ...cloud, openDevice },
    settings,
    time: createFakeTime(),
    heartbeat: undefined,
    onSlept: () => undefined,
    followersMax: 2,
    onFailure: (error) => {
      throw error;
    },
  });
  onTestFinished(() => {
    linked.close();
    own.close();
  });
  return {
    settings,
    own,
    linked,
    opened: () => opened,
    keys: () => settings.state.getState().linkedDevices.map((one) => one.connectionKey),
  };
}

/** A stream that reports the device as connected. */
function streamOf(connection_key: string): Response {
  const info = { fw_status: 0, fw_version: '4.0.19', hw_model_no: 0, session_id: '01A' };
  const data = JSON.stringify({ connection_key, data: { connected: true, info } });
  return new Response(`event: device_status\ndata: ${data}\n\n`, { headers: { 'content-type': 'text/event-stream' } });
}

const following = (connectionKey: string) => ({ ...newSavedDevice(connectionKey), follows: true });

test('every device that connected while in use is in the list once, and a mistyped key is not', async () => {
  const { settings, own, keys } = setUp({ connectionKey: 'First01' }, ['First01', 'Second01']);
  const connect = async (key: string) => {
    settings.update({ connectionKey: key });
    own.connect(key).catch(() => undefined);
  };
  for (const key of ['First01', 'Mistyped01', 'Second01', 'First01']) {
    await connect(key);
    await vi.waitFor(() => expect(own.store.getState().session_id !== undefined || key === 'Mistyped01').toBe(true));
  }
  expect(keys()).toEqual(['First01', 'Second01']);
});

test('when the one in use is removed, the first of the others is in use; without others none is', () => {
  const two = { connectionKey: 'First01', linkedDevices: [newSavedDevice('First01'), newSavedDevice('Second01')] };
  expect(withoutSavedDevice(two, 'First01')).toMatchObject({ connectionKey: 'Second01', linkedDevices: [{}] });
  expect(withoutSavedDevice(two, 'Second01')).toMatchObject({ connectionKey: 'First01', linkedDevices: [{}] });
  const one = { connectionKey: 'First01', linkedDevices: [newSavedDevice('First01')] };
  expect(withoutSavedDevice(one, 'First01')).toEqual({ connectionKey: '', linkedDevices: [] });
});

test('the chosen devices follow, up to the maximum, and never the one in use', () => {
  const settings = {
    ...defaultSettings(),
    connectionKey: 'Own01',
    multicastActive: true,
    linkedDevices: [
      following('Own01'),
      following('A0001'),
      newSavedDevice('B0001'),
      following('C0001'),
      following('D0001'),
    ],
  };
  const wanted = (changes: Partial<Settings> = {}) =>
    followersBySettings({ ...settings, ...changes }, 2).map(({ connectionKey }) => connectionKey);
  expect(wanted()).toEqual(['A0001', 'C0001']);
  expect(wanted({ multicastActive: false })).toEqual([]);
  expect(wanted({ connectionKey: '' })).toEqual([]);
});

test('fewer may follow where each needs an event stream of its own', () => {
  expect(maxFollowers({ tabs: true, features: { severalOnSse: true } })).toBe(15);
  expect(maxFollowers({ tabs: false, features: { severalOnSse: true } })).toBe(3);
  expect(maxFollowers({ tabs: true, features: {} })).toBe(3);
});

test('a follower is opened when it is chosen, and released when it is not chosen any more', async () => {
  const { settings, linked, opened } = setUp({ connectionKey: 'Own01', multicastActive: true });
  settings.update({ linkedDevices: [newSavedDevice('Own01'), following('Other01')] });
  await expect
    .poll(() => linked.followers.getState().members)
    .toEqual([
      { connectionKey: 'Other01', name: 'Ot••••••01', word: 'connecting', part: 'out', scalePercent: 100, offsetMs: 0 },
    ]);
  expect(opened()).toBe(1);
  const { device, isOpened } = linked.acquire('Other01');
  expect(isOpened).toBe(false);
  expect(device.store.getState().connectionKey).toBe('Other01');
  settings.update({ multicastActive: false });
  expect(linked.followers.getState().members).toEqual([]);
  expect(linked.acquire('Other01').isOpened).toBe(true);
  expect(linked.acquire('Own01').isOpened).toBe(false);
});

test('pages hold one device object, whichever devices follow; a Stop without a device reports that it could not be sent', async () => {
  const { linked, settings } = setUp();
  const { device } = linked;
  expect((await device.stop()).outcome).toBe('could-not-send');
  settings.update({ connectionKey: 'Own01', multicastActive: true, linkedDevices: [following('Other01')] });
  await expect.poll(() => linked.followers.getState().members.length).toBe(1);
  expect(linked.device).toBe(device);
  expect(device.store.getState()).toBe(device.store.getState());
});

test('a pending Stop of a follower counts while its session is unknown, as when it comes back', async () => {
  const { linked, settings } = setUp({ connectionKey: 'Own01', multicastActive: true });
  settings.update({ linkedDevices: [newSavedDevice('Own01'), following('Other01')] });
  await expect.poll(() => linked.followers.getState().members.length).toBe(1);
  void linked.acquire('Other01').device.stop();
  expect(linked.followers.getState().stopPhase).toBe('stopping');
});

test('a device that another one replaces during an unconfirmed Stop is named, without any follower', async () => {
  const { linked, own } = setUp({ linkedDevices: [{ ...newSavedDevice('First01'), nickname: 'Left' }] });
  own.connect('First01').catch(() => undefined);
  void own.stop();
  own.connect('Second01').catch(() => undefined);
  await expect.poll(() => linked.followers.getState().unreached).toEqual(['Left']);
});

test('pages see the unconfirmed Stop of a follower', () => {
  const { linked, own } = setUp();
  const seen: string[] = [];
  const off = linked.device.store.subscribe((now, before) => seen.push(`${before.stopPhase} > ${now.stopPhase}`));
  linked.followers.setState({ stopPhase: 'stopping' });
  linked.followers.setState({ stopPhase: 'could-not-send' });
  linked.followers.setState({ stopPhase: 'stopped' });
  off();
  linked.followers.setState({ stopPhase: 'stopping' });
  expect(seen).toEqual(['none > stopping', 'stopping > could-not-send', 'could-not-send > none']);
  expect(linked.device.store.getState().stopPhase).toBe('stopping');
  expect(own.store.getState().stopPhase).toBe('none');
  expect(isMoreSeriousStopPhase('stopped', 'none')).toBe(false);
});

test('a device is named by its nickname, else its model, else a part of its key', () => {
  const device = newSavedDevice('AbCdEf1234');
  expect(linkedDeviceName(device)).toBe('Ab••••••34');
  expect(linkedDeviceName({ ...device, modelNo: 1 })).toBe('Oh');
  expect(linkedDeviceName({ ...device, modelNo: 1, nickname: 'Left' })).toBe('Left');
  const pair = [
    { ...device, modelNo: 1 },
    { ...newSavedDevice('Second01'), modelNo: 1 },
  ];
  expect(distinctDeviceName('AbCdEf1234', pair)).toBe('Oh (Ab••••••34)');
  expect(distinctDeviceName('AbCdEf1234', pair.slice(0, 1))).toBe('Oh');
});
