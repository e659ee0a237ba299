import { createFakeTime } from '@tactus/time/testing';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { scriptedDevice } from '../../device/testing/scripted-device.ts';
import { createClipMedia } from './clip-media.ts';
import { openSyncSession } from './sync-session.ts';

const HOST = 'https://scripts.test';
const browserFetch = globalThis.fetch;
afterEach(() => void vi.stubGlobal('fetch', browserFetch));

function setUp() {
  const time = createFakeTime();
  const scripted = scriptedDevice(time);
  const clip = createClipMedia(time);
  vi.stubGlobal('fetch', async () => {
    await time.sleep(1_000);
    return Response.json({ url: `${HOST}/clip.csv` });
  });
  const { device } = scripted;
  const session = openSyncSession({ device, time, clip, features: {}, scriptHost: HOST, way: 'upload' });
  onTestFinished(session.close);
  return { ...scripted, time, clip, session };
}

async function sending() {
  const world = setUp();
  void world.session.play();
  await world.time.run(500);
  expect(world.session.state.getState().sending).toBe(true);
  return world;
}

test('the clip plays once its script is on the device', async () => {
  const { time, clip, of } = await sending();
  await time.run(2_000);
  expect([clip.isPaused(), of('hssp.play')]).toEqual([false, 1]);
});

test('a Stop while the script is on its way lets neither the clip nor the device begin', async () => {
  const { time, clip, pressStop, of } = await sending();
  pressStop();
  await time.run(10_000);
  expect([clip.isPaused(), of('hssp.play')]).toEqual([true, 0]);
});

test('a play that is called off while the script is on its way is not made, and another one is', async () => {
  const { time, clip, session } = await sending();
  session.cancelPlay();
  await time.run(3_000);
  expect([clip.isPaused(), session.state.getState().problem]).toEqual([true, undefined]);
  void session.play();
  await time.run(3_000);
  expect(clip.isPaused()).toBe(false);
});

test('a device that could not be stopped at the end is stopped until it confirms it', async () => {
  const { time, session, calls, of } = await sending();
  await time.run(2_000);
  calls.hssp.stop = () => Promise.reject(new Error('No network'));
  session.close();
  await time.run(100);
  expect(of('stop')).toBe(1);
});
