import type { Time, Undo } from '@tactus/time';
import type { Client } from '../client/client.ts';
import { abortedError, toDeviceError } from '../errors.ts';
import { takeClockSampleBatch } from './measure.ts';
import { CLOCK_CHECK_INTERVAL_MS, CLOCK_PAUSE_AFTER_REFUSAL_MS, clockBatchIntervalMs } from './probe-schedule.ts';
import {
  type ClockUncertainty,
  clockOffsetAt,
  clockUncertaintyAt,
  type TrackedClock,
  trackedClockAfterLeap,
  updateTrackedClock,
} from './tracked-clock.ts';

/** The clock of a cloud, for simultaneous actions of several browsers; a device has a clock of its own. */
export interface CloudClock {
  /** The cloud's time at a time of `time.monotonic()` (default now), ms since the epoch, not rounded. NaN before it is known. */
  serverAt(monotonicMs?: number): number;
  /** The clock's possible error; `undefined` before the first measurement. */
  error(): ClockUncertainty | undefined;
  /** Resolves when the time is known; rejects with 'Request aborted' when the clock is closed before. */
  known(): Promise<void>;
  /** Stops probing. */
  close(): void;
}

/** A larger difference between wall clock and monotonic clock means that the machine slept or its clock was set. */
const LEAP_MS = 100;

/**
 * Tracks the clock of the cloud that `client` calls until it is closed: a batch of probes at once, then one at
 * intervals. Probes need no key and do not count against the budget of a device.
 */
export function createCloudClock({ client, time }: { client: Pick<Client, 'call'>; time: Time }): CloudClock {
  const ending = new AbortController();
  let track: TrackedClock | undefined;
  let trackedSinceMs = Number.NaN;
  let lastBatchMs = -Infinity;
  let quietUntilMs = -Infinity;
  let probing = false;
  const wallAtZero = () => time.now() - time.monotonic();
  let wallAtZeroMs = wallAtZero();
  const waiting: { readonly done: () => void; readonly fail: (reason: unknown) => void }[] = [];

  function noticeLeap(): void {
    const leapMs = wallAtZero() - wallAtZeroMs;
    wallAtZeroMs += leapMs;
    if (Math.abs(leapMs) <= LEAP_MS || !track) return;
    track = trackedClockAfterLeap(track, leapMs);
    lastBatchMs = -Infinity;
  }

  async function probe(): Promise<void> {
    probing = true;
    lastBatchMs = time.monotonic();
    try {
      const began = wallAtZero();
      const batch = await takeClockSampleBatch({ client, time, signal: ending.signal });
      // A sleep within a batch makes it useless; the first probe opened the connection.
      if (Math.abs(wallAtZero() - began) > LEAP_MS) return;
      if (!track) trackedSinceMs = time.monotonic();
      track = updateTrackedClock(track, batch.slice(1));
      for (const { done } of waiting.splice(0)) done();
    } catch (thrown) {
      if (toDeviceError(thrown).code === 'rate-limited') quietUntilMs = time.monotonic() + CLOCK_PAUSE_AFTER_REFUSAL_MS;
    } finally {
      probing = false;
    }
  }

  function probeIfDue(): void {
    noticeLeap();
    const nowMs = time.monotonic();
    if (probing || nowMs < quietUntilMs) return;
    const everyMs = clockBatchIntervalMs({ trackedForMs: track ? nowMs - trackedSinceMs : 0, isBusy: true });
    // A timer that is a little early must not cost a whole interval.
    if (nowMs - lastBatchMs >= everyMs - CLOCK_CHECK_INTERVAL_MS / 2) void probe();
  }

  const stopProbing: Undo = time.every(CLOCK_CHECK_INTERVAL_MS, probeIfDue);
  probeIfDue();

  return {
    serverAt(monotonicMs = time.monotonic()) {
      noticeLeap();
      return track ? monotonicMs + clockOffsetAt(track, monotonicMs) : Number.NaN;
    },
    error() {
      noticeLeap();
      return track && clockUncertaintyAt(track, time.monotonic());
    },
    known() {
      if (track) return Promise.resolve();
      if (ending.signal.aborted) return Promise.reject(abortedError());
      return new Promise((done, fail) => waiting.push({ done, fail }));
    },
    close() {
      stopProbing();
      ending.abort(abortedError());
      for (const { fail } of waiting.splice(0)) fail(abortedError());
    },
  };
}
