import type { World } from './world.ts';

/** The motion of the device in one mode. */
export interface Workload {
  readonly name: string;
  /** Starts the motion, and resolves with the action to repeat, if there is one. */
  begin(world: World): Promise<(() => Promise<unknown>) | undefined>;
  /** Interval of that action, ms. */
  readonly everyMs?: number;
}

interface Point {
  readonly t: number;
  readonly x: number;
}

const LONGEST_MS = 10 * 60_000;
const POINTS_A_REQUEST = 100;

/** A point every 200 ms, three waves; below 60 percent a second. */
const smooth = scriptOf(200, (seconds) => {
  const wave = 30 * Math.sin(seconds * 0.9) + 10 * Math.sin(seconds * 2.17 + 1) + 5 * Math.sin(seconds * 0.113);
  return 50 + wave;
});

/** Straight from one end of a stroke to the other and back, three strokes in two seconds, of changing length. */
const sharp = scriptOf(333, (seconds) => {
  const length = 35 + 10 * Math.sin(seconds * 0.07);
  return 50 + (Math.round(seconds / 0.333) % 2 === 0 ? length : -length);
});

function scriptOf(gapMs: number, xAt: (seconds: number) => number): readonly Point[] {
  return Array.from({ length: Math.floor(LONGEST_MS / gapMs) }, (_, index) => ({
    t: index * gapMs,
    x: Math.round(xAt((index * gapMs) / 1000)),
  }));
}

const share = (value: number): number => Math.round(value * 100) / 100;

export const workloads: readonly Workload[] = [
  {
    name: 'HAMP steady',
    async begin({ device, until }) {
      await until(device.hamp.start());
      await until(device.hamp.setVelocity(0.5));
      return undefined;
    },
  },
  {
    name: 'HAMP with another velocity, zone or stroke every 8 s',
    everyMs: 8_000,
    async begin({ device, until, random }) {
      await until(device.hamp.start());
      return () => {
        const min = share(random.next() * 0.4);
        const max = share(1 - random.next() * 0.4);
        const kind = random.integer(0, 3);
        if (kind === 2) return device.hamp.setStroke({ min, max });
        if (kind === 3) return device.slider.setStroke({ min, max });
        return device.hamp.setVelocity(share(0.1 + 0.6 * random.next()));
      };
    },
  },
  {
    name: 'HDSP, a move of 0.5 to 2 s every 2.5 s',
    everyMs: 2_500,
    async begin({ device, random }) {
      return () => device.call('hdsp.xpt', { xp: share(random.next()), t: random.integer(500, 2_000) });
    },
  },
  { name: 'HSP, a smooth script', begin: (world) => stream(world, smooth), everyMs: 2_000 },
  { name: 'HSP, a sharp script', begin: (world) => stream(world, sharp), everyMs: 2_000 },
  {
    name: 'HSSP, a smooth script',
    async begin({ device, until, upload }) {
      const url = await upload(JSON.stringify({ actions: smooth.map(({ t: at, x: pos }) => ({ at, pos })) }));
      device.position.knowScript(url, smooth);
      await until(device.call('hssp.setup', { url }));
      const server_time = Math.round(device.clock.serverNow());
      await until(device.call('hssp.play', { start_time: 0, server_time }));
      return undefined;
    },
  },
];

/** Fills the buffer as a client would, and refills it. */
async function stream({ device, until }: World, points: readonly Point[]) {
  let sent = 0;
  const add = () => {
    const next = points.slice(sent, sent + POINTS_A_REQUEST);
    sent += next.length;
    return device.call('hsp.add', { points: next, tail_point_stream_index: sent });
  };
  await until(device.call('hsp.setup', {}));
  await until(add());
  await until(device.call('hsp.play', { start_time: 0, server_time: Math.round(device.clock.serverNow()) }));
  return async () => {
    const { current_point, tail_point_stream_index } = device.store.getState().hsp;
    if (sent < points.length && tail_point_stream_index - current_point < points.length) await add();
  };
}
