import type { Time } from '@tactus/time';
import type { Client } from '../client/client.ts';
import { DeviceError } from '../errors.ts';
import {
  CLOCK_SAMPLES_DEFAULT,
  type ClockEstimate,
  type ClockSample,
  estimateClock,
  requireTimes,
} from './estimate.ts';

/** What a measurement needs and how it is done. */
export interface ClockMeasurement {
  readonly client: Pick<Client, 'call'>;
  readonly time: Time;
  /** How many samples, one after another; default 10. */
  readonly times?: number;
  readonly signal?: AbortSignal;
  /** Hears every sample, for charts and traces. */
  readonly onSample?: (sample: ClockSample) => void;
}

/**
 * Asks the cloud's clock several times, one after another, and gives the law's estimate. Rejects with 'times must be at
 * least 1', with 'No server time' when an answer holds none, and with whatever ends a request.
 */
export async function measureClock(measurement: ClockMeasurement): Promise<ClockEstimate> {
  const { times = CLOCK_SAMPLES_DEFAULT, onSample } = measurement;
  requireTimes(times);
  const samples: ClockSample[] = [];
  while (samples.length < times) {
    const sample = await takeSample(measurement);
    samples.push(sample);
    onSample?.(sample);
  }
  return estimateClock(samples);
}

async function takeSample({ client, time, signal }: ClockMeasurement): Promise<ClockSample> {
  const sentAtMs = time.monotonic();
  const serverTimeMs = await readServerTime(client, signal);
  return { rtdMs: time.monotonic() - sentAtMs, receivedAtMs: time.now(), serverTimeMs };
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
