import {
  type ClockSample,
  clockBatchIntervalMs,
  clockOffsetAt,
  clockUncertaintyAt,
  estimateClock,
  PROBES_PER_CLOCK_BATCH,
  type TrackedClock,
  updateTrackedClock,
} from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { clockNetworks, createCrystal } from './clock-network.ts';

/** Errors of the offset over an hour, ms, unsigned and in no order. */
export interface ClockErrors {
  readonly tracked: readonly number[];
  /** The specification's algorithm: 10 samples, the slowest third dropped, their mean, every 10 minutes (docs/specification.md#45-clocks). */
  readonly reference: readonly number[];
  /** The tracked clock's own error bound, ms: one for each of `tracked`. */
  readonly bounds: readonly number[];
}

const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 10_000;
const SPECIFIED_EVERY_MS = 600_000;
const SPECIFIED_SAMPLES = 10;
const STEP_MS = 5_000;
/** Set-up of a connection, which the first request of a burst pays before the stamp, in one-way trips. */
const SET_UP_TRIPS = 3;

/** One hour on a network, with one seed; `idle`: nothing plays and no page shows the clock. */
export function runClock(network: string, seed: number, { idle = false } = {}): ClockErrors {
  const model = clockNetworks[network];
  if (!model) throw new RangeError(`There is no network called ${network}`);
  const random = createRandom(seed);
  const crystal = createCrystal(random);
  const link = model.build(random);

  /** Reads the cloud's clock at a true instant; returns the sample and its end. */
  function probe(sentTrueMs: number, isCold: boolean): { sample: ClockSample; doneMs: number } {
    let arrivesMs = sentTrueMs + link.up(sentTrueMs);
    if (isCold) for (let trip = 0; trip < SET_UP_TRIPS - 1; trip += 1) arrivesMs += link.up(sentTrueMs);
    const stampMs = Math.floor(arrivesMs + 0.2 + random.exponential(0.4));
    const backMs = Math.max(arrivesMs, stampMs) + link.down(arrivesMs);
    const receivedAtMs = crystal.clientMs(backMs);
    return {
      sample: { rtdMs: receivedAtMs - crystal.clientMs(sentTrueMs), receivedAtMs, serverTimeMs: stampMs },
      doneMs: backMs,
    };
  }

  function burst(fromMs: number, count: number): ClockSample[] {
    const samples: ClockSample[] = [];
    let atMs = fromMs;
    for (let index = 0; index < count; index += 1) {
      const { sample, doneMs } = probe(atMs, index === 0);
      samples.push(sample);
      atMs = doneMs;
    }
    return samples;
  }

  const [tracked, reference, bounds]: [number[], number[], number[]] = [[], [], []];
  let track: TrackedClock | undefined;
  let specifiedOffsetMs = 0;
  for (let atMs = 0; atMs < HOUR_MS; atMs += STEP_MS) {
    if (atMs % SPECIFIED_EVERY_MS === 0) specifiedOffsetMs = estimateClock(burst(atMs, SPECIFIED_SAMPLES)).clockOffset;
    if (atMs % clockBatchIntervalMs({ trackedForMs: atMs, isBusy: !idle }) === 0) {
      // The first request of a burst is cold: it measures the connection rather than the clock.
      const probes = burst(atMs, PROBES_PER_CLOCK_BATCH + 1).slice(1);
      track = updateTrackedClock(
        track,
        probes.map(({ rtdMs, serverTimeMs, receivedAtMs }) => ({ rtdMs, serverTimeMs, receivedMs: receivedAtMs })),
      );
    }
    if (atMs % LOOK_EVERY_MS !== 0) continue;
    const lookMs = atMs + STEP_MS - 1;
    const clientMs = crystal.clientMs(lookMs);
    if (track) {
      const { jitterMs, asymmetryMs } = clockUncertaintyAt(track, clientMs);
      tracked.push(Math.abs(clientMs + clockOffsetAt(track, clientMs) - lookMs));
      bounds.push(jitterMs + asymmetryMs);
    }
    reference.push(Math.abs(clientMs + specifiedOffsetMs - lookMs));
  }
  return { tracked, reference, bounds };
}
