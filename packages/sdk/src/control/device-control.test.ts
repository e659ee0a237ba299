import { describe, expect, test } from 'vitest';
import type { Device } from '../device-api.ts';
import { setUpDeviceInTab, startMotion } from '../testing/device-in-tab.ts';
import { createFakeBrowser } from '../testing/fake-tabs.ts';
import { jsonResponse } from '../testing/scripted-cloud.ts';
import { failureOf, KEY, setUpDevice } from '../testing/scripted-device.ts';

describe('the lease of our own motion', () => {
  test('is requested with the start, with the key in a header, and is held', async () => {
    const parts = await setUpDeviceInTab();
    expect(parts.device.hold.state()).toBe('none');
    await startMotion(parts);
    expect(parts.sent()[0]).toMatchObject({
      line: 'POST /api/tactus/leases',
      headers: { 'x-connection-key': KEY, 'x-api-key': 'application-1' },
      body: { holder: 'tab-1', rank: 'owner', ttlMs: 60_000, closedMs: 10_000 },
    });
    expect(parts.device.hold.state()).toBe('held');
    expect(parts.state().hold).toBe('held');
  });

  test('is renewed with its secret while the device moves, and ended when it has stopped', async () => {
    const parts = await setUpDeviceInTab();
    await startMotion(parts);
    await parts.time.run(7_000);
    void parts.device.stop();
    await parts.time.run(2_000);
    expect(parts.lines()).toEqual([
      'POST /api/tactus/leases',
      'PUT /api/tactus/leases/l1',
      'PUT /api/tactus/leases/l1',
      'DELETE /api/tactus/leases/l1',
    ]);
    expect(parts.sent().at(-1)).toMatchObject({ headers: { authorization: 'Bearer s1' }, body: {} });
    expect(parts.device.hold.state()).toBe('none');
  });

  test.each([
    ['no', ' '],
    ['a long', 'x'.repeat(65)],
  ])('is not possible with %s name of its holder', (_, holder) => {
    expect(() => setUpDevice({ hold: { holder, rank: 'owner' } })).toThrow(/1 to 64 characters/);
  });

  test('that the cloud refuses is noted in the trace', async () => {
    const parts = await setUpDeviceInTab();
    parts.cloud.on('POST /api/tactus/leases', () => jsonResponse({ error: { message: 'No' } }, 403));
    await startMotion(parts);
    expect(parts.trace).toContainEqual(
      expect.objectContaining({ what: 'control of the device', data: 'No lease: HTTP 403' }),
    );
  });

  test('ends with the page, which stops the device', async () => {
    const parts = await setUpDeviceInTab();
    await startMotion(parts);
    parts.leave();
    await parts.time.run(100);
    expect(parts.sent().at(-1)).toMatchObject({ line: 'DELETE /api/tactus/leases/l1', body: { stop: true } });
  });

  test('is held even if an event overtakes the answer to the start', async () => {
    const parts = await setUpDeviceInTab();
    parts.cloud.on('PUT /hamp/start', async () => {
      await parts.time.sleep(10);
      parts.cloud.stream.send('hamp_state_changed', { play_state: 0, velocity: 0, direction: true });
      await parts.time.sleep(10);
      parts.world.hamp.play_state = 1;
      return { result: parts.world.hamp };
    });
    parts.cloud.on('GET /hamp/state', async () => {
      await parts.time.sleep(200);
      return { result: parts.world.hamp };
    });
    const started = parts.device.hamp.start();
    await parts.time.run(5_000);
    await started;
    expect(parts.state().hamp.play_state).toBe(1);
    expect(parts.lines()).toEqual(['POST /api/tactus/leases', 'PUT /api/tactus/leases/l1']);
  });

  test('is held even if an event from before the start arrives after the answer to the start', async () => {
    const parts = await setUpDeviceInTab();
    await startMotion(parts);
    const emit = (play_state: number) =>
      parts.cloud.stream.send('hamp_state_changed', { play_state, velocity: 0.2, direction: true });
    emit(0);
    await parts.time.run(500);
    emit(1);
    await parts.time.run(4_000);
    expect(parts.device.hold.state()).toBe('held');
    parts.leave();
    await parts.time.run(100);
    expect(parts.sent().at(-1)).toMatchObject({ line: 'DELETE /api/tactus/leases/l1', body: { stop: true } });
  });

  test('is ended if the start never shows in the state', async () => {
    const parts = await setUpDeviceInTab();
    parts.cloud.on('PUT /hamp/start', () => ({ result: { play_state: 0, velocity: 0, direction: true } }));
    await startMotion(parts);
    expect(parts.device.hold.state()).toBe('held');
    await parts.time.run(3_000);
    expect(parts.device.hold.state()).toBe('none');
  });

  test('does not delay the stop: a page that is left while it is requested sends the stop itself', async () => {
    const parts = await setUpDeviceInTab();
    parts.cloud.on('POST /api/tactus/leases', () => new Promise(() => undefined));
    await startMotion(parts);
    parts.cloud.stream.send('mode_changed', { mode: 0, mode_session_id: 2 });
    await parts.time.run(10);
    expect(parts.device.hold.state()).toBe('asking');
    parts.leave();
    expect(parts.cloud.requests.at(-1)).toMatchObject({ line: 'PUT /hamp/stop', keepalive: true });
  });

  test('ends when the device is disconnected while it moves', async () => {
    const parts = await setUpDeviceInTab();
    await startMotion(parts);
    parts.device.close();
    await parts.time.run(100);
    expect(parts.sent().at(-1)).toMatchObject({ line: 'DELETE /api/tactus/leases/l1', body: { stop: true } });
    expect(parts.time.pending()).toBe(0);
  });

  test('that cannot be renewed for a minute stops the device from here as well', async () => {
    const parts = await setUpDeviceInTab();
    await startMotion(parts);
    parts.cloud.on('PUT /api/tactus/leases/l1', () => Promise.reject(new TypeError('fetch failed')));
    await parts.time.run(63_000);
    expect(parts.world.hamp.play_state).toBe(0);
    expect(parts.state().stopPhase).toBe('stopped');
  });

  test('does not cover a motion that another app has started', async () => {
    const parts = await setUpDeviceInTab();
    parts.cloud.stream.send('hamp_state_changed', { play_state: 1, velocity: 0.4, direction: true });
    await parts.time.run(20_000);
    expect(parts.sent()).toEqual([]);
  });

  test('is ended after a failed start', async () => {
    const parts = await setUpDeviceInTab();
    parts.cloud.on('PUT /hamp/start', () => jsonResponse({}, 500));
    const started = parts.device.hamp.start().catch(() => undefined);
    await parts.time.run(100);
    await started;
    await parts.time.run(20_000);
    expect(parts.lines().filter((line) => line.startsWith('PUT'))).toEqual([]);
    expect(parts.device.hold.state()).toBe('none');
  });

  test('is not requested for a start that is refused before it is sent', async () => {
    const parts = await setUpDeviceInTab();
    const refused = await failureOf(parts.device.call('hvp.setState', { amplitude: 2, frequency: 100, position: 0 }));
    expect(refused).toMatchObject({ code: 'bad-input' });
    await parts.time.run(100);
    expect(parts.lines()).toEqual([]);
  });

  test('is used for recorded play, streams and vibration as well, and not for a direct move', async () => {
    const starts: ((device: Device) => Promise<unknown>)[] = [
      (device) => device.hsp.play(),
      (device) => device.call('hssp.play', { start_time: 0, server_time: 0 }),
      (device) => device.stream.play(),
      (device) => device.hvp.start(),
    ];
    for (const start of starts) {
      const parts = await setUpDeviceInTab();
      const started = start(parts.device).catch(() => undefined);
      await parts.time.run(100);
      await started;
      expect(parts.lines()[0]).toBe('POST /api/tactus/leases');
    }
    const parts = await setUpDeviceInTab();
    const moved = parts.device.hdsp.moveTo({ position01: 1, velocity: 0.5 }).catch(() => undefined);
    await parts.time.run(100);
    await moved;
    expect(parts.sent()).toEqual([]);
  });
});

