import { DeviceError } from '../errors.ts';

/** How many samples a synchronisation takes by default. */
export const CLOCK_SAMPLES_DEFAULT = 10;

/** How long a synchronisation is valid. */
export const CLOCK_SYNC_VALID_MS = 3_600_000;

/** One probe of the cloud's clock. */
export interface ClockSample {
  /** Round trip, ms. */
  readonly rtdMs: number;
  /** This machine's wall clock when the answer came, ms since the epoch. */
  readonly receivedAtMs: number;
  /** The cloud's answer, ms since the epoch. */
  readonly serverTimeMs: number;
}

/** The estimate from the samples, in whole ms. */
export interface ClockEstimate {
  /** The difference from this machine's time to the cloud's. */
  readonly clockOffset: number;
  /** Mean round trip of the samples that were used. */
  readonly rtd: number;
}

/**
 * The specification's estimate: samples sorted by round trip, the slowest third dropped (3 of 10), mean offset and round
 * trip rounded. Throws 'times must be at least 1' for no samples.
 */
export function estimateClock(samples: readonly ClockSample[]): ClockEstimate {
  requireClockRepetitions(samples.length);
  const fastest = samples.toSorted((a, b) => a.rtdMs - b.rtdMs);
  const trimmed = fastest.slice(0, fastest.length - Math.floor(fastest.length / 3));
  return {
    clockOffset: Math.round(
      mean(trimmed.map((sample) => sample.serverTimeMs + sample.rtdMs / 2 - sample.receivedAtMs)),
    ),
    rtd: Math.round(mean(trimmed.map((sample) => sample.rtdMs))),
  };
}

/** Whether a synchronisation at `syncedAtMs` is still valid. One from the future is not: the clock was set back. */
export function isClockSyncValid(syncedAtMs: number, nowMs: number): boolean {
  return syncedAtMs > 0 && nowMs >= syncedAtMs && nowMs - syncedAtMs < CLOCK_SYNC_VALID_MS;
}

/** Throws the specification's error for fewer than one repetition. */
export function requireClockRepetitions(times: number): void {
  if (!(times >= 1)) throw new DeviceError('bad-input', 'times must be at least 1');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
