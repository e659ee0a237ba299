import { describe, expect, test } from 'vitest';
import type { ClientCallName } from '../client/client.ts';
import { streamingDevice } from '../stream/testing/streaming-device.ts';
import { setUpDeviceInTab } from '../testing/device-in-tab.ts';
import { refusal } from '../testing/scripted-cloud.ts';
import { failureOf, KEY, setUpDevice } from '../testing/scripted-device.ts';

const points = Array.from({ length: 150 }, (_, index) => ({ t: index * 500, x: index % 2 === 0 ? 0 : 60 }));

/** A device with an empty player. */
async function withPlayer(options: { readonly maxSpeedMmS?: number } = {}) {
  const set = await streamingDevice({ source: { points: points.slice(0, 2) } });
  const { time, cloud, device } = set;
  device.limits.set(options);
  const setUp = device.hsp.setup();
  await time.run(100);
  await setUp;
  /** The outcome of a call once it has its answer. */
  async function outcomeOf(call: Promise<unknown>): Promise<string> {
    const outcome = call.then(
      () => 'done',
      (thrown: { code: string; message: string }) => `${thrown.code}: ${thrown.message}`,
    );
    await time.run(100);
    return outcome;
  }
  const bodies = (path: string) => cloud.requests.filter((one) => one.path === path).map(({ body }) => body);
  const pointsSent = () => bodies('/hsp/add').map((body) => (body as { points: unknown[] }).points.length);
  return { ...set, outcomeOf, bodies, pointsSent };
}

describe('points that are added under a limit', () => {
  test('are sent after others that were refused, as if these had never been added', async () => {
    const { device, outcomeOf, bodies, pointsSent } = await withPlayer({ maxSpeedMmS: 200 });
    const wrong = points.slice(0, 10).map((point, index) => (index === 0 ? { ...point, t: -500 } : point));
    expect(await outcomeOf(device.hsp.add(wrong))).toMatch(/^bad-input/);
    expect(await outcomeOf(device.hsp.add(points.slice(0, 10)))).toBe('done');
    expect(pointsSent()).toEqual([10]);
    // The first one is where the slider is.
    expect(bodies('/hsp/add')[0]).toMatchObject({ points: [{ t: 0, x: 50 }, ...points.slice(1, 10)] });
  });

  test('are sent in parts after too many at once', async () => {
    const { device, outcomeOf, pointsSent } = await withPlayer({ maxSpeedMmS: 200 });
    expect(await outcomeOf(device.call('hsp.add', { points, flush: false }))).toMatch(/^bad-input/);
    await outcomeOf(device.call('hsp.add', { points: points.slice(0, 100), flush: false }));
    await outcomeOf(device.call('hsp.add', { points: points.slice(100), flush: false }));
    expect(pointsSent()).toEqual([100, 50]);
  });

  test('are sent again after a refusal for the number of requests, and after an update of the firmware', async () => {
    const { device, cloud, time, outcomeOf, pointsSent } = await withPlayer({ maxSpeedMmS: 200 });
    cloud.stream.send('ota_progress', { done: false, failed: false, progress: 0.5 });
    await time.run(100);
    expect(await outcomeOf(device.hsp.add(points.slice(0, 10)))).toMatch(/^updating/);
    cloud.stream.send('ota_progress', { done: true, failed: false, progress: 1 });
    await time.run(100);
    while ((await outcomeOf(device.hsp.readState())) === 'done');
    expect(await outcomeOf(device.hsp.add(points.slice(0, 10)))).toMatch(/^rate-limited/);
    await time.run(61_000);
    expect(await outcomeOf(device.hsp.add(points.slice(0, 10)))).toBe('done');
    expect(pointsSent()).toEqual([10]);
  });
});

