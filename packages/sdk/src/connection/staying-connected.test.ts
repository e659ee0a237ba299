import { describe, expect, test } from 'vitest';
import { connectionStatus } from '../state/connection-status.ts';
import { initialState } from '../state/device-state.ts';
import { jsonResponse } from '../testing/scripted-cloud.ts';
import { failureOf, infoOf, KEY, setUpDevice } from '../testing/scripted-device.ts';

describe('staying connected', () => {
  test('a device that disconnects is lost; back in another session it is reset and connected again', async () => {
    const { cloud, time, connectFully, comeOnline, state } = setUpDevice();
    await connectFully();
    const opened = cloud.stream.opened();
    cloud.stream.send('hamp_state_changed', { play_state: 1, velocity: 0.7, direction: true });
    cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: 'wifi', timestamp: '' });
    await time.run(10);
    expect(connectionStatus(state())).toBe('lost');
    expect(state()).toMatchObject({
      connected: false,
      disconnectReason: 'wifi',
      hamp: { play_state: 1, velocity: 0.7 },
    });

    cloud.stream.send('device_connected', { connected: true, info: infoOf('01HZ0002') });
    await time.run(10);
    expect(cloud.stream.opened()).toBe(opened + 1);
    expect(state()).toMatchObject({ session_id: undefined, infoUpdated: false, connectionState: 'CONNECTING' });
    expect(state().hamp).toEqual(initialState.hamp);
    comeOnline('01HZ0002');
    await time.run(1_000);
    expect(connectionStatus(state())).toBe('ready');
    expect(state().session_id).toBe('01HZ0002');
  });

  test('after another session nothing is sent that could move the device', async () => {
    const { cloud, time, connectFully, comeOnline, state } = setUpDevice();
    await connectFully();
    cloud.stream.send('hamp_state_changed', { play_state: 1, velocity: 0.7, direction: true });
    cloud.stream.send('device_connected', { connected: true, info: infoOf('01HZ0002') });
    await time.run(10);
    comeOnline('01HZ0002');
    await time.run(20_000);
    expect(connectionStatus(state())).toBe('ready');
    expect(cloud.lines().filter((line) => line.startsWith('PUT'))).toEqual([]);
  });

  test('a disconnect of an older session changes nothing, one of the current or a later one counts', async () => {
    const { device, cloud, time, connectFully, state } = setUpDevice();
    await connectFully();
    const events: unknown[] = [];
    device.on('device_disconnected', (data) => events.push(data));
    cloud.stream.send('device_disconnected', { session_id: '01HZ0000', reason: 'old', timestamp: '' });
    await time.run(10);
    expect(state().connected).toBe(true);
    expect(events).toEqual([]);
    cloud.stream.send('device_disconnected', { session_id: '01HZ0009', reason: 'new', timestamp: '' });
    await time.run(10);
    expect(state().connected).toBe(false);
    expect(events).toHaveLength(1);
  });

  test('a cloud may number its sessions: a later number is a later session', async () => {
    const { device, cloud, time, comeOnline, after, state } = setUpDevice();
    cloud.on(
      'GET /info',
      after(() => infoOf(9)),
    );
    const connected = device.connect(KEY);
    await time.run(10);
    cloud.stream.send('device_connected', { connected: true });
    await time.run(2_000);
    expect(connectionStatus(state())).toBe('ready');
    await connected;
    expect(cloud.lines().filter((line) => line === 'GET /info')).toHaveLength(1);

    cloud.stream.send('device_connected', { connected: true, info: infoOf(10) });
    await time.run(10);
    comeOnline(10);
    await time.run(1_000);
    expect(state()).toMatchObject({ session_id: '10', connected: true });
    cloud.stream.send('device_disconnected', { session_id: 9, reason: 'old', timestamp: '' });
    await time.run(10);
    expect(connectionStatus(state())).toBe('ready');
    cloud.stream.send('device_disconnected', { session_id: 10, reason: 'new', timestamp: '' });
    await time.run(10);
    expect(connectionStatus(state())).toBe('lost');
  });

  test('a broken stream sets the error, and missed changes are read once it is back', async () => {
    const { cloud, time, world, connectFully, comeOnline, state } = setUpDevice();
    await connectFully();
    cloud.stream.end();
    await time.run(10);
    expect(state().sseConnected).toBe(false);
    expect(state().sseError).toMatchObject({ code: 'network' });
    expect(connectionStatus(state())).toBe('lost');
    world.mode = 0;
    world.hamp = { play_state: 1, velocity: 0.3, direction: false };
    await time.run(1_000);
    expect(state()).toMatchObject({ sseConnected: true, sseError: undefined });
    comeOnline();
    await time.run(500);
    expect(connectionStatus(state())).toBe('ready');
    expect(state()).toMatchObject({ mode: 0, hamp: { play_state: 1, velocity: 0.3 } });
    expect(cloud.lines()).not.toContain('GET /capabilities');
  });

  test('a page that becomes visible, or has its network back, reads the motion: its event stream may have died without a notice', async () => {
    let becomeVisible: () => void = () => undefined;
    const { cloud, time, world, connectFully, state } = setUpDevice({
      visibility: {
        onVisible(run) {
          becomeVisible = run;
          return () => undefined;
        },
      },
    });
    await connectFully();
    world.mode = 0;
    world.hamp = { play_state: 1, velocity: 0.3, direction: false };
    becomeVisible();
    await time.run(100);
    expect(state()).toMatchObject({ mode: 0, hamp: { play_state: 1, velocity: 0.3 } });
    expect(cloud.stream.opened()).toBe(1);
  });

  test.each([
    ['sends comments, is opened again where it was silent for longer than their interval', { headersOnSse: true }, 2],
    ['is not known to send comments, stays open', {}, 1],
  ])('the stream of a cloud that %s, once the network is back', async (_, features, streams) => {
    let becomeVisible: () => void = () => undefined;
    const { cloud, time, connectFully } = setUpDevice({
      features,
      visibility: {
        onVisible(run) {
          becomeVisible = run;
          return () => undefined;
        },
      },
    });
    await connectFully();
    await time.run(25_000);
    becomeVisible();
    await time.run(3_000);
    expect(cloud.stream.opened()).toBe(streams);
  });

  test('a refusal by something between page and cloud does not end the connection to a cloud of ours', async () => {
    const { cloud, time, connectFully, comeOnline, state } = setUpDevice({ features: { headersOnSse: true } });
    await connectFully();
    cloud.on('GET /sse', () => new Response('<h1>Blocked</h1>', { status: 403 }));
    cloud.stream.end();
    await time.run(300_000);
    expect(connectionStatus(state())).toBe('lost');
    cloud.on('GET /sse', () => undefined);
    await time.run(40_000);
    comeOnline();
    await time.run(1_000);
    expect(connectionStatus(state())).toBe('ready');
  });

  test('a refused connection is tried again when the page becomes visible or has its network back', async () => {
    let becomeVisible: () => void = () => undefined;
    const { device, cloud, time, connectFully, comeOnline, state } = setUpDevice({
      visibility: {
        onVisible(run) {
          becomeVisible = run;
          return () => {
            becomeVisible = () => undefined;
          };
        },
      },
    });
    await connectFully();
    cloud.on('GET /sse', () => jsonResponse({ error: { message: 'Unauthenticated' } }, 401));
    cloud.stream.end();
    await time.run(5_000);
    expect(connectionStatus(state())).toBe('refused');
    const sentUntilRefused = cloud.requests.length;
    await time.run(3_600_000);
    expect(cloud.requests.slice(sentUntilRefused).map(({ line }) => line)).toEqual([]);
    expect(connectionStatus(state())).toBe('refused');
    cloud.on('GET /sse', () => undefined);
    becomeVisible();
    await time.run(10);
    comeOnline();
    await time.run(2_000);
    expect(connectionStatus(state())).toBe('ready');
    device.disconnect();
    const sent = cloud.requests.length;
    becomeVisible();
    await time.run(1_000);
    expect(cloud.requests).toHaveLength(sent);
  });

  test('the clock is read again after ten minutes and when the page becomes visible', async () => {
    let becomeVisible: () => void = () => undefined;
    const { device, cloud, time, connectFully } = setUpDevice({
      clock: 'compatible',
      visibility: {
        onVisible(run) {
          becomeVisible = run;
          return () => undefined;
        },
      },
    });
    const timings: unknown[] = [];
    device.on('client_timing_changed', (timing) => timings.push(timing));
    await connectFully();
    expect(timings).toEqual([{ rtd: 20, clockOffset: 1_000 }]);
    const clockReads = () => cloud.requests.filter(({ path }) => path === '/servertime').length;
    becomeVisible();
    await time.run(1_000);
    expect(clockReads()).toBe(10);
    const keepAlive = time.every(30_000, () => cloud.stream.write(': ping\n\n'));
    await time.run(600_000);
    keepAlive();
    expect(clockReads()).toBe(20);
    expect(timings).toHaveLength(3);
    device.close();
  });

  test('the device’s own clock is reported when the cloud has measured it', async () => {
    const { device, cloud, time, connectFully } = setUpDevice();
    const timings: unknown[] = [];
    device.on('device_timing_changed', (timing) => timings.push(timing));
    await connectFully();
    cloud.stream.send('device_clock_synchronized', { time: 9_000, clock_offset: 80, rtd: 35 });
    await time.run(10);
    expect(timings).toEqual([
      { rtd: 30, clockOffset: 77 },
      { rtd: 35, clockOffset: 80 },
    ]);
  });

  test('commands before the connection reject', async () => {
    const { device } = setUpDevice();
    expect(() => device.retry()).toThrow('SSE not initialized');
    expect(await failureOf(device.info.read())).toMatchObject({ message: 'Info CMD not initialized' });
    expect(await failureOf(device.clock.sync())).toMatchObject({ message: 'HSTP is not initialized' });
    expect(await failureOf(device.hamp.start())).toMatchObject({ message: 'Connection key is required' });
  });

  test('closed, it leaves no timer behind', async () => {
    const { device, time, connectFully } = setUpDevice();
    await connectFully();
    device.position.watch();
    const stopped = device.stop();
    await time.run(1_000);
    await stopped;
    device.close();
    await time.run(20_000);
    expect(time.pending()).toBe(0);
  });
});
