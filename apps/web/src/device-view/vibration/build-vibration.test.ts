import { createDevice, type Device } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { expect, test } from 'vitest';
import { buildVibration } from './build-vibration.ts';

/** A vibration on a connected device of these capabilities, and the states it was told. */
async function setUp(capabilities: object) {
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  let hvp: object = { enabled: false, amplitude: 0, frequency: 0, position: 0 };
  const told: object[] = [];
  cloud.on(
    'GET /capabilities',
    handy.after(() => capabilities),
  );
  cloud.on(
    'PUT /mode2',
    handy.after(() => ({ mode: 7, mode_session_id: 1 })),
  );
  cloud.on(
    'PUT /hvp/state',
    handy.after((body) => {
      told.push(body as object); // Bodies come from our own client.
      hvp = { ...(body as object), enabled: true };
      return hvp;
    }),
  );
  const random = createRandom(1);
  const device: Device = createDevice({ apiBase: SCRIPTED_BASE, apiKey: 'test', fetch: cloud.fetch, time, random });
  const connected = device.connect('DemoHandy1');
  await time.settle();
  handy.comeOnline();
  await time.run(3_000);
  await connected;
  const errors: unknown[] = [];
  const vibration = buildVibration({ device, time, random, onError: (error) => errors.push(error) });
  const close = vibration.open();
  return { time, device, told, errors, control: vibration.control, close };
}

test('a place is told in mm of the person’s own stroke, where the device has a slider', async () => {
  const { control, told, time, device, errors } = await setUp({ slider: 1, lra: 1 });
  control.set({ positionPercent: 100 });
  control.start();
  await time.run(500);
  const { max_absolute: highestMm } = device.store.getState().slider;
  expect(told).toEqual([{ amplitude: 0.3, frequency: 100, position: highestMm }]);
  expect(highestMm).toBeCloseTo(102.826);
  expect(errors).toEqual([]);
  device.close();
});

test('a device without a slider is told no place but the default of the wire', async () => {
  const { control, told, time, device } = await setUp({ slider: 0, lra: 1 });
  control.start();
  await time.run(500);
  expect(told).toEqual([{ amplitude: 0.3, frequency: 100, position: 200 }]);
  device.close();
});

test('a Stop ends the wave: what was on its way is not sent any more', async () => {
  const { control, told, time, device, close } = await setUp({ slider: 0, lra: 1 });
  control.setWave('random-walk');
  control.start();
  await time.run(2_200);
  const count = told.length;
  expect(count).toBeGreaterThanOrEqual(4);
  void device.stop();
  await time.run(5_000);
  expect(told).toHaveLength(count);
  expect(control.state.getState().running).toBe(false);
  close();
  device.close();
});
