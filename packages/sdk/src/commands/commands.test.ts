import { DeviceMode } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { refusal } from '../testing/scripted-cloud.ts';
import { failureOf, setUpDevice } from '../testing/scripted-device.ts';

const playing = (velocity: number) => ({ play_state: 1, velocity, direction: true });

describe('commands', () => {
  test('resolve with the device’s answer, which changes the state', async () => {
    const { device, time, connectFully, state } = setUpDevice();
    await connectFully();
    const started = device.hamp.start();
    await time.run(5);
    expect(state().hamp.play_state).toBe(0);
    await time.run(20);
    expect(await started).toMatchObject({ play_state: 1 });
    expect(state().hamp).toMatchObject({ play_state: 1, velocity: 0 });
    const faster = device.hamp.setVelocity(0.4);
    await time.run(30);
    await faster;
    expect(state().hamp.velocity).toBe(0.4);
    const narrower = device.slider.setStroke({ min: 0.2, max: 0.8 });
    await time.run(30);
    await narrower;
    expect(state().slider).toMatchObject({ min: 0.2, max: 0.8 });
  });

  test('that are refused reject and do not change the state', async () => {
    const { device, cloud, connectFully, state } = setUpDevice();
    await connectFully();
    cloud.on('PUT /hamp/start', () => refusal(100_006, 'Slider blocked'));
    expect(await failureOf(device.hamp.start())).toMatchObject({ code: 'refused', message: 'Slider blocked' });
    expect(state().hamp.play_state).toBe(0);
    expect(await failureOf(device.hamp.setVelocity(1.5))).toMatchObject({
      code: 'bad-input',
      message: 'Velocity must be between 0 and 1',
    });
  });

  test('an answer that an event overtook does not change the state: it is read again', async () => {
    const { device, cloud, time, world, connectFully, state } = setUpDevice({ roundTripMs: 100 });
    await connectFully();
    cloud.on('PUT /hamp/velocity', async () => {
      await time.sleep(100);
      return { result: playing(0.4) };
    });
    const sent = device.hamp.setVelocity(0.4);
    await time.run(50);
    world.hamp = { play_state: 1, velocity: 0.9, direction: true };
    cloud.stream.send('hamp_state_changed', playing(0.9));
    await time.run(60);
    await sent;
    expect(state().hamp.velocity).toBe(0.9);
    await time.run(200);
    expect(cloud.lines()).toEqual(['PUT /hamp/velocity', 'GET /hamp/state']);
    expect(state().hamp.velocity).toBe(0.9);
  });

  test('an event equal to the answer costs no further request', async () => {
    const { device, cloud, time, connectFully, state } = setUpDevice({ roundTripMs: 100 });
    await connectFully();
    const sent = device.hamp.setVelocity(0.4);
    await time.run(60);
    cloud.stream.send('hamp_state_changed', { play_state: 0, velocity: 0.4, direction: true });
    await time.run(300);
    await sent;
    expect(cloud.lines()).toEqual(['PUT /hamp/velocity']);
    expect(state().hamp.velocity).toBe(0.4);
  });

  test('of two pending commands the newer one’s answer decides, whichever comes first', async () => {
    const { device, cloud, time, connectFully, state } = setUpDevice();
    await connectFully();
    cloud.on('PUT /hamp/velocity', async ({ body }) => {
      const { velocity } = body as { velocity: number };
      await time.sleep(velocity === 0.2 ? 200 : 400);
      return { result: playing(velocity) };
    });
    const older = device.hamp.setVelocity(0.2);
    const newer = device.hamp.setVelocity(0.8);
    await time.run(250);
    await older;
    expect(state().hamp.velocity).toBe(0);
    await time.run(300);
    await newer;
    expect(state().hamp.velocity).toBe(0.8);
    expect(cloud.lines()).toEqual(['PUT /hamp/velocity', 'PUT /hamp/velocity']);
  });

  test('any call of the contract can be made, within the same budget and trace', async () => {
    const { device, cloud, time, connectFully, trace } = setUpDevice();
    await connectFully();
    cloud.on('PUT /hdsp/xpt', () => ({ result: 'ok' }));
    expect(await device.call('hdsp.xpt', { xp: 0.5, t: 200 })).toBe('ok');
    expect(trace.at(-2)).toMatchObject({ kind: 'command', call: 'hdsp.xpt', input: { xp: 0.5, t: 200 } });
    await time.run(100);
    expect(device.budget.headroom().used).toBeGreaterThan(1);
  });

  test('of a program with few requests a minute leave enough to read the state', async () => {
    const { connectFully, state } = setUpDevice({ requestsPerMinute: 30 });
    await connectFully();
    expect([state().mode, state().slider.position_absolute]).toEqual([DeviceMode.IDLE, 53.9]);
  });

  test('beyond the budget they are refused here, but a stop never is', async () => {
    const { device, cloud, time, connectFully } = setUpDevice({ requestsPerMinute: 30 });
    await connectFully();
    let sent = 0;
    let refused: unknown;
    while (refused === undefined && sent < 100) {
      const attempt = device.hamp.setVelocity(0.5).catch((error: unknown) => {
        refused = error;
      });
      await time.run(50);
      await attempt;
      sent += 1;
    }
    expect(refused).toMatchObject({ code: 'rate-limited' });
    expect(sent).toBeLessThan(30);
    const stopped = device.stop();
    await time.run(100);
    expect(await stopped).toMatchObject({ outcome: 'confirmed' });
    expect(cloud.lines().slice(-2)).toEqual(['PUT /mode2', 'GET /slider/state']);
  });

  test('a drag sends five a second at most, the newest value, and always the last', async () => {
    const { device, cloud, time, connectFully, state } = setUpDevice();
    await connectFully();
    const errors: unknown[] = [];
    const drag = device.drag(
      (velocity: number) => device.hamp.setVelocity(velocity),
      (error) => errors.push(error),
    );
    for (let step = 1; step <= 100; step++) {
      void drag(step / 100);
      await time.run(10);
    }
    await time.run(1_000);
    expect(cloud.lines().length).toBeLessThanOrEqual(7);
    expect(state().hamp.velocity).toBe(1);
    expect(errors).toEqual([]);
  });
});

