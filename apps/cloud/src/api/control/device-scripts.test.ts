import { expect, test } from 'vitest';
import { controlledDevice } from '../../testing/controlled-device.ts';
import { createDeviceScripts } from './device-scripts.ts';
import { readTimedScript } from './timed-script.ts';

function setUp(model: 'handy' | 'oh' = 'handy') {
  const made = controlledDevice(model);
  const errors: unknown[] = [];
  const scripts = createDeviceScripts({ time: made.time, onError: (error) => errors.push(error) });
  const load = (json: unknown) => scripts.load(made.held, readTimedScript(json));
  return { ...made, scripts, load, errors, status: () => scripts.status(made.held) };
}

const cut = { connected: false };
const restore = { connected: true };

test('a script runs on its device, and its status shows the progress', async () => {
  const { load, status, time, device } = setUp();
  expect(status()).toEqual({ steps: [] });
  const steps = [
    { atMs: 1_000, do: cut },
    { atMs: 3_000, do: [restore] },
  ];
  load({ steps, repeatMs: 10_000 });
  await time.run(1_500);
  expect(device.info()).toBeUndefined();
  expect(status()).toEqual({
    steps: [
      { atMs: 1_000, do: [cut] },
      { atMs: 3_000, do: [restore] },
    ],
    repeatMs: 10_000,
    startedAt: 1_700_000_000_000,
    positionMs: 1_500,
    running: true,
    refused: 0,
  });
  await time.run(1_500);
  expect(device.info()).toBeDefined();
  await time.run(8_000);
  expect(device.info()).toBeUndefined();
});

test('a new script replaces the previous one, and one without steps ends it', async () => {
  const { load, status, time, device } = setUp();
  load({ steps: [{ atMs: 1_000, do: cut }] });
  load({ steps: [{ atMs: 2_000, do: cut }] });
  await time.run(1_500);
  expect(device.info()).toBeDefined();
  load({ steps: [] });
  expect(status()).toEqual({ steps: [] });
  await time.run(5_000);
  expect(device.info()).toBeDefined();
  expect(time.pending()).toBe(0);
});

test('an action that the device refuses is counted, and the script goes on', async () => {
  const { load, status, time, held, errors } = setUp('oh');
  load({
    steps: [
      { atMs: 0, do: { secondApp: 'hamp' } },
      { atMs: 10, do: { secondApp: 'hsp' } },
      { atMs: 20, do: { faults: { roundTripMs: 5 } } },
    ],
  });
  await time.run(100);
  expect(status()).toMatchObject({
    running: false,
    refused: 2,
    lastRefusal: 'Function not supported on this hardware',
  });
  expect(held.faults().roundTripMs).toBe(5);
  expect(errors).toEqual([]);
});

test('a fault of the cloud is reported, and the script goes on', async () => {
  const { load, time, held, errors, device } = setUp();
  load({
    steps: [
      { atMs: 0, do: { charger: true } },
      { atMs: 10, do: cut },
    ],
  });
  Object.assign(held.device.hardware(), {
    setCharger() {
      throw new Error('broken');
    },
  });
  await time.run(100);
  expect(errors).toEqual([new Error('broken')]);
  expect(device.info()).toBeUndefined();
});

test('a script ends with its device', async () => {
  const { load, time, held, status } = setUp();
  load({ steps: [{ atMs: 1_000, do: restore }], repeatMs: 2_000 });
  held.close();
  expect(time.pending()).toBe(0);
  expect(status()).toMatchObject({ running: false });
});
