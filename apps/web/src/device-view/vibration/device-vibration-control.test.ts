import { errorKinds } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { vibrationOnDevice } from './testing/vibration-on-device.ts';

const ROUND_TRIP_MS = 100;

/** A vibration on a device that reports each change by an event, `eventMs` after it, and can be lost. */
async function setUpReporting(eventMs = ROUND_TRIP_MS / 2) {
  const world = await vibrationOnDevice({ slider: 0, lra: 1 }, ROUND_TRIP_MS);
  const { cloud, handy, time, device } = world;
  let hvp = { enabled: false, amplitude: 0, frequency: 0, position: 0 };
  let isLost = false;
  const become = (next: Partial<typeof hvp>) => {
    const isChanged = JSON.stringify({ ...hvp, ...next }) !== JSON.stringify(hvp);
    hvp = { ...hvp, ...next };
    const data = hvp;
    if (isChanged) time.after(eventMs, () => cloud.stream.send('hvp_state_changed', data));
    return hvp;
  };
  const answerWhileConnected = (line: string, answer: (body: unknown) => unknown) => {
    const reply = handy.after(answer);
    cloud.on(line, (request) => (isLost ? { error: errorKinds.deviceNotConnected } : reply(request)));
  };
  answerWhileConnected('GET /hvp/state', () => hvp);
  answerWhileConnected('PUT /hvp/stop', () => become({ enabled: false }));
  // Bodies come from our own client.
  answerWhileConnected('PUT /hvp/state', (body) => become({ ...(body as typeof hvp), enabled: true }));
  answerWhileConnected('PUT /mode2', () => {
    become({ enabled: false });
    return { mode: 7, mode_session_id: 1 };
  });
  return {
    ...world,
    pressButton: () => become({ enabled: false }),
    lose() {
      isLost = true;
      cloud.stream.send('device_disconnected', { session_id: device.store.getState().session_id, reason: 'lost' });
    },
    comeBack() {
      isLost = false;
      handy.comeOnline();
    },
    vibrates: () => hvp.enabled,
    isHeld: () => world.control.state.getState().held,
  };
}

test('a position is sent in mm of the person’s own stroke, where the device has a slider', async () => {
  const { control, target, time, device, errors } = await vibrationOnDevice({ slider: 1, lra: 1 });
  control.set({ positionPercent: 100 });
  control.start();
  await time.run(500);
  const { max_absolute: highestMm } = device.store.getState().slider;
  expect(target).toEqual([{ amplitude: 0.3, frequency: 100, position: highestMm }]);
  expect(highestMm).toBeCloseTo(102.826);
  expect(errors).toEqual([]);
  device.close();
});

test('a device without a slider gets no position but the default of the wire', async () => {
  const { control, target, time, device } = await vibrationOnDevice({ slider: 0, lra: 1 });
  control.start();
  await time.run(500);
  expect(target).toEqual([{ amplitude: 0.3, frequency: 100, position: 200 }]);
  device.close();
});

test('a Stop ends the wave: a waiting strength is not sent any more', async () => {
  const { control, target, time, device, close } = await vibrationOnDevice({ slider: 0, lra: 1 });
  control.setWave('random-walk');
  control.start();
  await time.run(2_200);
  const count = target.length;
  expect(count).toBeGreaterThanOrEqual(4);
  void device.stop();
  await time.run(5_000);
  expect(target).toHaveLength(count);
  expect(control.state.getState().running).toBe(false);
  close();
  device.close();
});

test('a start that the network lost is over once the network is back: no step of a wave starts the vibration', async () => {
  const { control, target, time, device, isRunning, cutNetwork, restoreNetwork } = await vibrationOnDevice({
    slider: 0,
    lra: 1,
  });
  cutNetwork();
  control.setWave('random-walk');
  control.start();
  await time.run(30_000);
  restoreNetwork();
  await time.run(30_000);
  expect(target).toEqual([]);
  expect(isRunning()).toBe(false);
  device.close();
});

test('a device that was stopped by its button while the events were away is not started by a step of a wave', async () => {
  const { control, target, time, cloud, device, isRunning, be } = await vibrationOnDevice({ slider: 0, lra: 1 });
  control.setWave('random-walk');
  control.start();
  await time.run(2_200);
  // Commands arrive, but no event reports the device's state.
  cloud.on('GET /sse', () => Promise.reject(new TypeError('The network is gone')));
  cloud.stream.end();
  await time.settle();
  be({ enabled: false });
  const count = target.length;
  await time.run(20_000);
  expect(target).toHaveLength(count);
  cloud.on('GET /sse', () => undefined);
  await time.run(30_000);
  expect(target).toHaveLength(count);
  expect(isRunning()).toBe(false);
  device.close();
});

test('a strength chosen during a start that did not arrive is not sent after it', async () => {
  const { control, target, time, cloud, device } = await vibrationOnDevice({ slider: 0, lra: 1 });
  let isLost = true;
  cloud.on('PUT /hvp/state', async ({ body }) => {
    if (isLost) {
      await time.sleep(3_000);
      isLost = false;
      throw new TypeError('The network is gone');
    }
    target.push(body as object); // Bodies come from our own client.
    return { result: { ...(body as object), enabled: true } };
  });
  control.start();
  await time.run(500);
  control.set({ amplitudePercent: 60 });
  await time.run(20_000);
  expect(target).toEqual([]);
  expect(control.state.getState().running).toBe(false);
  device.close();
});

test('a strength chosen during an outage is sent after it if the device still vibrates', async () => {
  const { control, target, time, device, cutNetwork, restoreNetwork } = await vibrationOnDevice({ slider: 0, lra: 1 });
  control.start();
  await time.run(2_200);
  cutNetwork();
  control.set({ amplitudePercent: 80 });
  await time.run(10_000);
  restoreNetwork();
  await time.run(20_000);
  expect(target).toMatchObject([{ amplitude: 0.3 }, { amplitude: 0.8 }]);
  device.close();
});

