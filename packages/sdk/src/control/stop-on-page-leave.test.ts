import { DeviceMode, errorCodes } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { expect, test } from 'vitest';
import { createDevice } from '../device.ts';
import { createFakeBrowser } from '../testing/fake-tabs.ts';
import { jsonResponse, refusal, SCRIPTED_BASE } from '../testing/scripted-cloud.ts';
import { failureOf, KEY, setUpDevice } from '../testing/scripted-device.ts';

/** A device in a page that can be left, at a cloud with leases or one without, which numbers commands or does not. */
async function setUp(features: { readonly leases?: boolean; readonly commandOrder?: boolean } = {}) {
  const page: { leave: () => void; back: () => void } = { leave: () => undefined, back: () => undefined };
  const browser = createFakeBrowser();
  const { locks } = browser.tab();
  const parts = setUpDevice({
    features,
    hold: {
      ...{ holder: 'tab-1', rank: 'owner', locks },
      onLeave(leave, back) {
        Object.assign(page, { leave, back });
        return () => undefined;
      },
    },
  });
  const { cloud } = parts;
  cloud.on('POST /api/tactus/leases', () => jsonResponse({ lease: 'l1', secret: 's1', expires_at: 0 }, 201));
  cloud.on('PUT /api/tactus/leases/l1', () => jsonResponse({ expires_at: 0 }));
  cloud.on('DELETE /api/tactus/leases/l1', () => new Response(null, { status: 204 }));
  await parts.connectFully();
  /** The numbers of what was sent, by method and path. */
  const numbered = () =>
    cloud.requests.flatMap(({ line, headers }) => {
      const [, number] = headers['x-tactus-sequence']?.split('/') ?? [];
      return number === undefined ? [] : [`${line} ${number}`];
    });
  return { ...parts, page, numbered, browser };
}

const forever = () => new Promise<never>(() => undefined);

test('the stop of a page that leaves has the next number, ends any mode while a start is unanswered, and calls that start off', async () => {
  const { device, cloud, time, page, numbered } = await setUp({ leases: true, commandOrder: true });
  cloud.on('PUT /hamp/start', forever);
  cloud.on('POST /api/tactus/leases', forever);
  const failure = failureOf(device.hamp.start());
  await time.run(5);
  page.leave();
  expect(await failure).toMatchObject({ code: 'aborted' });
  expect(numbered()).toEqual(['PUT /hamp/start 1', 'POST /api/tactus/leases 2', 'PUT /mode2 3']);
  expect(cloud.requests.at(-1)).toMatchObject({ keepalive: true, body: { mode: 7 } });
});

test('a start without an answer is not sent once more after the page was left', async () => {
  const { device, cloud, time, page } = await setUp({ commandOrder: true });
  cloud.on('PUT /hamp/start', async () => {
    await time.sleep(50);
    throw new TypeError('fetch failed');
  });
  const failure = failureOf(device.hamp.start());
  await time.run(10);
  page.leave();
  await time.run(2_000);
  await failure;
  expect(cloud.lines().filter((line) => line === 'PUT /hamp/start')).toHaveLength(1);
});

test('a lease that is held is asked to stop with the next number', async () => {
  const { device, time, page, numbered } = await setUp({ leases: true, commandOrder: true });
  const started = device.hamp.start();
  await time.run(100);
  await started;
  page.leave();
  expect(numbered()).toEqual(['PUT /hamp/start 1', 'POST /api/tactus/leases 2', 'DELETE /api/tactus/leases/l1 3']);
});

test('a lease that is granted after the page was left is let go, and what moves is stopped', async () => {
  const { device, cloud, time, page } = await setUp({ leases: true, commandOrder: true });
  cloud.on('POST /api/tactus/leases', async () => {
    await time.sleep(50);
    return jsonResponse({ lease: 'l1', secret: 's1', expires_at: 0 }, 201);
  });
  device.hamp.start().catch(() => undefined);
  await time.run(10);
  page.leave();
  await time.run(100);
  const ended = cloud.requests.filter(({ line }) => line === 'DELETE /api/tactus/leases/l1');
  expect(ended.map(({ body }) => body)).toEqual([{ stop: true }]);
});

test('a play that waits for its script is not sent after the page was left, nor once it is back', async () => {
  const { device, cloud, time, page } = await setUp({ leases: true, commandOrder: true });
  cloud.on('PUT /hssp/setup', async () => {
    await time.sleep(100);
    return jsonResponse({ result: {} });
  });
  device.hssp.setup({ url: 'https://scripts.test/one.csv' }).catch(() => undefined);
  const failure = failureOf(device.hssp.play());
  await time.run(10);
  page.leave();
  expect(await failure).toMatchObject({ code: 'aborted' });
  page.back();
  await time.run(1_000);
  expect(cloud.lines()).not.toContain('PUT /hssp/play');
});

