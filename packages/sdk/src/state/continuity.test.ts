import { describe, expect, test } from 'vitest';
import { infoOf, setUpDevice } from '../testing/scripted-device.ts';
import { connectionStatus } from './connection-status.ts';
import { sessionContinuityOf } from './continuity.ts';

const before = { boot_session_id: 7, socket_session_id: 0, mode_session_id: 3 };

describe('sessions', () => {
  test('show whether the device rebooted, lost its buffer, or lost nothing', () => {
    expect(sessionContinuityOf(before, { ...before, socket_session_id: 2 })).toBe('nothing-lost');
    expect(sessionContinuityOf(before, { ...before, mode_session_id: 4 })).toBe('buffer-lost');
    expect(sessionContinuityOf(before, { boot_session_id: 8, socket_session_id: 0, mode_session_id: 3 })).toBe(
      'rebooted',
    );
    expect(sessionContinuityOf(undefined, before)).toBe('unknown');
  });
});

describe('after the device was away', () => {
  async function connected() {
    const parts = setUpDevice();
    let sids = before;
    parts.cloud.on('GET /sids', () => ({ result: sids }));
    parts.world.modeSession = before.mode_session_id;
    await parts.connectFully();
    const comeBack = async (next: typeof before, session = '01HZ0002') => {
      sids = next;
      parts.world.modeSession = next.mode_session_id;
      parts.cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: '', timestamp: '' });
      await parts.time.run(10);
      expect(parts.state().continuity).toBeUndefined();
      parts.cloud.stream.send('device_connected', { connected: true, info: infoOf(session) });
      await parts.time.run(10);
      if (session !== '01HZ0001') parts.comeOnline(session);
      await parts.time.run(2_000);
      expect(connectionStatus(parts.state())).toBe('ready');
    };
    return { ...parts, comeBack };
  }

  test('its losses are unknown at first', async () => {
    const { state } = await connected();
    expect(state()).toMatchObject({ sids: before, continuity: 'unknown' });
  });

  test.each([
    ['nothing-lost', { ...before, socket_session_id: 1 }],
    ['buffer-lost', { ...before, mode_session_id: 9 }],
    ['rebooted', { ...before, boot_session_id: 8 }],
  ] as const)('the session ids say %s, and nothing that moves is sent', async (continuity, sids) => {
    const { state, cloud, comeBack } = await connected();
    await comeBack(sids);
    expect(state()).toMatchObject({ sids, continuity });
    expect(cloud.lines().filter((line) => line.startsWith('PUT'))).toEqual([]);
  });

  test('in the same session they are compared as well', async () => {
    const { state, comeBack } = await connected();
    await comeBack({ ...before, mode_session_id: 4 }, '01HZ0001');
    expect(state().continuity).toBe('buffer-lost');
  });

  test('a reported mode change is no loss, and a later read of the ids does not change the result', async () => {
    const { device, cloud, time, state, comeBack } = await connected();
    cloud.stream.send('mode_changed', { mode: 0, mode_session_id: 4 });
    await time.run(10);
    await comeBack({ ...before, mode_session_id: 4, socket_session_id: 1 });
    expect(state().continuity).toBe('nothing-lost');
    cloud.on('GET /sids', () => ({ result: { ...before, boot_session_id: 99 } }));
    await device.info.sids();
    expect(state()).toMatchObject({ continuity: 'nothing-lost', sids: { boot_session_id: 99 } });
  });

  test('a stream that broke leaves it open until the ids are read again', async () => {
    const { cloud, time, state, comeOnline } = await connected();
    cloud.stream.end();
    await time.run(10);
    expect(state().continuity).toBeUndefined();
    await time.run(1_000);
    comeOnline();
    await time.run(500);
    expect(state().continuity).toBe('nothing-lost');
  });
});

describe('a device that is lost while it moves', () => {
  test('has its last reported state; the connection shows that it is lost', async () => {
    const { cloud, time, connectFully, state, device } = setUpDevice();
    await connectFully();
    cloud.stream.send('mode_changed', { mode: 0, mode_session_id: 2 });
    cloud.stream.send('hamp_state_changed', { play_state: 1, velocity: 0.7, direction: true });
    cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: 'wifi', timestamp: '' });
    await time.run(10);
    expect(state()).toMatchObject({ connected: false, mode: 0, hamp: { play_state: 1, velocity: 0.7 } });
    expect(connectionStatus(state())).toBe('lost');
    device.close();
  });

  test('and reconnects at rest in the same session is shown at rest', async () => {
    const { cloud, time, world, connectFully, comeOnline, state, device } = setUpDevice();
    await connectFully();
    cloud.stream.send('mode_changed', { mode: 0, mode_session_id: 2 });
    cloud.stream.send('hamp_state_changed', { play_state: 1, velocity: 0.7, direction: true });
    cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: 'wifi', timestamp: '' });
    await time.run(10);
    world.mode = 7;
    comeOnline();
    await time.run(1_000);
    expect(state()).toMatchObject({ connected: true, mode: 7, hamp: { play_state: 0, velocity: 0 } });
    device.close();
  });
});
