/** Devices in step in real time, through the fault proxy, against the real cloud as a process. */
import {
  createClient,
  createCloudClock,
  createDevice,
  createDeviceGroup,
  type Device,
  joinTimeline,
  openFrameStream,
} from '@tactus/sdk';
import { createRandom, systemTime, type Time } from '@tactus/time';
import { startProcess } from '../load/measured-process.ts';
import { quantile } from '../measure/quantile.ts';
import { type Row, toRow } from '../measure/row.ts';
import { WAYS } from '../models/video-player.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { API, askCloud as ask, type Looks, watchScripts } from './group-looks.ts';

const GROUPS = '/api/tactus/groups';
const SEED = 1;
const PEOPLE = 3;
const POINTS = Array.from({ length: 400 }, (_, index) => ({ t: index * 250, x: index % 2 === 0 ? 20 : 80 }));
const BATCH = 100;
/** Crystal errors of the participants' machines, parts in a million. */
const PPM = [40, -25, 10] as const;

/** Both figures, each with a reference that starts on the arrival of a message. */
export async function* groupEndToEndRows(bounds: {
  readonly underOneControllerMs: number;
  readonly participantsMs: number;
}): AsyncGenerator<Row> {
  const world = await openWorld();
  try {
    yield toGroupRow('three devices under one controller', await controlled(world), bounds.underOneControllerMs);
    yield toGroupRow('three participants of a group session', await together(world), bounds.participantsMs);
  } finally {
    await world.close();
  }
}

const toGroupRow = (who: string, { ours, onArrival }: { ours: Looks; onArrival: Looks }, atMost: number): Row =>
  toRow({
    row: `${who}, scripts apart at most, in real time through the fault proxy against the cloud process with a stall, p99 of ${ours.apart.length} looks (${ours.left} left out as too slow); the reference begins on the arrival of a message`,
    value: quantile(ours.apart, 0.99),
    unit: 'ms',
    reference: quantile(onArrival.apart, 0.99),
    bounds: { atMost },
  });

type World = Awaited<ReturnType<typeof openWorld>>;

/** A cloud process, three devices in it, and a proxy of their own for each of three people. */
async function openWorld() {
  const cloud = startProcess('./command-server.ts', 'cloud');
  const port = Number(await cloud.ask('port'));
  const base = `http://127.0.0.1:${port}`;
  const random = createRandom(SEED);
  const way = () => WAYS.tactus(random);
  const proxies: FaultProxy[] = [];
  const keys: string[] = [];
  for (let one = 0; one < PEOPLE; one += 1) {
    proxies.push(await openFaultProxy({ target: { host: '127.0.0.1', port }, up: way, down: way }));
    const { connectionKey } = await ask<{ connectionKey: string }>(`${base}/_control/devices`, 'POST', {
      model: 'handy',
    });
    keys.push(connectionKey);
  }
  const devices: Device[] = [];
  return {
    ...{ base, keys, proxies },
    urlOf: (one: number) => `http://127.0.0.1:${proxies[one]?.port}`,
    async device(one: number, through: number, time: Time): Promise<Device> {
      const device = createDevice({
        apiBase: `http://127.0.0.1:${proxies[through]?.port}${API}`,
        ...{ apiKey: 'bench', fetch: (url, init) => fetch(url, init), time, random: createRandom(SEED + one) },
        requestsPerMinute: Number.POSITIVE_INFINITY,
      });
      devices.push(device);
      await device.connect(keys[one] ?? '');
      return device;
    },
    async close() {
      for (const device of devices) device.close();
      for (const proxy of proxies) await proxy.close();
      cloud.close();
    },
  };
}

/** One controller, one connection: a command to all, with one time of the cloud's clock. */
async function controlled(world: World) {
  const devices = await Promise.all(world.keys.map((_, one) => world.device(one, 0, systemTime)));
  const group = createDeviceGroup({ onMemberFailure: () => undefined });
  for (const device of devices) group.add(device);
  await fill(devices);
  await group.call('hsp.play', {
    ...{ start_time: 0, server_time: Math.round(group.serverNow()), playback_rate: 1, loop: false },
  });
  const ours = await watchScripts(world);
  await group.stop();
  await fill(devices);
  for (const one of devices.keys()) playOnArrival(world, one);
  const onArrival = await watchScripts(world);
  await group.stop();
  group.close();
  for (const device of devices) device.close();
  return { ours, onArrival };
}

