/** The clock of the SDK in real time, through the fault proxy, against the real cloud as a process. */
import { createDevice, type Device } from '@tactus/sdk';
import { createRandom, systemTime, type Time } from '@tactus/time';
import { startProcess } from '../load/measured-process.ts';
import { quantile } from '../measure/quantile.ts';
import { type Row, toRow } from '../measure/row.ts';
import { clockNetworks } from '../models/clock-network.ts';
import { openFaultProxy } from './fault-proxy.ts';

const SEED = 1;
const LENGTH_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** Uploads that fill the queue come this much sooner than in the model, or a minute would hold only one. */
const SOONER = 10;
/** Instead of ten minutes, so that a minute holds a dozen measurements of the specification. */
const BASELINE_EVERY_MS = 5_000;
const DRIFT_PPM = 20;
const READS_TO_CALIBRATE = 20_000;

export async function clockEndToEndRow(): Promise<Row> {
  const cloud = startProcess('./command-server.ts', 'cloud');
  const port = Number(await cloud.ask('port'));
  const network = buildNetwork();
  const quietMs = () => network.down(0);
  const proxy = await openFaultProxy({ target: { host: '127.0.0.1', port }, up: quietMs, down: quietMs });
  const devices: Device[] = [];
  const open = async (clock: 'tracked' | 'compatible') => {
    const device = createDevice({
      apiBase: `http://127.0.0.1:${proxy.port}/api/handy-rest/v3`,
      apiKey: 'bench',
      fetch: (url, init) => fetch(url, init),
      time: drifting(systemTime, DRIFT_PPM),
      random: createRandom(SEED),
      clock,
    });
    devices.push(device);
    await device.connect('DemoHandy1');
    return device;
  };
  try {
    const tracked = await open('tracked');
    const reference = await open('compatible');
    const beganMs = systemTime.monotonic();
    const up = () => network.up((systemTime.monotonic() - beganMs) * SOONER);
    proxy.setDelays({ up, down: quietMs });
    const errors = await watch(tracked, reference);
    return toRow({
      row: `clock error in a minute of real time through the fault proxy against the cloud process, p99, bufferbloat whose queues come and go ${SOONER} times as fast; the reference is the specification's algorithm every ${BASELINE_EVERY_MS / 1_000} s instead of every ten minutes`,
      value: quantile(errors.tracked, 0.99),
      unit: 'ms',
      reference: quantile(errors.reference, 0.99),
      bounds: { ratioAtMost: 0.2 },
    });
  } finally {
    for (const device of devices) device.close();
    await proxy.close();
    cloud.close();
  }
}

function buildNetwork() {
  const model = clockNetworks['bufferbloat'];
  if (!model) throw new Error('There is no model of bufferbloat');
  return model.build(createRandom(SEED));
}

/** Reads both clocks for a while; errors in ms, unsigned. The cloud uses this machine's own wall clock. */
async function watch(tracked: Device, reference: Device): Promise<Record<'tracked' | 'reference', number[]>> {
  const wallAtZeroMs = readWallAtZero();
  const errors: Record<'tracked' | 'reference', number[]> = { tracked: [], reference: [] };
  const offMs = ({ clock }: Device) => Math.abs(clock.serverNow() - (wallAtZeroMs + systemTime.monotonic()));
  let baseline: Promise<unknown> = Promise.resolve();
  for (let passedMs = 0; passedMs < LENGTH_MS; passedMs += LOOK_EVERY_MS) {
    // One measurement at a time: a slow one delays the next.
    if (passedMs % BASELINE_EVERY_MS === 0) baseline = baseline.then(() => reference.clock.sync());
    await systemTime.sleep(LOOK_EVERY_MS);
    errors.tracked.push(offMs(tracked));
    errors.reference.push(offMs(reference));
  }
  await baseline;
  return errors;
}

/** The wall clock at monotonic 0: it shows whole ms, and is exact at the instant at which it changes. */
function readWallAtZero(): number {
  let atZeroMs = -Infinity;
  for (let reads = 0; reads < READS_TO_CALIBRATE; reads += 1)
    atZeroMs = Math.max(atZeroMs, systemTime.now() - systemTime.monotonic());
  return atZeroMs;
}

/** The same time on a machine whose crystal runs fast by this many parts in a million. */
function drifting(time: Time, ppm: number): Time {
  const startMs = time.monotonic();
  const gainMs = () => (time.monotonic() - startMs) * ppm * 1e-6;
  return { ...time, now: () => Math.floor(time.now() + gainMs()), monotonic: () => time.monotonic() + gainMs() };
}
