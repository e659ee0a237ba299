/** A recorded stream in real time, through the fault proxy, against the real cloud as a process. */
import type { ScriptPoint } from '@tactus/motion';
import { createDevice, createPointStream, type Device } from '@tactus/sdk';
import { createRandom, systemTime } from '@tactus/time';
import { startProcess } from '../load/measured-process.ts';
import { type Row, toRow } from '../measure/row.ts';
import { BATCH, SENDS_AT_MS } from '../models/stream-references.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';

const SEED = 3;
const LENGTH_MS = 50_000;
const GAP_MS = 33;
/** The train network of the models, with outages this much sooner, or a minute would hold only one. */
const SOONER = 10;
const TRIP_MS = 90;
const JITTER_MS = 60;
const OUTAGE_EVERY_MS = 45_000 / SOONER;
const OUTAGE_MS = 6_000;
/** Both have started before the first outage. */
const CALM_MS = 3_000;

const SCRIPT: ScriptPoint[] = Array.from({ length: 4_000 }, (_, index) => ({
  t: index * GAP_MS,
  x: Math.round(50 + 30 * Math.sin(index / 20)),
}));

/** Starvations that the device itself reports, of the SDK's stream and of a client with a short lead, side by side. */
export async function streamEndToEndRow(): Promise<Row> {
  const [ours, reference] = [await openSide(), await openSide()];
  try {
    const stream = createPointStream(ours.device, {
      time: systemTime,
      source: { points: SCRIPT },
      features: { leases: true },
      leadIn: false,
    });
    await stream.play();
    const stopFeeding = new AbortController();
    const feeding = keepShortLead(reference.device, stopFeeding.signal);
    await disturb([ours.proxy, reference.proxy]);
    stopFeeding.abort();
    await feeding;
    stream.close();
    return toRow({
      row: `starvations in a minute of real time through the fault proxy against the cloud process, 30 points/s, a train whose outages come ${SOONER} times as fast; the reference keeps a short lead`,
      value: ours.starvations(),
      unit: 'starvations',
      reference: reference.starvations(),
      bounds: { ratioAtMost: 0.2 },
    });
  } finally {
    await ours.close();
    await reference.close();
  }
}

/** A cloud process of its own behind a proxy of its own, and a device there. */
async function openSide() {
  const cloud = startProcess('./command-server.ts', 'cloud');
  const random = createRandom(SEED);
  const way = () => (TRIP_MS + random.exponential(JITTER_MS)) / 2;
  const target = { host: '127.0.0.1', port: Number(await cloud.ask('port')) };
  const proxy = await openFaultProxy({ target, up: way, down: way });
  const device = createDevice({
    apiBase: `http://127.0.0.1:${proxy.port}/api/handy-rest/v3`,
    apiKey: 'bench',
    fetch: (url, init) => fetch(url, init),
    time: systemTime,
    random: createRandom(SEED),
    requestsPerMinute: Number.POSITIVE_INFINITY,
  });
  let starvations = 0;
  device.on('hsp_starving', () => {
    starvations += 1;
  });
  await device.connect('DemoHandy1');
  return {
    ...{ proxy, device },
    starvations: () => starvations,
    async close() {
      device.close();
      await proxy.close();
      cloud.close();
    },
  };
}

/** The same outages for all proxies. */
async function disturb(proxies: readonly FaultProxy[]): Promise<void> {
  const random = createRandom(SEED);
  const endMs = systemTime.monotonic() + LENGTH_MS;
  await systemTime.sleep(CALM_MS);
  while (systemTime.monotonic() < endMs) {
    const outageMs = random.exponential(OUTAGE_MS);
    for (const proxy of proxies) proxy.stall(outageMs);
    await systemTime.sleep(Math.min(outageMs + random.exponential(OUTAGE_EVERY_MS), endMs - systemTime.monotonic()));
  }
}

/** The usual client: sends a batch whenever the rest by its own clock is below its lead, one after the other. */
async function keepShortLead({ hsp }: Device, signal: AbortSignal): Promise<void> {
  let sent = 0;
  const next = () => {
    const points = SCRIPT.slice(sent, sent + BATCH);
    sent += points.length;
    return { points, tail_point_stream_index: sent };
  };
  await hsp.setup();
  await hsp.play({ add: next() });
  const startMs = systemTime.monotonic();
  while (!signal.aborted && sent < SCRIPT.length) {
    const leftMs = startMs + sent * GAP_MS - systemTime.monotonic();
    if (leftMs > SENDS_AT_MS) {
      await systemTime.sleep(leftMs - SENDS_AT_MS, signal).catch(() => undefined); // the run is over
      continue;
    }
    const { points, ...rest } = next();
    await hsp.add(points, rest).catch(() => undefined); // a lost batch does not matter
  }
}