test('nothing is sent while the page is away; one that comes back goes on with higher numbers', async () => {
  const { device, time, page, numbered, state } = await setUp({ commandOrder: true });
  const { stopsElsewhere } = state();
  page.leave();
  expect(await failureOf(device.hamp.start())).toMatchObject({ code: 'aborted' });
  expect(await failureOf(device.hamp.setVelocity(0.4))).toMatchObject({ code: 'aborted' });
  // Whatever drives the device takes it for a Stop.
  expect(state().stopsElsewhere).toBe(stopsElsewhere + 1);
  page.back();
  const started = device.hamp.start();
  await time.run(100);
  await started;
  page.leave();
  expect(numbered()).toEqual(['PUT /hamp/start 1', expect.stringMatching(/^PUT \/hamp\/stop 2$|^PUT \/mode2 2$/)]);
});

test('a start that failed without saying whether it was carried out is stopped too, until a Stop is confirmed', async () => {
  const { device, cloud, time, page } = await setUp();
  cloud.on('PUT /hamp/start', () => Promise.reject(new TypeError('fetch failed')));
  await failureOf(device.hamp.start());
  const before = cloud.requests.length;
  page.leave();
  expect(cloud.lines().slice(before)).toEqual([expect.stringMatching(/stop|mode2/)]);
  page.back();
  void device.stop();
  await time.run(2_000);
  const stopped = cloud.requests.length;
  page.leave();
  expect(cloud.requests).toHaveLength(stopped);
});

test('what another tab controls by now is left alone', async () => {
  const { device, cloud, time, page, browser, state } = await setUp();
  const started = device.hamp.start();
  await time.run(100);
  await started;
  const { locks } = browser.tab();
  const name = browser.held().find((held) => held.startsWith('tactus.control.')) ?? '';
  locks.request(name, { steal: true }, forever).catch(() => undefined);
  await time.run(10);
  expect(state().control).toBe('elsewhere');
  const before = cloud.requests.length;
  page.leave();
  expect(cloud.requests).toHaveLength(before);
});

test('a Stop without confirmation is sent once more as the page is left, whoever set the device in motion', async () => {
  const { device, cloud, time, page } = await setUp();
  for (const call of ['PUT /hamp/stop', 'PUT /mode2'])
    cloud.on(call, () => Promise.reject(new TypeError('fetch failed')));
  void device.stop();
  await time.run(100);
  const before = cloud.requests.length;
  page.leave();
  expect(cloud.requests.slice(before)).toMatchObject([{ line: 'PUT /mode2', keepalive: true }]);
});

test.each([
  ['that device', false],
  ['that device by another object of the program', true],
])('a Stop that goes on for a device that was let go ends with a start of %s', async (_, isAnother) => {
  const { device, cloud, time } = await setUp();
  let stops = 0;
  for (const call of ['PUT /hamp/stop', 'PUT /mode2'])
    cloud.on(call, () => {
      stops += 1;
      return Promise.reject(new TypeError('fetch failed'));
    });
  void device.stop();
  await time.run(100);
  device.disconnect();
  await time.run(1_000);
  const next = isAnother
    ? createDevice({
        apiBase: SCRIPTED_BASE,
        apiKey: 'application-1',
        fetch: cloud.fetch,
        time,
        random: createRandom(2),
      })
    : device;
  next.connect(KEY).catch(() => undefined);
  await time.run(100);
  const started = next.hamp.start();
  await time.run(100);
  await started;
  const before = stops;
  await time.run(60_000);
  next.close();
  expect(before).toBeGreaterThan(1);
  expect(stops).toBe(before);
});

test('a device that was away for 20 s when it was disconnected during a Stop rests once it is back, and is named until then', async () => {
  const { device, cloud, time, world, after, state } = await setUp();
  const started = device.hamp.start();
  await time.run(100);
  await started;
  const back = time.monotonic() + 20_000;
  for (const call of ['PUT /hamp/stop', 'PUT /mode2']) {
    const stop = after(() => {
      world.hamp = { ...world.hamp, play_state: 0 };
      return { mode: 7, mode_session_id: 2 };
    });
    cloud.on(call, (request) => (time.monotonic() < back ? refusal(1001, 'Not connected') : stop(request)));
  }
  const stopped = device.stop();
  await time.run(4_000);
  expect(await stopped).toMatchObject({ outcome: 'could-not-send' });
  device.disconnect();
  device.connect('Another01').catch(() => undefined);
  await time.run(15_000);
  expect(state().unconfirmedStops).toEqual([KEY]);
  await time.run(8_000);
  expect(world.hamp.play_state).toBe(0);
  expect(state().unconfirmedStops).toEqual([]);
});