describe('a cloud without leases', () => {
  test('gets no request for one, and the state shows none', async () => {
    const parts = await setUpDeviceInTab({ leases: false });
    await startMotion(parts);
    await parts.time.run(20_000);
    expect(parts.sent()).toEqual([]);
    expect(parts.device.hold.state()).toBe('none');
  });

  test('gets the stop of the mode as the page is left, by a request that outlives the page', async () => {
    const parts = await setUpDeviceInTab({ leases: false });
    await startMotion(parts);
    parts.cloud.stream.send('mode_changed', { mode: 0, mode_session_id: 2 });
    await parts.time.run(10);
    const before = parts.cloud.requests.length;
    parts.leave();
    expect(parts.cloud.requests.slice(before)).toMatchObject([
      { line: 'PUT /hamp/stop', keepalive: true, headers: { 'x-connection-key': KEY } },
    ]);
    await parts.time.run(100);
    expect(parts.world.hamp.play_state).toBe(0);
  });

  test('gets the stop of a start that an event from before the start seems to end', async () => {
    const parts = await setUpDeviceInTab({ leases: false });
    await startMotion(parts);
    const emit = (play_state: number) =>
      parts.cloud.stream.send('hamp_state_changed', { play_state, velocity: 0.2, direction: true });
    emit(0);
    await parts.time.run(500);
    emit(1);
    await parts.time.run(500);
    const before = parts.cloud.lines().length;
    parts.leave();
    await parts.time.run(100);
    expect(parts.cloud.lines().slice(before)).toEqual([expect.stringMatching(/hamp\/stop|mode2/)]);
  });

  test('gets nothing for a device at rest, or for motion that another app has started', async () => {
    const parts = await setUpDeviceInTab({ leases: false });
    parts.cloud.stream.send('hamp_state_changed', { play_state: 1, velocity: 0.4, direction: true });
    await parts.time.run(10);
    const before = parts.cloud.requests.length;
    parts.leave();
    expect(parts.cloud.requests).toHaveLength(before);
    parts.comeBack();
    await startMotion(parts);
    void parts.device.stop();
    await parts.time.run(1_000);
    const stopped = parts.cloud.requests.length;
    parts.leave();
    expect(parts.cloud.requests).toHaveLength(stopped);
  });

  test('gets nothing once the device is disconnected', async () => {
    const parts = await setUpDeviceInTab({ leases: false });
    await startMotion(parts);
    parts.device.disconnect();
    const before = parts.cloud.requests.length;
    parts.leave();
    expect(parts.cloud.requests).toHaveLength(before);
  });
});

