import type { Time } from '@tactus/time';
import type { Client } from '../client/client.ts';
import { DeviceError } from '../errors.ts';
import {
  CLOCK_SAMPLES_DEFAULT,
  type ClockEstimate,
  type ClockSample,
  estimateClock,
  requireClockRepetitions,
} from '../state/estimate.ts';
import { PROBES_PER_CLOCK_BATCH } from './probe-schedule.ts';
import type { ClockProbe } from './tracked-clock.ts';

/** A sample with its time on both clocks of this machine. */
export type TimedClockSample = ClockSample & ClockProbe;

/** From this round trip on samples are taken side by side: one after another they would delay the connection by seconds. */
const SLOW_TRIP_MS = 200;

/** How many samples are taken side by side on a slow line: the first of each opens a connection, and counts among the slowest third. */
const SIDE_BY_SIDE = 3;

/** The parts and options of a measurement. */
export interface ClockMeasurementOptions {
  readonly client: Pick<Client, 'call'>;
  readonly time: Time;
  /** How many samples; default 10. */
  readonly times?: number;
  readonly signal?: AbortSignal;
  /** Called with every sample, for charts and traces. */
  readonly onSample?: (sample: TimedClockSample) => void;
}

/**
 * Reads the cloud's clock several times, one after another or on a slow line three at a time, and returns the specification's
 * estimate. Rejects with
 * 'times must be at least 1', with 'No server time' when an answer has none, and with the error of any failed request.
 */
export async function measureCloudClock(measurement: ClockMeasurementOptions): Promise<ClockEstimate> {
  const { times = CLOCK_SAMPLES_DEFAULT, onSample } = measurement;
  requireClockRepetitions(times);
  const samples: ClockSample[] = [];
  let left = times;
  async function takeNext(): Promise<void> {
    left -= 1;
    const sample = await takeSample(measurement);
    samples.push(sample);
    onSample?.(sample);
  }
  async function takeAll(): Promise<void> {
    try {
      while (left > 0) await takeNext();
    } finally {
      left = 0;
    }
  }
  await takeNext();
  const isSlow = (samples[0]?.rtdMs ?? 0) >= SLOW_TRIP_MS;
  await Promise.all(Array.from({ length: isSlow ? SIDE_BY_SIDE : 1 }, takeAll));
  return estimateClock(samples);
}

/**
 * Takes a batch of samples for the tracker, one after another: first a probe that opens the connection, then those that
 * count. Rejects as `measureCloudClock` does.
 */
export async function takeClockSampleBatch(
  measurement: Pick<ClockMeasurementOptions, 'client' | 'time' | 'signal'>,
): Promise<TimedClockSample[]> {
  const batch: TimedClockSample[] = [];
  while (batch.length < 1 + PROBES_PER_CLOCK_BATCH) batch.push(await takeSample(measurement));
  return batch;
}

async function takeSample({ client, time, signal }: ClockMeasurementOptions): Promise<TimedClockSample> {
  const sentMs = time.monotonic();
  const serverTimeMs = await readServerTime(client, signal);
  const receivedMs = time.monotonic();
  return { rtdMs: receivedMs - sentMs, receivedMs, receivedAtMs: time.now(), serverTimeMs };
}

async function readServerTime(client: Pick<Client, 'call'>, signal: AbortSignal | undefined): Promise<number> {
  try {
    const { server_time } = await client.call('utils.servertime', {}, signal ? { signal } : {});
    return server_time;
  } catch (error) {
    if (error instanceof DeviceError && error.code === 'unreadable')
      throw new DeviceError('no-result', 'No server time', { cause: error });
    throw error;
  }
}
