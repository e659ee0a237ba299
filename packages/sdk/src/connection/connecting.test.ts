import { describe, expect, test } from 'vitest';
import { connectionStatus } from '../state/connection-status.ts';
import type { ConnectionState } from '../state/connection-table.ts';
import { jsonResponse, refusal } from '../testing/scripted-cloud.ts';
import { failureOf, infoOf, KEY, memoryStorage, setUpDevice } from '../testing/scripted-device.ts';

describe('connecting', () => {
  test("follows the specification's steps, and reads the state of the device", async () => {
    const { device, cloud, time, comeOnline, state } = setUpDevice();
    const passed: ConnectionState[] = [];
    device.store.subscribe((next, previous) => {
      if (next.connectionState !== previous.connectionState) passed.push(next.connectionState);
    });
    const connected = device.connect(KEY);
    expect(state()).toMatchObject({ connectionKey: KEY, connectionState: 'CONNECTING', sseConnected: false });
    await time.run(5);
    expect(state().sseConnected).toBe(true);
    comeOnline();
    await time.run(5);
    expect(state()).toMatchObject({ connected: true, connectionState: 'GETTING_INFO', session_id: '01HZ0001' });
    await time.run(2_000);
    await connected;
    expect(passed).toEqual(['CONNECTING', 'GETTING_INFO', 'SYNCING_CLOCK', 'NOT_CONNECTING']);
    expect(connectionStatus(state())).toBe('ready');
    expect(state()).toMatchObject({
      infoUpdated: true,
      clientClockSynced: true,
      connectingTimeout: false,
      mode: 7,
      capabilities: { slider: 1 },
      slider: { min: 0, max: 1, min_absolute: 5, position: 0.5 },
      clockSync: { synced: true, clockOffset: 1_000, rtd: 20, deviceClockOffset: 77, deviceUserTimeOffset: -20 },
    });
    expect(cloud.lines()).toEqual([
      'GET /capabilities',
      'GET /sids',
      'GET /mode',
      'GET /slider/stroke',
      'GET /hstp/info',
      'GET /hstp/offset',
      'GET /slider/state',
    ]);
    expect(cloud.requests.filter(({ path }) => path === '/servertime')).toHaveLength(10);
    expect(Math.abs(device.clock.serverNow() - time.now() - 1_000)).toBeLessThanOrEqual(0.5);
  });

  test('needs a connection key and an API token', async () => {
    expect(await failureOf(setUpDevice().device.connect(''))).toMatchObject({ message: 'Connection key is required' });
    expect(await failureOf(setUpDevice({ apiKey: '' }).device.connect(KEY))).toMatchObject({
      code: 'bad-input',
      message: 'API token is required',
    });
  });

  test('reads the info if the stream did not send it', async () => {
    const { device, cloud, time } = setUpDevice();
    const connected = device.connect(KEY);
    await time.run(5);
    cloud.stream.send('device_status', { connected: true });
    await time.run(2_000);
    await connected;
    expect(cloud.lines().slice(0, 2)).toEqual(['GET /info', 'GET /capabilities']);
  });

  test('a failed step is retried', async () => {
    const { device, cloud, time, after } = setUpDevice();
    cloud.on('GET /info', () => refusal(1002, 'Device timeout'));
    cloud.on('GET /servertime', () => jsonResponse({}, 503));
    const connected = device.connect(KEY);
    await time.run(5);
    cloud.stream.send('device_status', { connected: true });
    await time.run(1_500);
    cloud.on(
      'GET /info',
      after(() => infoOf('01HZ0001')),
    );
    await time.run(1_000);
    expect(device.store.getState().connectionState).toBe('SYNCING_CLOCK');
    cloud.on('GET /servertime', () => ({ server_time: time.now() }));
    await time.run(1_500);
    await connected;
  });

  test('unknown values in the facts do not prevent it', async () => {
    const { device, cloud, time, after, state } = setUpDevice();
    const facts = { fw_version: '4.9.0', session_id: '01HZ0001' };
    cloud.on(
      'GET /info',
      after(() => ({ ...facts, fw_status: 9, hw_model_no: null, hw_model_name: null })),
    );
    const connected = device.connect(KEY);
    await time.run(5);
    cloud.stream.send('device_status', { connected: true });
    await time.run(2_000);
    await connected;
    expect(connectionStatus(state())).toBe('ready');
    expect(state().info).toEqual(facts);
  });

  test('legacy firmware gets no info calls, and connects all the same', async () => {
    const { device, cloud, time, comeOnline, state } = setUpDevice();
    const connected = device.connect(KEY);
    await time.run(5);
    comeOnline('01HZ0001', '3.2.3');
    await time.run(2_000);
    await connected;
    expect(cloud.lines()).toEqual([]);
    expect(state()).toMatchObject({ infoUpdated: true, connected: true });
  });

  test('after 5 s it counts as slow, the caller gets an error, and it goes on until the device is connected', async () => {
    const { device, cloud, time, comeOnline, state } = setUpDevice();
    const failure = failureOf(device.connect(KEY));
    await time.run(10);
    cloud.stream.send('device_status', { connected: false });
    await time.run(4_980);
    expect(state().connectingTimeout).toBe(false);
    expect(connectionStatus(state())).toBe('connecting');
    await time.run(20);
    expect(state()).toMatchObject({ connectingTimeout: true, connectionState: 'CONNECTING' });
    expect(connectionStatus(state())).toBe('offline');
    expect(await failure).toMatchObject({ code: 'not-connected', message: 'Device not connected' });
    comeOnline();
    await time.run(1_000);
    expect(state().connectingTimeout).toBe(false);
    expect(connectionStatus(state())).toBe('ready');
  });

  test('a second call once it counts as slow has five more seconds, and settles', async () => {
    const { device, cloud, time, comeOnline, state } = setUpDevice();
    const first = failureOf(device.connect(KEY));
    await time.run(10);
    cloud.stream.send('device_status', { connected: false });
    await time.run(6_000);
    expect(await first).toMatchObject({ code: 'not-connected' });
    const second = failureOf(device.connect(KEY));
    expect(connectionStatus(state())).toBe('connecting');
    await time.run(4_990);
    expect(state().connectingTimeout).toBe(false);
    await time.run(20);
    expect(await second).toMatchObject({ code: 'not-connected' });
    expect(state()).toMatchObject({ connectingTimeout: true, connectionState: 'CONNECTING' });
    const third = device.connect(KEY);
    comeOnline();
    await time.run(2_000);
    await third;
    expect(connectionStatus(state())).toBe('ready');
  });

  test('a second call once it counts as slow opens the stream now', async () => {
    const { device, cloud, time } = setUpDevice();
    cloud.on('GET /sse', () => jsonResponse({}, 503));
    const opened = () => cloud.requests.filter(({ path }) => path === '/sse').length;
    const failures = [failureOf(device.connect(KEY))];
    await time.run(5_010);
    const before = opened();
    failures.push(failureOf(device.connect(KEY)));
    await time.run(1);
    expect(opened()).toBe(before + 1);
    await time.run(5_000);
    expect(await Promise.all(failures)).toMatchObject([{ code: 'api' }, { code: 'api' }]);
    device.close();
  });

  test('credentials that the cloud does not accept end it at once', async () => {
    const { device, cloud, time, state } = setUpDevice();
    cloud.on('GET /sse', () => jsonResponse({ error: { name: '', message: 'Unauthenticated' } }, 401));
    const failure = failureOf(device.connect(KEY));
    await time.run(10);
    expect(await failure).toMatchObject({ code: 'unauthenticated' });
    expect(state()).toMatchObject({ connectionState: 'NOT_CONNECTING', sseConnected: false });
    expect(state().sseError).toMatchObject({ code: 'unauthenticated' });
    await time.run(120_000);
    expect(cloud.requests).toHaveLength(1);
  });

  test('a refused request is repeated by a connect or a retry', async () => {
    const { device, cloud, time, comeOnline, state } = setUpDevice();
    cloud.on('GET /sse', () => jsonResponse({ error: { name: '', message: 'Unauthenticated' } }, 401));
    const refused = failureOf(device.connect(KEY));
    await time.run(10);
    await refused;
    expect(connectionStatus(state())).toBe('refused');
    device.retry();
    await time.run(10);
    expect(connectionStatus(state())).toBe('refused');
    expect(cloud.requests).toHaveLength(2);
    cloud.on('GET /sse', () => undefined);
    const connected = device.connect(KEY);
    expect(connectionStatus(state())).toBe('connecting');
    await time.run(10);
    comeOnline();
    await time.run(2_000);
    await connected;
    expect(connectionStatus(state())).toBe('ready');
  });

  test('a missing API token shows in the state too, with the requested key', async () => {
    const { device, cloud, state } = setUpDevice({ apiKey: '' });
    await failureOf(device.connect(KEY));
    expect(state()).toMatchObject({ connectionKey: KEY, refusal: { message: 'API token is required' } });
    expect(connectionStatus(state())).toBe('refused');
    expect(cloud.requests).toEqual([]);
  });

  test('a key that no device has is distinguished from an absent device if the cloud does so, until it connects', async () => {
    const { device, cloud, time, comeOnline, state } = setUpDevice();
    const failure = failureOf(device.connect(KEY));
    await time.run(10);
    cloud.stream.send('device_status', { connected: false, known: false });
    await time.run(10);
    expect(connectionStatus(state())).toBe('unknown');
    const again = failureOf(device.connect(KEY));
    expect(connectionStatus(state())).toBe('connecting');
    await time.run(10);
    expect(cloud.stream.opened()).toBe(2);
    cloud.stream.send('device_status', { connected: false, known: false });
    await time.run(5_010);
    expect(await Promise.all([failure, again])).toMatchObject([{ code: 'not-connected' }, { code: 'not-connected' }]);
    expect(connectionStatus(state())).toBe('unknown');
    comeOnline();
    await time.run(2_000);
    expect(connectionStatus(state())).toBe('ready');
  });

  test.each([
    [{ 'retry-after': '20' }, 20_000],
    [{ 'x-ratelimit-reset': '20' }, 20_000],
    [{ 'x-ratelimit-reset': '6205' }, 6_205],
    [{}, 5_000],
  ])(
    'after too many requests it waits as long as the cloud requests, %o, and then continues by itself',
    async (headers, waitMs) => {
      const { device, cloud, time, comeOnline, state } = setUpDevice();
      const limited = () =>
        new Response('{}', { status: 429, headers: { 'content-type': 'application/json', ...headers } });
      cloud.on('GET /sse', limited);
      const failure = failureOf(device.connect(KEY));
      await time.run(waitMs - 10);
      expect(connectionStatus(state())).toBe('waiting');
      expect(cloud.requests).toHaveLength(1);
      cloud.on('GET /sse', () => undefined);
      cloud.on('GET /capabilities', limited);
      await time.run(20);
      expect(cloud.stream.opened()).toBe(1);
      comeOnline();
      await time.run(100);
      expect(connectionStatus(state())).toBe('waiting');
      cloud.on('GET /capabilities', () => ({ result: { slider: 1, battery: false } }));
      await time.run(waitMs + 2_000);
      await failure.catch(() => undefined);
      expect(connectionStatus(state())).toBe('ready');
      expect(state().capabilities).toMatchObject({ slider: 1 });
    },
  );

  test('a device that disconnects during a wait for the request limit counts as disconnected', async () => {
    const { device, cloud, time, comeOnline, state } = setUpDevice();
    cloud.on('GET /capabilities', () => jsonResponse({}, 429));
    const failure = failureOf(device.connect(KEY));
    await time.run(10);
    comeOnline();
    await time.run(100);
    expect(connectionStatus(state())).toBe('waiting');
    cloud.stream.send('device_disconnected', { session_id: '01HZ0001', reason: 'wifi', timestamp: '' });
    await time.run(10);
    expect(connectionStatus(state())).toBe('connecting');
    await time.run(60_000);
    expect(connectionStatus(state())).toBe('lost');
    expect(await failure).toMatchObject({ code: 'not-connected' });
  });

  test('an invalid key ends it at once too', async () => {
    const { device, cloud, time } = setUpDevice();
    cloud.on('GET /sse', () => jsonResponse({ name: 'Bad request', message: 'No such key' }, 400));
    const failure = failureOf(device.connect('x'));
    await time.run(10);
    expect(await failure).toMatchObject({ code: 'api', http: { status: 400 } });
  });

  test.each([
    ['younger than an hour is not repeated', 3_590_000, 0],
    ['an hour old is repeated', 3_600_000, 10],
  ])('a synchronisation %s', async (_, ageMs, reads) => {
    const first = setUpDevice({ storage: memoryStorage(), clock: 'compatible' });
    await first.connectFully();
    first.device.disconnect();
    await first.time.run(ageMs);
    const timings: unknown[] = [];
    first.device.on('client_timing_changed', (timing) => timings.push(timing));
    const again = first.device.connect(KEY);
    await first.time.run(10);
    first.comeOnline();
    let waitedFor = Number.NaN;
    void again.then(() => {
      waitedFor = first.cloud.requests.filter(({ path }) => path === '/servertime').length;
    });
    await first.time.run(2_000);
    await again;
    expect(waitedFor).toBe(reads);
    expect(timings).toHaveLength(reads / 10);
    expect(first.state()).toMatchObject({ clientClockSynced: true, clockSync: { clockOffset: 1_000 } });
  });

  test('facts stored in this session of the device are not read again: its capabilities, sessions and clock', async () => {
    const storage = memoryStorage();
    const first = setUpDevice({ storage });
    const sids = { boot_session_id: 7, socket_session_id: 0, mode_session_id: 1 };
    first.cloud.on('GET /sids', () => ({ result: sids }));
    await first.connectFully();
    first.device.close();
    const second = setUpDevice({ storage });
    second.world.mode = 0;
    await second.time.run(60_000);
    const connected = second.device.connect(KEY);
    await second.time.run(5);
    second.comeOnline();
    await second.time.run(5_000);
    await connected;
    expect(second.cloud.lines()).toEqual([
      'GET /mode',
      'GET /slider/stroke',
      'GET /hamp/state',
      'GET /hstp/offset',
      'GET /slider/state',
    ]);
    expect(second.cloud.requests.filter(({ path }) => path === '/sse')).toHaveLength(1);
    expect(second.state()).toMatchObject({
      capabilities: { slider: 1 },
      sids: { boot_session_id: 7 },
      continuity: 'unknown',
      clockSync: { deviceClockOffset: 77, deviceRtd: 30 },
    });
  });

  test('facts stored for another session or firmware are read again', async () => {
    const storage = memoryStorage();
    const first = setUpDevice({ storage });
    await first.connectFully();
    first.device.close();
    const second = setUpDevice({ storage });
    const connected = second.device.connect(KEY);
    await second.time.run(5);
    second.comeOnline('01HZ0002', '4.2.0');
    await second.time.run(2_000);
    await connected;
    for (const line of ['GET /capabilities', 'GET /sids', 'GET /hstp/info'])
      expect(second.cloud.lines()).toContain(line);
  });

  test('stored facts of a device are in the state before it answers', async () => {
    const storage = memoryStorage();
    const first = setUpDevice({ storage });
    await first.connectFully();
    const second = setUpDevice({ storage });
    const failure = failureOf(second.device.connect(KEY));
    expect(second.state()).toMatchObject({ capabilities: { slider: 1 }, connected: false, session_id: undefined });
    second.device.close();
    expect(await failure).toMatchObject({ code: 'aborted', message: 'Request aborted' });
  });

  test('a disconnect during it rejects, and late answers change nothing', async () => {
    const { device, time, comeOnline, state } = setUpDevice({ roundTripMs: 500 });
    const failure = failureOf(device.connect(KEY));
    await time.run(10);
    comeOnline();
    await time.run(100);
    device.disconnect();
    expect(await failure).toMatchObject({ code: 'aborted' });
    await time.run(20_000);
    expect(state()).toEqual(device.store.getInitialState());
  });

  test('another key replaces the first', async () => {
    const { device, cloud, time, connectFully, state } = setUpDevice();
    await connectFully();
    const failure = failureOf(device.connect('AnotherKey1'));
    await time.run(10);
    expect(cloud.requests[0]?.query).toMatchObject({ ck: 'AnotherKey1' });
    expect(state()).toMatchObject({ connectionKey: 'AnotherKey1', connected: false, info: undefined });
    cloud.stream.send('device_status', { connected: true, info: infoOf('01HZ0001') });
    await time.run(100);
    expect(state().connected).toBe(false);
    device.close();
    expect(await failure).toMatchObject({ code: 'aborted' });
  });

  test('connecting again to a connected device does nothing', async () => {
    const { device, cloud, connectFully } = setUpDevice();
    await connectFully();
    await device.connect(KEY);
    expect(cloud.requests).toEqual([]);
  });
});