/** A group at home, and three members, each through a proxy of their own. */
async function together(world: World) {
  const room = await ask<{ session: string; secret: string; group: { id: string } }>(`${world.base}${GROUPS}`, 'POST', {
    ...{ name: 'Bench', host: 'Host' },
  });
  const asHost = <T>(path: string, body: object) => ask<T>(`${world.base}${GROUPS}${path}`, 'PUT', body, room.session);
  await asHost('/script', { name: 'Bench', t: POINTS.map(({ t }) => t), x: POINTS.map(({ x }) => x) });
  const people = await Promise.all(
    PPM.map(async (ppm, one) => {
      const time = drifting(ppm);
      const device = await world.device(one, one, time);
      const client = createClient({
        ...{ baseUrl: `${world.urlOf(one)}${API}`, apiKey: 'bench', fetch: (url, init) => fetch(url, init), time },
      });
      const clock = createCloudClock({ client, time });
      await clock.known();
      const enter = `${world.urlOf(one)}${GROUPS}/${room.group.id}/sessions`;
      const { session } = await ask<{ session: string }>(enter, 'POST', { secret: room.secret, name: `P${one}` });
      /** The source of the start; once a message has started it, playback goes on by itself. */
      let goesBy: 'clock' | 'arrival' | undefined = 'clock';
      const share = joinTimeline({
        ...{ device, time, features: undefined, points: POINTS, onLeft: () => undefined },
        serverNow: () => clock.serverAt(),
      });
      const stream = openFrameStream({
        ...{ fetch: (url, init) => fetch(url, init), time, random: createRandom(SEED), onOpen: () => undefined },
        request: () => ({
          url: `${world.urlOf(one)}${GROUPS}/session/events`,
          init: { headers: { Authorization: `Bearer ${session}` } },
        }),
        onFrame({ name, data }) {
          if (name !== 'group') return;
          // Our own cloud's answer, whose form its contract tests check.
          const { timeline } = JSON.parse(data) as { timeline: WireTimeline };
          if (goesBy === 'clock') share.follow({ ...timeline, positionMs: timeline.position_ms, atMs: timeline.at });
          if (goesBy !== 'arrival' || !timeline.playing) return;
          goesBy = undefined;
          playOnArrival(world, one);
        },
        onError: () => undefined,
      });
      /** From now on it starts on the arrival of the group's messages. */
      function forgetClock(): void {
        share.leave();
        clock.close();
        goesBy = 'arrival';
      }
      return { device, stream, forgetClock };
    }),
  );
  const stopReports = systemTime.every(2_000, () => {
    asHost('/session/report', { part: 'in', error_ms: null }).catch(() => undefined); // the next report comes soon
  });
  await asHost('/timeline', { playing: true, position_ms: 0 });
  const ours = await watchScripts(world);
  for (const { forgetClock } of people) forgetClock();
  await asHost('/timeline', { playing: false });
  await systemTime.sleep(1_500);
  await fill(people.map(({ device }) => device));
  await asHost('/timeline', { playing: true, position_ms: 0 });
  const onArrival = await watchScripts(world);
  stopReports();
  for (const { stream } of people) stream.close();
  return { ours, onArrival };
}

interface WireTimeline {
  readonly playing: boolean;
  readonly position_ms: number;
  readonly at: number;
  readonly rate: number;
}

async function fill(devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    await device.hsp.setup();
    for (let from = 0; from < POINTS.length; from += BATCH)
      await device.hsp.add(POINTS.slice(from, from + BATCH), { tail_point_stream_index: from + BATCH });
  }
}

/** The behaviour of a client without clock sync: the device starts when the request arrives. */
function playOnArrival({ urlOf, keys }: World, one: number): void {
  const play = { start_time: 0, playback_rate: 1 };
  // A device that does not play shows a large error.
  ask(`${urlOf(one)}${API}/hsp/play`, 'PUT', play, 'bench', keys[one]).catch(() => undefined);
}

/** Time on a machine whose crystal runs fast by this many parts in a million. */
function drifting(ppm: number): Time {
  const startMs = systemTime.monotonic();
  const gainMs = () => (systemTime.monotonic() - startMs) * ppm * 1e-6;
  return {
    ...systemTime,
    now: () => Math.floor(systemTime.now() + gainMs()),
    monotonic: () => systemTime.monotonic() + gainMs(),
  };
}
