import { DeviceError } from '../errors.ts';

/** How many samples a synchronisation takes by default. */
export const CLOCK_SAMPLES_DEFAULT = 10;

/** How long a synchronisation is good for. */
export const CLOCK_SYNC_VALID_MS = 3_600_000;

/** One question to the cloud's clock. */
export interface ClockSample {
  /** Round trip, ms. */
  readonly rtdMs: number;
  /** This machine's wall clock when the answer came, ms since the epoch. */
  readonly receivedAtMs: number;
  /** What the cloud answered, ms since the epoch. */
  readonly serverTimeMs: number;
}

/** What the samples say, in whole ms. */
export interface ClockEstimate {
  /** Add it to this machine's time to get the cloud's. */
  readonly clockOffset: number;
  /** Mean round trip of the samples that were kept. */
  readonly rtd: number;
}

/**
 * The specification's estimate: samples sorted by round trip, the slowest third dropped (3 of 10, decisions.md
 * 54), mean offset and round trip rounded. Throws 'times must be at least 1' for no samples.
 */
export function estimateClock(samples: readonly ClockSample[]): ClockEstimate {
  requireRepetitions(samples.length);
  const fastest = samples.toSorted((a, b) => a.rtdMs - b.rtdMs);
  const trimmed = fastest.slice(0, fastest.length - Math.floor(fastest.length / 3));
  return {
    clockOffset: Math.round(
      mean(trimmed.map((sample) => sample.serverTimeMs + sample.rtdMs / 2 - sample.receivedAtMs)),
    ),
    rtd: Math.round(mean(trimmed.map((sample) => sample.rtdMs))),
  };
}

/** Whether a synchronisation made at `syncedAtMs` is still good. One from the future is not: the clock was set back. */
export function isClockSyncValid(syncedAtMs: number, nowMs: number): boolean {
  return syncedAtMs > 0 && nowMs >= syncedAtMs && nowMs - syncedAtMs < CLOCK_SYNC_VALID_MS;
}

/** Throws the specification's error for fewer than one repetition. */
export function requireRepetitions(times: number): void {
  if (!(times >= 1)) throw new DeviceError('bad-input', 'times must be at least 1');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
