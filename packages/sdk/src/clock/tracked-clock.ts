import type { ClockSample } from '../state/estimate.ts';

/** The estimate of the cloud's clock: plain data. Times in ms; `atMs` and offsets are on this machine's monotonic clock. */
export interface TrackedClock {
  readonly atMs: number;
  /** The difference from monotonic time to the cloud's, at `atMs`. */
  readonly offsetMs: number;
  /** How much faster the cloud's clock runs, ms a ms. */
  readonly drift: number;
  /** Variances of offset and drift, and their covariance. */
  readonly offsetVar: number;
  readonly driftVar: number;
  readonly covariance: number;
  /** The shortest recent trips, newest last: the duration of an undelayed trip. */
  readonly trips: readonly number[];
  /** Consecutive batches that did not fit the estimate. */
  readonly misfits: number;
}

/** One probe of the cloud's clock, on the monotonic clock of this machine. */
export type ClockProbe = Pick<ClockSample, 'rtdMs' | 'serverTimeMs'> & { readonly receivedMs: number };

/** The possible error of the estimate, ms. */
export interface ClockUncertainty {
  /** Twice the standard deviation: the jitter. */
  readonly jitterMs: number;
  /**
   * Half of the shortest trip, and of the millisecond of the cloud's time stamps: the times there and back may differ by
   * no more, and no measurement shows their difference.
   */
  readonly asymmetryMs: number;
}

/** The cloud sends whole milliseconds, rounded down. */
const STAMP_MIDDLE_MS = 0.5;

/** A crystal is off by some 20 parts in a million, and wanders by a tenth of one in a batch's time. */
const DRIFT_SIGMA = 50e-6;
const DRIFT_WANDER_PER_S = 0.04e-6;
const OFFSET_WANDER_PER_S_MS = 0.01;

/** The error of a batch without any delay. */
const STAMP_SIGMA_MS = 0.25;
/** The share of a batch's delay that counts as its error. */
const DELAY_SHARE = 0.4;

/** Trips that are stored: ten minutes of batches. */
const TRIPS_MAX = 30;

/** Beyond this many deviations and ms a batch does not fit; after the third in a row tracking begins again. */
const MISFIT_SIGMAS = 6;
const MISFIT_MS = 20;
const MISFITS_ALLOWED = 2;

/**
 * Returns the estimate after a batch of probes. The fastest way there and the fastest way back of the batch may be those
 * of two different probes. A batch that was delayed as a whole has little weight. After a machine slept, or its clock
 * was set, batches do not fit any more, and tracking begins again. An empty batch changes nothing.
 */
export function updateTrackedClock(
  track: TrackedClock | undefined,
  batch: readonly ClockProbe[],
): TrackedClock | undefined {
  const measured = measure(batch);
  if (!measured) return track;
  const { atMs, offsetMs, tripMs, spreadMs } = measured;
  const before = track && { ...predict(track, atMs), trips: [...track.trips, tripMs].slice(-TRIPS_MAX) };
  const shortestMs = Math.min(...(before?.trips ?? [tripMs]));
  const variance = STAMP_SIGMA_MS ** 2 + spreadMs ** 2 + ((tripMs - shortestMs) * DELAY_SHARE) ** 2;
  if (!before) return begin(atMs, offsetMs, tripMs, variance);

  const residual = offsetMs - before.offsetMs;
  const sum = before.offsetVar + variance;
  if (Math.abs(residual) > Math.max(MISFIT_MS, MISFIT_SIGMAS * Math.sqrt(sum))) {
    if (before.misfits >= MISFITS_ALLOWED) return begin(atMs, offsetMs, tripMs, variance);
    return { ...before, misfits: before.misfits + 1 };
  }
  const [gain, driftGain] = [before.offsetVar / sum, before.covariance / sum];
  return {
    ...before,
    offsetMs: before.offsetMs + gain * residual,
    drift: before.drift + driftGain * residual,
    offsetVar: (1 - gain) * before.offsetVar,
    covariance: (1 - gain) * before.covariance,
    driftVar: before.driftVar - driftGain * before.covariance,
    misfits: 0,
  };
}

/**
 * The estimate after this machine's wall clock has leapt against its monotonic one, before a new batch arrives. After a
 * leap forward the machine has slept and the cloud's clock has gone on; after one back the clock was set, which changes
 * nothing here. The reverse is possible: the leap counts as error until the next batch, which decides.
 */
export function trackedClockAfterLeap(track: TrackedClock, leapMs: number): TrackedClock {
  return {
    ...track,
    offsetMs: track.offsetMs + Math.max(0, leapMs),
    offsetVar: track.offsetVar + leapMs ** 2,
  };
}

/** The offset at a monotonic instant, ms. */
export const clockOffsetAt = ({ atMs, offsetMs, drift }: TrackedClock, monotonicMs: number): number =>
  offsetMs + drift * (monotonicMs - atMs);

/** The possible error of the offset at a monotonic instant. */
export function clockUncertaintyAt(track: TrackedClock, monotonicMs: number): ClockUncertainty {
  const { offsetVar } = predict(track, Math.max(monotonicMs, track.atMs));
  return { jitterMs: 2 * Math.sqrt(offsetVar), asymmetryMs: Math.min(...track.trips) / 2 + STAMP_MIDDLE_MS };
}

function begin(atMs: number, offsetMs: number, tripMs: number, variance: number): TrackedClock {
  const certainty = { offsetVar: variance, driftVar: DRIFT_SIGMA ** 2, covariance: 0 };
  return { atMs, offsetMs, drift: 0, ...certainty, trips: [tripMs], misfits: 0 };
}

/** The estimate for a later instant without another batch until then. */
function predict(track: TrackedClock, atMs: number): TrackedClock {
  const spanMs = Math.max(0, atMs - track.atMs);
  const spanS = spanMs / 1_000;
  const { drift, driftVar, covariance } = track;
  const wander = DRIFT_WANDER_PER_S ** 2 * spanS;
  return {
    ...track,
    atMs,
    offsetMs: track.offsetMs + drift * spanMs,
    offsetVar:
      track.offsetVar +
      2 * spanMs * covariance +
      spanMs ** 2 * (driftVar + wander / 3) +
      OFFSET_WANDER_PER_S_MS ** 2 * spanS,
    covariance: covariance + spanMs * (driftVar + wander / 2),
    driftVar: driftVar + wander,
  };
}

/** The measurement of one batch: `spreadMs` is the uncertainty of the offset within its probes. */
function measure(batch: readonly ClockProbe[]) {
  if (batch.length === 0) return undefined;
  const legs = batch.map(({ rtdMs, receivedMs, serverTimeMs }) => {
    const stampMs = serverTimeMs + STAMP_MIDDLE_MS;
    return { there: stampMs - (receivedMs - rtdMs), back: receivedMs - stampMs };
  });
  const there = leg(legs.map((one) => one.there));
  const back = leg(legs.map((one) => one.back));
  return {
    atMs: Math.max(...batch.map(({ receivedMs }) => receivedMs)),
    offsetMs: (there.shortestMs - back.shortestMs) / 2,
    tripMs: there.shortestMs + back.shortestMs,
    spreadMs: Math.hypot(there.openMs, back.openMs) / 2,
  };
}

/** The shortest of several delays, and its likely error: delays are distributed exponentially. */
function leg(delays: readonly number[]): { shortestMs: number; openMs: number } {
  const shortestMs = Math.min(...delays);
  const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length;
  return { shortestMs, openMs: (mean - shortestMs) / delays.length };
}