describe('the trace', () => {
  test('has commands, answers, failures, events with their cause, and transitions, without any key', async () => {
    const { device, cloud, time, connectFully, trace } = setUpDevice();
    await connectFully();
    const sent = device.hamp.start();
    await time.run(30);
    await sent;
    const command = trace.findLast(({ kind }) => kind === 'command');
    cloud.stream.send('hamp_state_changed', playing(0.2));
    cloud.stream.send('warp_engaged', { of: 'DemoHandy1' });
    cloud.stream.send('wifi_scan_complete', { nr_of_networks: 3 });
    await time.run(10);
    expect(command).toMatchObject({ call: 'hamp.start' });
    expect(trace.filter(({ kind }) => kind === 'event').at(-2)).toMatchObject({
      name: 'hamp_state_changed',
      causedBy: command?.seq,
    });
    expect(trace.filter(({ kind }) => kind === 'unhandled').map((entry) => 'what' in entry && entry.what)).toEqual([
      'warp_engaged',
      'wifi_scan_complete',
    ]);
    expect(trace.some(({ kind }) => kind === 'transition')).toBe(true);
    expect(trace.filter(({ kind }) => kind === 'clock-sample')).toHaveLength(10);
    expect(JSON.stringify(trace)).not.toMatch(/DemoHandy1|application-1/);
    expect(device.trace.entries()).toEqual(trace);
  });
});

describe('the position', () => {
  test('is corrected every two seconds while it is watched and moves, seldom at rest, never unwatched', async () => {
    const { device, cloud, time, connectFully } = setUpDevice();
    await connectFully();
    const keepAlive = time.every(30_000, () => cloud.stream.write(': ping\n\n'));
    const reads = () => cloud.lines().filter((line) => line === 'GET /slider/state').length;
    await time.run(20_000);
    expect(reads()).toBe(0);
    const unwatch = device.position.watch();
    await time.run(20_000);
    const atRest = reads();
    expect(atRest).toBeGreaterThan(0);
    expect(atRest).toBeLessThanOrEqual(3);
    const started = device.hamp.start();
    await time.run(20_000);
    await started;
    expect(reads() - atRest).toBeGreaterThanOrEqual(8);
    expect(reads() - atRest).toBeLessThanOrEqual(10);
    expect(device.position.at()).toMatchObject({ moving: true, estimated: true });
    expect(device.position.readings().length).toBeGreaterThan(5);
    unwatch();
    unwatch();
    const before = reads();
    await time.run(20_000);
    expect(reads()).toBe(before);
    keepAlive();
    device.close();
  });
});
