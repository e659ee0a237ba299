/** No event reports what another client does with the point player: it is read when its effects show. */
import { DeviceMode, HspPlayState } from '@tactus/protocol';
import { expect, test } from 'vitest';
import { initialHsp } from '../state/hsp.ts';
import { createFakeBrowser } from '../testing/fake-tabs.ts';
import { KEY, setUpDevice } from '../testing/scripted-device.ts';

/** A device on which another client may play points. */
async function setUp(options: Parameters<typeof setUpDevice>[0] = {}) {
  const world = setUpDevice(options);
  const { cloud, after, connectFully, time, world: handy } = world;
  let hsp = initialHsp;
  for (const call of ['GET /hsp/state', 'PUT /hsp/stop'])
    cloud.on(
      call,
      after(() => hsp),
    );
  await connectFully();
  const plays = (play_state: HspPlayState) => {
    hsp = { ...initialHsp, play_state, points: 9, last_point_time: 60_000, stream_id: 7 };
    handy.slider = { ...handy.slider, speed_absolute: play_state === HspPlayState.PLAYING ? 100 : 0 };
  };
  return {
    ...{ ...world, plays },
    async takeOver() {
      plays(HspPlayState.PLAYING);
      handy.mode = DeviceMode.HSP;
      cloud.stream.send('mode_changed', { mode: DeviceMode.HSP, mode_session_id: 2 });
      await time.run(100);
    },
  };
}

test('the mode of points that another client has set is read', async () => {
  const { cloud, state, takeOver } = await setUp();
  await takeOver();
  expect(cloud.lines()).toEqual(['GET /hsp/state']);
  expect(state().hsp).toMatchObject({ play_state: HspPlayState.PLAYING, stream_id: 7 });
});

test('a slider at rest during a playback, or in motion without one, causes a read of the player', async () => {
  const { device, cloud, time, state, takeOver, plays } = await setUp();
  await takeOver();
  const readsAfter = async () => {
    cloud.requests.length = 0;
    const read = device.slider.readState();
    await time.run(100);
    await read;
    return cloud.lines();
  };
  expect(await readsAfter()).toEqual(['GET /slider/state']);
  plays(HspPlayState.PAUSED);
  expect(await readsAfter()).toEqual(['GET /slider/state', 'GET /hsp/state']);
  expect(state().hsp.play_state).toBe(HspPlayState.PAUSED);
  expect(await readsAfter()).toEqual(['GET /slider/state']);
  plays(HspPlayState.PLAYING);
  expect(await readsAfter()).toEqual(['GET /slider/state', 'GET /hsp/state']);
  expect(state().hsp.play_state).toBe(HspPlayState.PLAYING);
});

test('a Stop in another tab ends the slow start in this one', async () => {
  const browser = createFakeBrowser();
  const { device, cloud, time } = await setUp({ tabs: browser.tab() });
  const other = setUpDevice({ tabs: browser.tab() });
  other.device.connect(KEY).catch(() => undefined); // it is closed before it is connected
  device.limits.set({ rampMs: 4_000 });
  void device.hamp.start();
  await time.run(100);
  void device.hamp.setVelocity(1);
  await time.run(1_000);
  const speeds = () => cloud.lines().filter((line) => line === 'PUT /hamp/velocity');
  const before = speeds();
  expect(before.length).toBeGreaterThan(1);
  void other.device.stop();
  await Promise.resolve();
  // No event reports here that the device has stopped.
  await time.run(5_000);
  expect(speeds()).toEqual(before);
  other.device.close();
  device.close();
});

test('a Stop in another tab drops a drag value of this one that has not been sent yet', async () => {
  const browser = createFakeBrowser();
  const { device, cloud, time } = await setUp({ tabs: browser.tab() });
  const other = setUpDevice({ tabs: browser.tab() });
  other.device.connect(KEY).catch(() => undefined); // it is closed before it is connected
  const drag = device.drag(
    (velocity: number) => device.hamp.setVelocity(velocity),
    () => undefined,
  );
  void drag(0.2);
  void drag(0.4);
  void other.device.stop();
  await Promise.resolve();
  await time.run(5_000);
  expect(cloud.lines().filter((line) => line === 'PUT /hamp/velocity')).toHaveLength(1);
  other.device.close();
  device.close();
});

test('a Stop in another tab shows in the state of this one', async () => {
  const browser = createFakeBrowser();
  const { state, time, takeOver, plays, device } = await setUp({ tabs: browser.tab() });
  await takeOver();
  const other = setUpDevice({ tabs: browser.tab() });
  other.device.connect(KEY).catch(() => undefined); // it is closed before it is connected
  await time.run(1);
  plays(HspPlayState.STOPPED);
  void other.device.stop();
  await Promise.resolve();
  await time.run(100);
  expect(state()).toMatchObject({ stopsElsewhere: 1, hsp: { play_state: HspPlayState.STOPPED } });
  other.device.close();
  device.close();
});