describe('another tab in control', () => {
  type Tabs = Awaited<ReturnType<typeof twoTabs>>;
  async function twoTabs() {
    const browser = createFakeBrowser();
    const [first, second] = [await setUpDeviceInTab({ browser }), await setUpDeviceInTab({ browser })];
    await startMotion(first);
    return { first, second };
  }

  test('commands of this tab are not sent; reads and Stop are', async () => {
    const { second } = await twoTabs();
    const before = second.cloud.lines().length;
    await expect(second.device.hamp.start()).rejects.toMatchObject({ code: 'held-elsewhere' });
    await expect(second.device.hamp.setVelocity(0.5)).rejects.toMatchObject({ code: 'held-elsewhere' });
    expect(second.cloud.lines()).toHaveLength(before);
    expect([second.device.hold.control(), second.state().control]).toEqual(['elsewhere', 'elsewhere']);
    const read = second.device.slider.readState();
    void second.device.stop();
    await second.time.run(100);
    await read;
    expect(second.cloud.lines().slice(before)).toEqual(expect.arrayContaining(['GET /slider/state']));
    expect(
      second.cloud
        .lines()
        .slice(before)
        .some((line) => /stop|mode2/.test(line)),
    ).toBe(true);
  });

  test('taking over stops the device first, and then its commands are sent', async () => {
    const { first, second } = await twoTabs();
    second.cloud.stream.send('hamp_state_changed', { play_state: 1, velocity: 0.4, direction: true });
    second.cloud.stream.send('mode_changed', { mode: 0, mode_session_id: 2 });
    await second.time.run(10);
    const taken = second.device.hold.takeOver();
    await second.time.run(2_000);
    await taken;
    expect(second.cloud.lines()).toContain('PUT /hamp/stop');
    expect([first.device.hold.control(), second.device.hold.control()]).toEqual(['elsewhere', 'held']);
    await expect(first.device.hamp.setVelocity(0.5)).rejects.toMatchObject({ code: 'held-elsewhere' });
    await startMotion(second);
    expect(second.world.hamp.play_state).toBe(1);
  });

  test('taking over stops a device that seems at rest too: the start of the other tab may be pending', async () => {
    const { second } = await twoTabs();
    const taken = second.device.hold.takeOver();
    await second.time.run(2_000);
    await taken;
    expect(second.cloud.lines().some((line) => /stop|mode2/.test(line))).toBe(true);
    expect(second.state()).toMatchObject({ control: 'held', stopPhase: 'stopped' });
  });

  test.each([
    ['Stop is pressed here', ({ second }: Tabs) => void second.device.stop()],
    ['Stop is pressed in the other tab', ({ first }: Tabs) => void first.device.stop()],
  ])('nothing starts after a takeover during which %s', async (_, press) => {
    const tabs = await twoTabs();
    const taken = tabs.second.device.hold.takeOver();
    const refused = expect(taken).rejects.toMatchObject({ code: 'aborted' });
    await tabs.second.time.run(1);
    press(tabs);
    await tabs.second.time.run(5_000);
    await refused;
  });

  test('nothing starts after a takeover whose stop did not arrive', async () => {
    const { second } = await twoTabs();
    for (const call of ['PUT /hamp/stop', 'PUT /hdsp/stop', 'PUT /mode2', 'PUT /mode'])
      second.cloud.on(call, () => Promise.reject(new TypeError('fetch failed')));
    const taken = second.device.hold.takeOver();
    const refused = expect(taken).rejects.toMatchObject({ code: 'network' });
    await second.time.run(5_000);
    await refused;
    expect(second.device.hold.control()).toBe('elsewhere');
    await expect(second.device.hamp.start()).rejects.toMatchObject({ code: 'held-elsewhere' });
    expect(second.cloud.lines()).not.toContain('PUT /hamp/start');
  });

  test('no command is sent before the stop of a takeover is confirmed, and a second takeover waits for the first', async () => {
    const { second } = await twoTabs();
    const taken = [second.device.hold.takeOver(), second.device.hold.takeOver()];
    await second.time.settle();
    await expect(second.device.hamp.start()).rejects.toMatchObject({ code: 'held-elsewhere' });
    await second.time.run(2_000);
    await Promise.all(taken);
    expect(second.device.hold.control()).toBe('held');
    await startMotion(second);
    expect(second.world.hamp.play_state).toBe(1);
  });

  test('a tab whose takeover failed is free again once the next one has released control', async () => {
    const browser = createFakeBrowser();
    const [first, second, third] = [
      await setUpDeviceInTab({ browser }),
      await setUpDeviceInTab({ browser }),
      await setUpDeviceInTab({ browser }),
    ];
    await startMotion(first);
    for (const call of ['PUT /hamp/stop', 'PUT /hdsp/stop', 'PUT /mode2', 'PUT /mode'])
      second.cloud.on(call, () => Promise.reject(new TypeError('fetch failed')));
    const refused = expect(second.device.hold.takeOver()).rejects.toMatchObject({ code: 'network' });
    await second.time.run(5_000);
    await refused;
    const taken = third.device.hold.takeOver();
    await third.time.run(2_000);
    await taken;
    third.device.disconnect();
    await second.time.settle();
    expect(second.device.hold.control()).toBe('none');
  });

  test('two tabs that open before the first one takes control are notified of it at once, and of a takeover', async () => {
    const browser = createFakeBrowser();
    const tabs = [
      await setUpDeviceInTab({ browser }),
      await setUpDeviceInTab({ browser }),
      await setUpDeviceInTab({ browser }),
    ];
    const controls = () => tabs.map(({ device }) => device.hold.control());
    const [first, , third] = tabs;
    if (!first || !third) throw new Error('There are three');
    await startMotion(first);
    expect(controls()).toEqual(['held', 'elsewhere', 'elsewhere']);
    const taken = third.device.hold.takeOver();
    await third.time.run(2_000);
    await taken;
    expect(controls()).toEqual(['elsewhere', 'elsewhere', 'held']);
    third.die();
    await first.time.settle();
    expect(controls().slice(0, 2)).toEqual(['none', 'none']);
    first.leave();
  });

  test('a Stop while a command still waits for control prevents that command', async () => {
    const parts = await setUpDeviceInTab();
    const started = parts.device.hamp.start();
    const stopped = parts.device.stop();
    await expect(started).rejects.toMatchObject({ code: 'aborted' });
    await parts.time.run(2_000);
    await stopped;
    expect(parts.cloud.lines()).not.toContain('PUT /hamp/start');
  });

  test('disconnecting the device frees it for the others', async () => {
    const { first, second } = await twoTabs();
    first.device.disconnect();
    await second.time.settle();
    expect(second.device.hold.control()).not.toBe('elsewhere');
    await startMotion(second);
    expect(second.world.hamp.play_state).toBe(1);
  });
});
