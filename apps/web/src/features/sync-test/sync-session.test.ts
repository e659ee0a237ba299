import { DeviceMode, HspPlayState, initialState } from '@tactus/sdk';
import { createFakeTime } from '@tactus/time/testing';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { scriptedDevice } from '../../device/testing/scripted-device.ts';
import { createClipMedia } from './clip-media.ts';
import { openSyncSession } from './sync-session.ts';

const HOST = 'https://scripts.test';
const browserFetch = globalThis.fetch;
afterEach(() => void vi.stubGlobal('fetch', browserFetch));

async function setUp() {
  const time = createFakeTime();
  const scripted = await scriptedDevice(time);
  const clip = createClipMedia(time);
  vi.stubGlobal('fetch', async () => {
    await time.sleep(1_000);
    return Response.json({ url: `${HOST}/clip.csv` });
  });
  const { device } = scripted;
  const session = openSyncSession({ device, time, clip, features: {}, scriptHost: HOST, transferMode: 'upload' });
  onTestFinished(session.close);
  return { ...scripted, time, clip, session };
}

async function sending() {
  const world = await setUp();
  void world.session.play();
  await world.time.run(500);
  expect(world.session.state.getState().sending).toBe(true);
  return world;
}

test('the clip plays once its script is on the device', async () => {
  const { time, clip, of } = await sending();
  await time.run(2_000);
  expect([clip.isPaused(), of('PUT /hssp/play')]).toEqual([false, 1]);
});

test('an uploaded script begins after the slider has moved slowly to its start', async () => {
  const { time, cloud } = await sending();
  await time.run(4_000);
  const puts = cloud.lines().filter((line) => line.startsWith('PUT /h'));
  expect(puts.slice(0, 3)).toEqual(['PUT /hssp/setup', 'PUT /hdsp/xpt', 'PUT /hssp/play']);
});

test('a Stop while the script is being sent lets neither the clip nor the device begin', async () => {
  const { time, clip, pressStop, of } = await sending();
  pressStop();
  await time.run(10_000);
  expect([clip.isPaused(), of('PUT /hssp/play')]).toEqual([true, 0]);
});

test('a play that is cancelled while the script is being sent does not happen, and a later one does', async () => {
  const { time, clip, session } = await sending();
  session.cancelPlay();
  await time.run(3_000);
  expect([clip.isPaused(), session.state.getState().problem]).toEqual([true, undefined]);
  void session.play();
  await time.run(3_000);
  expect(clip.isPaused()).toBe(false);
});

describe('a play that is pressed again while the cancelled one still waits for the device', () => {
  async function settingUp() {
    const world = await sending();
    let take: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      take = resolve;
    });
    world.cloud.on('PUT /hssp/setup', async () => {
      await taken;
      return { result: { ...initialState.hsp, play_state: HspPlayState.NOT_INITIALIZED } };
    });
    await world.time.run(1_000);
    expect(world.of('PUT /hssp/setup')).toBe(1);
    world.session.cancelPlay();
    void world.session.play();
    expect(world.session.state.getState().isStarting).toBe(true);
    const finish = async () => {
      take();
      await world.time.run(6_000);
      return [world.clip.isPaused(), world.of('PUT /hssp/play')];
    };
    return { ...world, finish };
  }

  test('begins once that has ended', async () => {
    const { session, finish } = await settingUp();
    expect(await finish()).toEqual([false, 1]);
    expect(session.state.getState().isStarting).toBe(false);
  });

  test('does not begin after a Stop', async () => {
    const { session, pressStop, finish } = await settingUp();
    pressStop();
    expect(session.state.getState().isStarting).toBe(false);
    expect(await finish()).toEqual([true, 0]);
  });

  test('does not begin where it was cancelled again', async () => {
    const { session, finish } = await settingUp();
    session.cancelPlay();
    expect(await finish()).toEqual([true, 0]);
  });
});

test('a play that is cancelled while the slider moves to the start stops the device', async () => {
  const { time, clip, cloud, device, session, of } = await sending();
  cloud.on('PUT /hdsp/xpt', () => ({ result: 'ok' }));
  await time.run(1_000);
  expect(of('PUT /hdsp/xpt')).toBe(1);
  session.cancelPlay();
  await time.run(6_000);
  expect([clip.isPaused(), of('PUT /hssp/play'), device.store.getState().stopPhase]).toEqual([true, 0, 'stopped']);
});

test('a device that could not be stopped at the end is stopped until it confirms it', async () => {
  const { time, session, cloud, device, of } = await sending();
  await time.run(2_000);
  cloud.on('PUT /hssp/stop', () => Promise.reject(new Error('No network')));
  session.close();
  await time.run(3_000);
  expect([of('PUT /mode2'), device.store.getState().mode]).toEqual([1, DeviceMode.IDLE]);
});
