import { createDevice, type Device } from '@tactus/sdk';
import { createScriptedCloud, refusal, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { newSavedDevice } from '../../settings/saved-device.ts';
import { createFollowerGroup } from './follower-group.ts';
import { type FollowersState, NO_FOLLOWERS } from './followers.ts';

const OWN = 'OwnDevice1';
const FOLLOWER = 'Follower01';

/** The device in use and one that follows it, both connected, each in a cloud of its own. */
async function setUp() {
  const time = createFakeTime();
  const random = createRandom(1);
  const openAt = (key: string) => {
    const cloud = createScriptedCloud(key);
    const handy = scriptHandy(cloud, { time });
    const device: Device = createDevice({ apiBase: SCRIPTED_BASE, apiKey: 'test', fetch: cloud.fetch, time, random });
    return { cloud, handy, device };
  };
  const [own, follower] = [openAt(OWN), openAt(FOLLOWER)];
  const failures: (string | undefined)[] = [];
  const settings = { ...newSavedDevice(FOLLOWER), follows: true };
  const followers = createStore<FollowersState>()(() => NO_FOLLOWERS);
  const group = createFollowerGroup({
    own: own.device,
    cloud: {
      ...{ apiBase: SCRIPTED_BASE, apiKey: 'test', features: {}, fetch: own.cloud.fetch },
      openDevice: () => follower.device,
    },
    linked: () => [settings],
    onFailure: (_, name) => failures.push(name),
    time,
    heartbeat: undefined,
    onSlept: () => undefined,
    followers,
    learn: () => undefined,
  });
  onTestFinished(() => {
    group.close();
    own.device.close();
  });
  const connected = own.device.connect(OWN);
  group.follow([settings]);
  group.setReach('all');
  await time.run(20);
  for (const { handy } of [own, follower]) handy.comeOnline();
  await time.run(3_000);
  await connected;
  return { time, group, own, follower, failures, followers };
}

test.each([
  ['the device in use', 'own'],
  ['a device that follows', 'follower'],
] as const)('the error of %s is reported once, and again after a command has succeeded', async (_, who) => {
  const { time, group, failures, ...devices } = await setUp();
  const { cloud, handy } = devices[who];
  const setVelocity = async (isRefused: boolean) => {
    const answer = handy.after(() => ({ play_state: 1, velocity: 0.3, direction: true }));
    cloud.on('PUT /hamp/velocity', (request) => (isRefused ? refusal(100_006, 'Slider blocked') : answer(request)));
    const sent = group.device.hamp.setVelocity(0.3);
    await time.run(1_000);
    await sent;
  };
  await setVelocity(true);
  await setVelocity(true);
  expect(failures).toHaveLength(1);
  await setVelocity(false);
  await setVelocity(true);
  expect(failures).toHaveLength(2);
});

test('a device that follows ends at rest when its page is left before it has answered its start', async () => {
  const { time, group, follower } = await setUp();
  const { cloud, handy } = follower;
  cloud.on('PUT /hamp/start', async () => {
    await time.sleep(2_000);
    handy.world.hamp = { ...handy.world.hamp, play_state: 1 };
    cloud.stream.send('hamp_state_changed', handy.world.hamp);
    return { result: handy.world.hamp };
  });
  const started = group.device.hamp.start();
  await time.run(500);
  group.setReach(undefined);
  await time.run(10_000);
  await started;
  expect(handy.world.hamp.play_state).toBe(0);
});

test('a device that follows and rests is sent no Stop when its page is left', async () => {
  const { time, group, follower } = await setUp();
  group.setReach(undefined);
  await time.run(1_000);
  expect(follower.cloud.lines().filter((line) => /stop|mode2/.test(line))).toEqual([]);
});

test('a device that follows and makes a direct move is stopped before it is released', async () => {
  const { time, group, follower } = await setUp();
  follower.cloud.stream.send('hdsp_state_changed', { state: 1 });
  await time.run(10);
  group.follow([]);
  await time.run(1_000);
  expect(follower.cloud.lines().filter((line) => /^PUT .*(stop|mode2|xpt)$/.test(line))).not.toEqual([]);
});

test('a device that no longer follows is named until it confirms its Stop', async () => {
  const { time, group, follower, followers } = await setUp();
  const started = group.device.hamp.start();
  await time.run(1_000);
  await started;
  const { cloud, handy } = follower;
  const away = () => refusal(1001, 'Not connected');
  for (const line of ['PUT /hamp/stop', 'PUT /mode2']) cloud.on(line, away);
  group.follow([]);
  await time.run(30_000);
  expect(followers.getState().unreached).toEqual(['Fo••••••01']);
  cloud.on(
    'PUT /mode2',
    handy.after(() => ({ mode: 7, mode_session_id: 9 })),
  );
  await time.run(5_100);
  expect(followers.getState().unreached).toEqual([]);
});

test('a lowered limit reaches a device that follows and moves while the one in use rests', async () => {
  const { time, group, own, follower } = await setUp();
  const run = async (call: Promise<unknown>) => {
    await time.run(1_000);
    await call;
  };
  await run(group.device.hamp.start());
  await run(group.device.hamp.setVelocity(0.9));
  await run(own.device.hamp.stop());
  group.device.limits.set({ maxSpeedMmS: 100 });
  await time.run(1_000);
  expect(follower.handy.world.hamp).toMatchObject({ play_state: 1, velocity: 0.25 });
});