describe.each([
  ['a limit of the speed', { maxSpeedMmS: 200 }],
  ['a slow start', { rampMs: 2_000 }],
  ['no limit', {}],
])('with %s an input out of range is refused', (_, limits) => {
  test.each<[ClientCallName, object, string]>([
    ['hamp.velocity', { velocity: 1.5 }, 'Velocity must be between 0 and 1'],
    ['hamp.velocity', {}, 'velocity must be of type number'],
    ['hvp.setState', { amplitude: 5, frequency: 100, position: 0 }, 'amplitude must be at most 1'],
    ['hdsp.xpvp', { xp: 5, vp: 0.5 }, 'xp must be at most 1'],
    ['hdsp.xpvp', { xp: 0.5, vp: 3 }, 'vp must be at most 1'],
    ['slider.setStroke', { min: -3, max: 7 }, 'min must be at least 0'],
    ['hsp.playbackrate', { playback_rate: 500 }, 'playback_rate must be at most'],
    ['hsp.add', { points: [{ t: 0, x: 500 }] }, 'points.0.x must be at most 100'],
  ])('%s %o', async (call, input, problem) => {
    const { device, cloud, connectFully } = setUpDevice();
    await connectFully();
    device.limits.set(limits);
    const refused = await failureOf((device.call as (name: string, input: object) => Promise<unknown>)(call, input));
    expect(refused).toMatchObject({ code: 'bad-input', message: expect.stringContaining(problem) });
    expect(cloud.lines().filter((line) => line.startsWith('PUT'))).toEqual([]);
  });
});

test('a speed that is sent before the device has reported anything in a new session is limited', async () => {
  const { device, cloud, time, connectFully, comeOnline } = setUpDevice();
  device.limits.set({ maxSpeedMmS: 50 });
  await connectFully();
  const limited = () => cloud.requests.filter(({ path }) => path === '/hamp/velocity').map(({ body }) => body);
  device.disconnect();
  void device.connect(KEY).catch(() => undefined);
  const first = device.hamp.setVelocity(1).catch(() => undefined);
  await time.run(100);
  comeOnline();
  const second = device.hamp.setVelocity(0.9).catch(() => undefined);
  await time.run(2_000);
  await Promise.all([first, second]);
  expect(limited()).toEqual([{ velocity: 0.125 }, { velocity: 0.125 }]);
});

test('another spelling of a field does not pass a limit', async () => {
  const { device, bodies, outcomeOf } = await withPlayer({ maxSpeedMmS: 50 });
  await outcomeOf(device.call('hsp.play', { startTime: 0, playbackRate: 4, add: { points, flush: true } } as never));
  expect(bodies('/hsp/play')).toEqual([]);
  const add = { points: [50, 100].map((x, index) => ({ t: index * 500, x })), flush: true };
  await outcomeOf(device.call('hsp.play', { startTime: 0, playbackRate: 2, add } as never));
  // 50 mm/s at the double rate is an eighth of the stroke in half a second.
  expect(bodies('/hsp/play')).toMatchObject([{ playback_rate: 2, add: { points: [{ x: 50 }, { x: 62 }] } }]);
});

test('points that are too fast for a limit that was set since are not resumed', async () => {
  const { device, cloud, outcomeOf } = await withPlayer();
  await outcomeOf(device.hsp.add(points.slice(0, 100)));
  await outcomeOf(device.hsp.play());
  await outcomeOf(device.hsp.pause());
  device.limits.set({ maxSpeedMmS: 50 });
  expect(await outcomeOf(device.hsp.resume())).toMatch(/^bad-input: .* too fast/);
  expect(cloud.lines()).not.toContain('PUT /hsp/resume');
});

