/** Callbacks of the program that throw: commands, Stop and events of the device go on. */
import { DeviceMode } from '@tactus/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setUpDevice } from '../testing/scripted-device.ts';

const BUG = new Error('A fault of the program');

// Node has no `reportError`; this one stands for the page's.
const report = vi.fn();
beforeEach(() => vi.stubGlobal('reportError', report));
afterEach(() => {
  vi.unstubAllGlobals();
  report.mockReset();
});

/** A callback that throws from `break()` on. */
function faulty() {
  let isBroken = false;
  return {
    break: () => {
      isBroken = true;
    },
    run: () => {
      if (isBroken) throw BUG;
    },
  };
}

async function moving(options: Parameters<typeof setUpDevice>[0] = {}) {
  const world = setUpDevice(options);
  await world.connectFully();
  const started = world.device.hamp.start();
  await world.time.run(100);
  await started;
  world.cloud.stream.send('mode_changed', { mode: DeviceMode.HAMP, mode_session_id: 2 });
  await world.time.run(10);
  return world;
}

test('a Stop is sent and confirmed where the callback of the trace throws', async () => {
  const callback = faulty();
  const { device, time, cloud } = await moving({ onTrace: callback.run });
  callback.break();
  const stopped = device.stop();
  await time.run(5_000);
  expect((await stopped).outcome).toBe('confirmed');
  expect(cloud.lines()).toContain('PUT /hamp/stop');
  expect(report).toHaveBeenCalledWith(BUG);
});

test('a Stop is sent and confirmed where a subscriber of the state throws', async () => {
  const { device, time, cloud } = await moving();
  device.store.subscribe(() => {
    throw BUG;
  });
  const stopped = device.stop();
  await time.run(5_000);
  expect((await stopped).outcome).toBe('confirmed');
  expect(cloud.lines()).toContain('PUT /hamp/stop');
  expect(report).toHaveBeenCalledWith(BUG);
});

test('a command resolves where a subscriber of the state throws at its answer, and later subscribers are notified', async () => {
  const world = setUpDevice();
  await world.connectFully();
  const later = vi.fn();
  world.device.store.subscribe(() => {
    throw BUG;
  });
  world.device.store.subscribe(later);
  const started = world.device.hamp.start();
  await world.time.run(1_000);
  expect(await started).toMatchObject({ play_state: 1 });
  expect(later).toHaveBeenCalled();
});

test('the event stream stays open where a listener of an event throws, and later listeners are called', async () => {
  const { device, time, cloud, connectFully, comeOnline } = setUpDevice();
  await connectFully();
  const opened = cloud.stream.opened();
  const later = vi.fn();
  device.on('device_status', () => {
    throw BUG;
  });
  device.on('device_status', later);
  comeOnline();
  await time.run(30_000);
  expect([cloud.stream.opened(), later.mock.calls.length]).toEqual([opened, 1]);
  expect(report).toHaveBeenCalledWith(BUG);
});

test('without `reportError` the error is printed', async () => {
  vi.stubGlobal('reportError', undefined);
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { device } = await moving();
  device.store.subscribe(() => {
    throw BUG;
  });
  device.disconnect();
  expect(print).toHaveBeenCalledWith(BUG);
  print.mockRestore();
});