test('each of two devices that were disconnected during a Stop is sent Stop every 5 s, for a minute', async () => {
  const { device, cloud, time, state } = await setUp();
  cloud.on('PUT /mode2', () => refusal(1001, 'Not connected'));
  cloud.on('PUT /hamp/stop', () => refusal(1001, 'Not connected'));
  const keys = [KEY, 'Another01'];
  for (const key of keys) {
    device.connect(key).catch(() => undefined);
    void device.stop();
    await time.run(4_000);
    device.disconnect();
  }
  /** How many Stops each device is sent during a time. */
  const sentIn = async (ms: number) => {
    cloud.requests.length = 0;
    await time.run(ms);
    return keys.map((key) => cloud.requests.filter(({ headers }) => headers['x-connection-key'] === key).length);
  };
  await time.run(10_000);
  expect(await sentIn(30_000)).toEqual([6, 6]);
  expect(state().unconfirmedStops).toEqual(keys);
  await time.run(60_000);
  expect(await sentIn(60_000)).toEqual([0, 0]);
  expect(state().unconfirmedStops).toEqual([]);
});

/** A device that was disconnected during a Stop, and how many Stops it is sent in a time. */
async function setUpLetGo() {
  const parts = await setUp();
  const { device, cloud, time } = parts;
  for (const call of ['PUT /hamp/stop', 'PUT /mode2']) cloud.on(call, () => refusal(1001, 'Not connected'));
  void device.stop();
  await time.run(4_000);
  device.disconnect();
  async function sentIn(ms: number): Promise<number> {
    cloud.requests.length = 0;
    await time.run(ms);
    return cloud.requests.length;
  }
  return { ...parts, sentIn };
}

test.each(['counts', 'stands'] as const)(
  'after a sleep of a minute no Stop is sent, where the clock %s',
  async (clock) => {
    const { time, state, sentIn } = await setUpLetGo();
    expect(await sentIn(20_000)).toBeGreaterThan(5);
    time.suspend(60_000, clock);
    expect(await sentIn(60_000)).toBe(0);
    expect(state().unconfirmedStops).toEqual([]);
  },
);

test.each([
  ['that the session is over', () => jsonResponse({ error: { name: 'SessionOver', message: 'Over' } }, 401)],
  ['that the token is for something else', () => jsonResponse({ error: { name: 'Forbidden', message: 'No' } }, 403)],
  ['that its firmware is written', () => refusal(errorCodes.otaRunning, 'Update')],
])('a Stop for a device that was let go ends with the answer %s', async (_, answer) => {
  const { cloud, state, sentIn } = await setUpLetGo();
  cloud.on('PUT /mode2', answer);
  await sentIn(6_000);
  expect(state().unconfirmedStops).toEqual([]);
  expect(await sentIn(60_000)).toBe(0);
});

test('a Stop for a device that was let go goes on after a refusal without JSON, which something in between may have sent', async () => {
  const { cloud, state, sentIn } = await setUpLetGo();
  cloud.on('PUT /mode2', () => new Response('<h1>Forbidden</h1>', { status: 403 }));
  expect(await sentIn(50_000)).toBeGreaterThan(10);
  cloud.on('PUT /mode2', () => ({ result: { mode: DeviceMode.IDLE, mode_session_id: 3 } }));
  await sentIn(6_000);
  expect(state().unconfirmedStops).toEqual([]);
});

test('a Stop for a device that was let go goes on while its answer names another mode', async () => {
  const { cloud, state, sentIn } = await setUpLetGo();
  cloud.on('PUT /mode2', () => ({ result: { mode: DeviceMode.HAMP, mode_session_id: 3 } }));
  expect(await sentIn(50_000)).toBeGreaterThan(10);
  expect(state().unconfirmedStops).toEqual([KEY]);
  cloud.on('PUT /mode2', () => ({ result: { mode: DeviceMode.IDLE, mode_session_id: 4 } }));
  await sentIn(6_000);
  expect(state().unconfirmedStops).toEqual([]);
});

test('no Stop goes on for a key that no device has', async () => {
  const { device, cloud, time, state } = await setUp();
  for (const call of ['PUT /hamp/stop', 'PUT /mode2']) cloud.on(call, () => refusal(1001, 'Not connected'));
  cloud.stream.send('device_status', { connected: false, known: false });
  await time.run(100);
  void device.stop();
  await time.run(4_000);
  device.disconnect();
  cloud.requests.length = 0;
  await time.run(60_000);
  expect([state().unconfirmedStops, cloud.requests]).toEqual([[], []]);
});
