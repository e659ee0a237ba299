import {
  createClient,
  createCloudClock,
  createDeviceGroup,
  type Device,
  joinTimeline,
  type SharedTimeline,
} from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime, type FakeTime } from '@tactus/time/testing';
import type { VirtualDevice } from '@tactus/virtual-device';
import {
  keyOf,
  MODELLED_API,
  type ModelledCloud,
  machineTime,
  openDevice,
  openModelledCloud,
  settled,
} from './group-world.ts';
import { WAYS } from './video-player.ts';

/** Differences between the scripts of three devices, ms, at many moments. */
export interface GroupRun {
  readonly ours: readonly number[];
  /** Each started when its message arrived. */
  readonly onArrival: readonly number[];
}

/** The network between a program and its cloud. */
export type GroupProfile = keyof typeof WAYS;

const DEVICES = 3;
const LOOK_EVERY_MS = 100;
/** Time to settle after a start, a seek and a rate change. */
const SETTLES_MS = 5_000;
const WATCH_MS = 8_000;
const GAP_MS = 250;
const BATCH = 100;

/** The points that all devices play. */
export const GROUP_POINTS = Array.from({ length: 800 }, (_, index) => ({
  t: index * GAP_MS,
  x: index % 2 === 0 ? 20 : 80,
}));

/** Offsets of the clouds' clocks and the participants' machines. */
const CLOUDS_AHEAD_MS = [0, 4_321, -9_876, 123_456] as const;
const MACHINES = [
  { offMs: 800, ppm: 35 },
  { offMs: -15_000, ppm: -20 },
  { offMs: 3, ppm: 60 },
] as const;

/** Three devices under one controller: one command to all of them, with one time of the cloud's clock. */
export async function runController(profile: GroupProfile, seed: number): Promise<GroupRun> {
  const time = createFakeTime();
  const random = createRandom(seed);
  const cloud = await openModelledCloud({ time, random, way: WAYS[profile], devices: DEVICES, aheadMs: 0 });
  const devices = cloud.devices.map(() => openDevice({ fetch: cloud.fetch, time, random }));
  await settled(time, Promise.all(devices.map((device, index) => device.connect(keyOf(index)))));
  const group = createDeviceGroup({ onMemberFailure: () => undefined });
  for (const device of devices) group.add(device);

  async function fill(): Promise<void> {
    await settled(time, group.call('hsp.setup', { stream_id: seed }));
    for (let from = 0; from < GROUP_POINTS.length; from += BATCH)
      await settled(
        time,
        group.call('hsp.add', {
          ...{ points: GROUP_POINTS.slice(from, from + BATCH), flush: false, tail_point_stream_index: from + BATCH },
        }),
      );
  }
  await fill();
  const server_time = Math.round(group.serverNow());
  await settled(time, group.call('hsp.play', { start_time: 0, server_time, playback_rate: 1, loop: false }));
  const ours = await watch(time, cloud.devices);
  await settled(time, group.stop());

  await fill();
  await settled(time, Promise.all(devices.map((_, index) => playOnArrival(cloud, index, 0))));
  const onArrival = await watch(time, cloud.devices);
  group.close();
  for (const device of devices) device.close();
  await cloud.close();
  return { ours, onArrival };
}

/** Three participants of a group session, each with a machine, a network, a cloud and a device of their own. */
export async function runParticipants(profile: GroupProfile, seed: number): Promise<GroupRun> {
  const time = createFakeTime();
  const random = createRandom(seed);
  const way = WAYS[profile];
  const open = (aheadMs: number, devices: number) => openModelledCloud({ time, random, way, devices, aheadMs });
  const [homeAheadMs, ...aheadMs] = CLOUDS_AHEAD_MS;
  const home = await open(homeAheadMs, 0);
  const people = await Promise.all(
    MACHINES.map(async (machine, index) => {
      const cloud = await open(aheadMs[index] ?? 0, 1);
      const own = machineTime(time, machine);
      const client = createClient({ baseUrl: MODELLED_API, apiKey: 'bench', fetch: home.fetch, time: own });
      const clock = createCloudClock({ client, time: own });
      const device: Device = openDevice({ fetch: cloud.fetch, time: own, random });
      return { cloud, own, clock, device };
    }),
  );
  const virtual = people.flatMap(({ cloud }) => cloud.devices);
  await settled(
    time,
    Promise.all(people.map(({ clock, device }) => Promise.all([clock.known(), device.connect(keyOf(0))]))),
  );
  const shares = people.map(({ own, clock, device }) =>
    joinTimeline({
      ...{ device, time: own, features: undefined, points: GROUP_POINTS, onLeft: () => undefined },
      serverNow: () => clock.serverAt(),
    }),
  );
  /** The group sends to every member; each receives it when the message arrives. */
  function broadcast(timeline: Omit<SharedTimeline, 'atMs'>): void {
    const atMs = time.now() + (timeline.playing ? 500 : 0);
    for (const share of shares) time.after(way(random), () => share.follow({ ...timeline, atMs }));
  }

  const ours: number[] = [];
  for (const timeline of [
    { playing: true, positionMs: 0, rate: 1 },
    { playing: true, positionMs: 90_000, rate: 1 },
    { playing: true, positionMs: 120_000, rate: 1.25 },
    { playing: false, positionMs: 30_000, rate: 1 },
    { playing: true, positionMs: 30_000, rate: 1 },
  ]) {
    broadcast(timeline);
    if (timeline.playing) ours.push(...(await watch(time, virtual)));
    else await time.run(2_000);
  }
  for (const share of shares) share.leave();
  await time.run(2_000);

  await settled(
    time,
    Promise.all(
      people.map(async ({ device, cloud }) => {
        await device.hsp.setup();
        await device.hsp.add(GROUP_POINTS.slice(0, BATCH), { tail_point_stream_index: BATCH });
        // The group's message first, then the member's own request.
        await time.sleep(way(random));
        await playOnArrival(cloud, 0, 0);
      }),
    ),
  );
  const onArrival = await watch(time, virtual);
  for (const { clock, device, cloud } of people) {
    clock.close();
    device.close();
    await cloud.close();
  }
  await home.close();
  return { ours, onArrival };
}

/** The differences between the scripts of devices for a while, once they have joined. One that does not play is far off. */
async function watch(time: FakeTime, devices: readonly VirtualDevice[]): Promise<number[]> {
  await time.run(SETTLES_MS);
  const apart: number[] = [];
  for (let passedMs = 0; passedMs < WATCH_MS; passedMs += LOOK_EVERY_MS) {
    await time.run(LOOK_EVERY_MS);
    const states = await Promise.all(devices.map((device) => device.call('hsp.state', {})));
    const places = states.map(({ play_state, current_time }) => (play_state === 1 ? current_time : Number.NaN));
    const apartMs = Math.max(...places) - Math.min(...places);
    apart.push(Number.isNaN(apartMs) ? Number.POSITIVE_INFINITY : apartMs);
  }
  return apart;
}

/** The behaviour of a client without clock sync: the device starts when the request arrives. */
export async function playOnArrival(cloud: ModelledCloud, index: number, start_time: number): Promise<void> {
  await cloud.fetch(`${MODELLED_API}/hsp/play`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': 'bench', 'X-Connection-Key': keyOf(index) },
    body: JSON.stringify({ start_time, playback_rate: 1 }),
  });
}