test('a wave goes on after an outage if the device still vibrates', async () => {
  const { control, target, time, device, isRunning, cutNetwork, restoreNetwork } = await vibrationOnDevice({
    slider: 0,
    lra: 1,
  });
  control.setWave('random-walk');
  control.start();
  await time.run(2_200);
  cutNetwork();
  await time.run(10_000);
  const count = target.length;
  restoreNetwork();
  await time.run(30_000);
  expect(target.length).toBeGreaterThan(count + 4);
  expect(isRunning()).toBe(true);
  device.close();
});

test.each([
  ['is sent after 20 seconds', 20_000, [{ amplitude: 0.3 }, { amplitude: 0.8 }], 80],
  ['is given up after 70 seconds', 70_000, [{ amplitude: 0.3 }], 30],
])('a strength that waits for the network %s', async (_, awayMs, expected, shown) => {
  const world = await vibrationOnDevice({ slider: 0, lra: 1 });
  const { control, time, device } = world;
  control.start();
  await time.run(2_200);
  world.cutNetwork();
  control.set({ amplitudePercent: 80 });
  await time.run(awayMs);
  world.restoreNetwork();
  await time.run(60_000);
  expect(world.target).toMatchObject(expected);
  expect(control.state.getState()).toMatchObject({ amplitudePercent: shown, running: true });
  device.close();
});

test.each([
  [0.1, 10],
  [0.9, 90],
])('a strength of %d that another client has set during an outage stays', async (amplitude, shown) => {
  const { control, target, time, device, cutNetwork, restoreNetwork, be } = await vibrationOnDevice({
    slider: 0,
    lra: 1,
  });
  control.start();
  await time.run(2_200);
  cutNetwork();
  control.set({ amplitudePercent: 80 });
  await time.run(5_000);
  be({ amplitude });
  restoreNetwork();
  await time.run(60_000);
  expect(target).toHaveLength(1);
  expect(control.state.getState()).toMatchObject({ amplitudePercent: shown, running: true });
  device.close();
});

test('a wave that waits for more than a minute has become a constant vibration, as strong as reported', async () => {
  const { control, target, time, device, cutNetwork, restoreNetwork } = await vibrationOnDevice({ slider: 0, lra: 1 });
  control.setWave('random-walk');
  control.start();
  await time.run(2_200);
  cutNetwork();
  await time.run(70_000);
  const count = target.length;
  const { amplitude } = device.store.getState().hvp;
  restoreNetwork();
  await time.run(60_000);
  expect(target).toHaveLength(count);
  const amplitudePercent = Math.round(amplitude * 100);
  expect(control.state.getState()).toMatchObject({ amplitudePercent, wave: 'constant', running: true });
  device.close();
});

test('a hold that lasts through an outage ends the vibration when it is released', async () => {
  const { control, time, device, cutNetwork, restoreNetwork } = await vibrationOnDevice({ slider: 0, lra: 1 });
  control.hold(true);
  await time.run(500);
  cutNetwork();
  control.set({ amplitudePercent: 80 });
  await time.run(70_000);
  restoreNetwork();
  await time.run(10_000);
  control.hold(false);
  await time.run(500);
  expect(device.store.getState().stopPresses).toBe(1);
  device.close();
});

test.each([10, 30, 60, 90, 120])(
  'a hold that begins %d ms after another one was released lasts, and its own release ends it',
  async (pauseMs) => {
    const { control, time, device, isHeld, vibrates } = await setUpReporting();
    control.hold(true);
    await time.run(1_000);
    control.hold(false);
    await time.run(pauseMs);
    control.hold(true);
    await time.run(1_000);
    expect([isHeld(), vibrates()]).toEqual([true, true]);
    control.hold(false);
    await time.run(20_000);
    expect([isHeld(), vibrates()]).toEqual([false, false]);
    device.close();
  },
);

test('a start right after a Stop is shown as running', async () => {
  const { control, time, device, isRunning, vibrates } = await setUpReporting();
  control.start();
  await time.run(1_000);
  void device.stop();
  await time.run(30);
  control.start();
  await time.run(1_000);
  expect([isRunning(), vibrates()]).toEqual([true, true]);
  device.close();
});

test.each([
  ['before it arrives there goes on', 40, 50, true],
  ['after it has arrived there is over', 60, 50, false],
  ['after it has arrived there is over, also where the event comes before the answer', 60, 5, false],
])(
  'a hold whose device is stopped by its button while a strength is in flight, %s',
  async (_, atMs, eventMs, goesOn) => {
    const { control, time, device, isHeld, vibrates, pressButton } = await setUpReporting(eventMs);
    control.hold(true);
    await time.run(1_000);
    control.set({ amplitudePercent: 60 });
    await time.run(atMs);
    pressButton();
    await time.run(1_000);
    expect([isHeld(), vibrates()]).toEqual([goesOn, goesOn]);
    device.close();
  },
);

test.each([
  ['is released before it comes back', true],
  ['is released after it came back', false],
])('a device that was lost during a hold that %s is stopped', async (_, isReleasedBefore) => {
  const { control, time, device, vibrates, lose, comeBack } = await setUpReporting();
  control.hold(true);
  await time.run(1_000);
  lose();
  await time.run(500);
  if (isReleasedBefore) control.hold(false);
  await time.run(500);
  expect(vibrates()).toBe(true);
  comeBack();
  await time.run(10_000);
  expect(vibrates()).toBe(false);
  device.close();
});
