import { createDevice } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { expect, test } from 'vitest';
import { nudgeDevice } from './nudge.ts';

const SLIDER = {
  position: 0.5,
  position_absolute: 50,
  motor_temp: 25,
  speed_absolute: 0,
  dir: true,
  motor_position: 1,
};

/** A device of a scripted cloud, whose slider never reaches its target. */
function handyThere() {
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  cloud.on('GET /slider/state', () => ({ result: SLIDER }));
  cloud.on('GET /slider/stroke', () => ({ result: { min: 0, max: 1, min_absolute: 5, max_absolute: 100 } }));
  cloud.on('PUT /hdsp/xat', () => ({ result: { state: 1 } }));
  cloud.on('PUT /hdsp/xava', () => ({ result: { state: 1 } }));
  const device = createDevice({
    ...{ apiBase: SCRIPTED_BASE, apiKey: 'test', fetch: cloud.fetch, time, random: createRandom(1) },
  });
  const moves = () => cloud.requests.filter(({ line }) => /^PUT \/hdsp\/xa/.test(line)).length;
  return { time, cloud, handy, device, moves };
}

test('after a Stop in the middle the slider gets no further move', async () => {
  const { time, handy, device, moves } = handyThere();
  const connected = device.connect('DemoHandy1');
  await time.settle();
  handy.comeOnline();
  await time.run(3_000);
  await connected;
  const tried = nudgeDevice({ device, connectionKey: 'DemoHandy1', time, signal: new AbortController().signal });
  await time.run(500);
  expect(moves()).toBe(1);
  void device.stop();
  await time.run(10_000);
  expect(await tried).toBeUndefined();
  expect(moves()).toBe(1);
  device.close();
});

test('a device that takes another key in the middle sends that one neither a move nor a Stop', async () => {
  const { time, cloud, handy, device, moves } = handyThere();
  const connected = device.connect('DemoHandy1');
  await time.settle();
  handy.comeOnline();
  await time.run(3_000);
  await connected;
  const tried = nudgeDevice({ device, connectionKey: 'DemoHandy1', time, signal: new AbortController().signal });
  await time.run(500);
  expect(moves()).toBe(1);
  const before = cloud.lines().length;
  device.connect('OtherOne1').catch(() => undefined);
  await time.run(10_000);
  expect(await tried).toBeUndefined();
  expect(
    cloud
      .lines()
      .slice(before)
      .filter((line) => line.startsWith('PUT')),
  ).toEqual([]);
  device.close();
});

test('the wait for a missing device ends after ten seconds', async () => {
  const { time, device } = handyThere();
  device.connect('DemoHandy1').catch(() => undefined);
  const tried = nudgeDevice({ device, connectionKey: 'DemoHandy1', time, signal: new AbortController().signal }).catch(
    (error: unknown) => error,
  );
  await time.run(11_000);
  expect(await tried).toMatchObject({ code: 'timeout' });
  device.close();
});