describe('a limit of the stroke', () => {
  const stroke = { min: 0.2, max: 0.6 };

  async function limitedDevice() {
    const set = setUpDevice();
    await set.connectFully();
    const { cloud, device, after, world } = set;
    for (const path of ['stroke', 'start', 'stop'])
      cloud.on(
        `PUT /hamp/${path}`,
        after(() => world.hamp),
      );
    device.limits.set({ stroke });
    const commands = () => cloud.lines().filter((line) => line.startsWith('PUT'));
    return { ...set, commands };
  }

  test('sets the zone of alternating motion before it starts', async () => {
    const { device, time, commands, cloud } = await limitedDevice();
    const started = device.hamp.start();
    await time.run(10);
    expect(commands()).toEqual(['PUT /hamp/stroke']);
    await time.run(100);
    await started;
    expect(commands()).toEqual(['PUT /hamp/stroke', 'PUT /hamp/start']);
    expect(cloud.requests.find(({ path }) => path === '/hamp/stroke')?.body).toEqual(stroke);
  });

  test('lets alternating motion not start where the zone cannot be set, and no later start is refused for that', async () => {
    const { device, cloud, time, commands } = await limitedDevice();
    cloud.on('PUT /hamp/stroke', () => refusal(4001, 'Not supported'));
    const refused = failureOf(device.hamp.start());
    await time.run(100);
    const message = 'Not supported: set the stroke inside its limit first';
    expect(await refused).toMatchObject({ code: 'refused', message });
    expect(commands()).toEqual(['PUT /hamp/stroke']);
    device.limits.set({ stroke: { min: 0, max: 1 } });
    const started = device.hamp.start();
    await time.run(100);
    await started;
    expect(commands()).toEqual(['PUT /hamp/stroke', 'PUT /hamp/start']);
  });

  describe('knows no zone that was set before', () => {
    const before = { boot_session_id: 7, socket_session_id: 0, mode_session_id: 1 };

    async function reconnected(how: 'disconnected' | 'rebooted' | 'cut off') {
      const set = await limitedDevice();
      const { device, cloud, time, comeOnline, connectFully } = set;
      cloud.on('GET /sids', () => ({ result: before }));
      device.disconnect();
      await connectFully();
      const zone = device.hamp.setStroke({ min: 0.4, max: 0.5 });
      await time.run(100);
      await zone;
      if (how === 'disconnected') {
        device.disconnect();
        await connectFully();
      } else {
        if (how === 'rebooted') cloud.on('GET /sids', () => ({ result: { ...before, boot_session_id: 8 } }));
        comeOnline('01HZ0002');
        await time.run(100);
        comeOnline('01HZ0002');
        await time.run(3_000);
      }
      cloud.requests.length = 0;
      const started = device.hamp.start();
      await time.run(100);
      await started;
      return cloud.requests.find(({ path }) => path === '/hamp/stroke')?.body;
    }

    test('after another connect, nor after the device has restarted', async () => {
      expect(await reconnected('disconnected')).toEqual(stroke);
      expect(await reconnected('rebooted')).toEqual(stroke);
    });

    test('but the zone is not widened after a cut of the network alone', async () => {
      expect(await reconnected('cut off')).toEqual({ min: 0.4, max: 0.5 });
    });
  });

  test('refuses no start for it once the set stroke lies inside, or once it is lifted', async () => {
    const { device, cloud, time, commands } = await limitedDevice();
    const outcomes: string[] = [];
    async function start() {
      device.hamp.start().then(
        () => outcomes.push('done'),
        () => outcomes.push('refused'),
      );
      await time.run(100);
    }
    await start();
    cloud.on('PUT /hamp/stroke', () => refusal(4001, 'Not supported'));
    await start();
    device.limits.set({ stroke: { min: 0, max: 1 } });
    await start();
    expect(outcomes).toEqual(['done', 'refused', 'done']);
    device.limits.set({ stroke });
    cloud.stream.send('stroke_changed', { min: 0.2, max: 0.6, min_absolute: 20, max_absolute: 60 });
    await start();
    expect(outcomes.at(-1)).toBe('done');
    expect(commands().at(-1)).toBe('PUT /hamp/start');
  });

  test('lets nothing start after a Stop that comes before the zone is set', async () => {
    const { device, time, commands } = await limitedDevice();
    const refused = failureOf(device.hamp.start());
    await time.run(10);
    void device.stop();
    await time.run(100);
    expect(await refused).toMatchObject({ code: 'aborted' });
    expect(commands()).not.toContain('PUT /hamp/start');
  });

  test('lets nothing start after a stop of the mode that comes before the zone is set', async () => {
    const { device, time, commands } = await limitedDevice();
    const refused = failureOf(device.hamp.start());
    await time.run(5);
    void device.hamp.stop();
    await time.run(100);
    expect(await refused).toMatchObject({ code: 'aborted' });
    expect(commands()).toEqual(['PUT /hamp/stroke', 'PUT /hamp/stop']);
  });

  test('lets nothing start after a newer start that comes before the zone is set', async () => {
    const { device, time, commands } = await limitedDevice();
    const refused = failureOf(device.hamp.start());
    await time.run(5);
    device.call('hdsp.xpt', { xp: 0.3, t: 500 }).catch(() => undefined);
    const started = device.hamp.start();
    await time.run(100);
    await started;
    expect(await refused).toMatchObject({ code: 'aborted' });
    expect(commands().filter((line) => line.endsWith('start'))).toHaveLength(1);
    expect(commands().at(-1)).toBe('PUT /hamp/start');
  });
});

test('a stop of the mode while a start still waits for control prevents that start', async () => {
  const { device, cloud, time, world, after } = await setUpDeviceInTab();
  cloud.on(
    'PUT /hamp/stop',
    after(() => world.hamp),
  );
  const started = failureOf(device.hamp.start());
  void device.hamp.stop();
  await time.run(2_000);
  expect(await started).toMatchObject({ code: 'aborted' });
  expect(cloud.lines()).not.toContain('PUT /hamp/start');
});
