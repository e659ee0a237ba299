import type { Undo } from '@tactus/time';
import { abortedError, toDeviceError } from '../errors.ts';
import { userTimeOffsetMs } from '../state/clock-sync.ts';
import { type ClockEstimate, isClockSyncValid } from '../state/estimate.ts';
import { type TimedClockSample, takeClockSampleBatch } from './measure.ts';
import { CLOCK_CHECK_INTERVAL_MS, CLOCK_PAUSE_AFTER_REFUSAL_MS, clockBatchIntervalMs } from './probe-schedule.ts';
import { type PageVisibilityPort, scheduleClockResync } from './schedule-clock-resync.ts';
import { type ScriptPlayback, scriptTimeAt } from './script-time.ts';
import { type ClockSyncParts, syncCloudClock, traceClockSample } from './sync-clock.ts';
import {
  type ClockUncertainty,
  clockOffsetAt,
  clockUncertaintyAt,
  type TrackedClock,
  trackedClockAfterLeap,
  updateTrackedClock,
} from './tracked-clock.ts';

/**
 * How the cloud's clock is measured. `tracked`: first by the specification's measurement, then by batches of probes at
 * intervals, which measures better. `compatible`: by the specification's measurement alone, every ten minutes.
 */
export type ClockMode = 'tracked' | 'compatible';

/** The possible error of the device's time, ms, by its sources. */
export interface DeviceTimeUncertainty extends ClockUncertainty {
  /** Half the round trip between cloud and device: the largest error of the cloud's measurement of the device's clock. */
  readonly deviceMs: number;
}

/** The clocks between this machine and the device. */
export interface DeviceClock {
  /** Measures by the specification's method, now. Rejects with 'HSTP is not initialized' without a client, and when aborted. */
  sync(signal?: AbortSignal): Promise<ClockEstimate>;
  /** Whether the last measurement by the specification's method is still valid. */
  isValid(): boolean;
  /**
   * Measures the clock from now on; `onDue` runs when the page becomes visible, and every ten minutes. While the
   * connection is refused, only the page becoming visible has an effect.
   */
  start(onDue: () => void): void;
  /** Stops measuring. The estimate of the cloud's clock stays: the next device has the same cloud. */
  letGo(): void;
  /** Adds a viewer of the clock; returns its undo. Without viewers and playback, the cloud's clock is probed less often. */
  attend(): Undo;
  /** The cloud's time at a monotonic instant, ms since the epoch, not rounded. */
  serverAt(monotonicMs: number): number;
  /** What the cloud's own clock shows now, in whole ms. */
  stampNow(): number;
  /** `undefined` before the first measurement. */
  error(): DeviceTimeUncertainty | undefined;
  /** The position in its script of a playing device, at a monotonic instant. */
  scriptTime(playback: ScriptPlayback, monotonicMs: number): number;
}

/** A larger difference between wall clock and monotonic clock means that the machine slept or its clock was set. */
const LEAP_MS = 100;

/** The error of the specification's measurement apart from the network, ms, and its growth while the drift is unknown. */
const SPECIFIED_ROUNDING_MS = 1;
const SPECIFIED_AGEING = 100e-6;

/** Measures the clocks of cloud and device. Probes of the cloud's clock need no key and do not count against the budget of a device. */
export function createDeviceClock(
  parts: Omit<ClockSyncParts, 'onSamples'> & {
    readonly mode: ClockMode;
    readonly visibility?: PageVisibilityPort | undefined;
    /** Whether the device plays. */
    readonly isPlaying: () => boolean;
    readonly onFailure: (thrown: unknown) => void;
  },
): DeviceClock {
  const { store, time, trace, mode } = parts;
  let track: TrackedClock | undefined;
  let trackedSinceMs = Number.NaN;
  let lastBatchMs = -Infinity;
  let quietUntilMs = -Infinity;
  let probing = false;
  let wallAtZeroMs = readWallAtZero();
  /** How far the wall clock has leapt since the specification's measurement. */
  let leaptMs = 0;
  let cancelTimers: Undo | undefined;
  const attending = new Set<symbol>();
  /** Aborts when the clock is let go. */
  let lifetime = new AbortController();

  const isRefused = () => store.get().refusal !== undefined;

  function readWallAtZero(): number {
    return time.now() - time.monotonic();
  }

  /** Checks whether the machine has slept or its clock was set; probes the cloud's clock at once where it has. */
  function noticeLeap(): void {
    const leapMs = readWallAtZero() - wallAtZeroMs;
    wallAtZeroMs += leapMs;
    if (Math.abs(leapMs) <= LEAP_MS) return;
    leaptMs += Math.abs(leapMs);
    if (!track) return;
    track = trackedClockAfterLeap(track, leapMs);
    lastBatchMs = -Infinity;
    if (cancelTimers) probe();
  }

  /** Drops the first sample, which measures the opening of the connection; drops all if the machine slept within the batch. */
  function take(samples: readonly TimedClockSample[]): void {
    const wallAtZero = samples.map(({ receivedAtMs, receivedMs }) => receivedAtMs - receivedMs);
    if (mode === 'compatible' || Math.max(...wallAtZero) - Math.min(...wallAtZero) > LEAP_MS) return;
    if (!track) trackedSinceMs = time.monotonic();
    track = updateTrackedClock(track, samples.slice(1));
    lastBatchMs = time.monotonic();
  }

  function probeIfDue(): void {
    noticeLeap();
    const nowMs = time.monotonic();
    const everyMs = clockBatchIntervalMs({
      trackedForMs: track ? nowMs - trackedSinceMs : 0,
      isBusy: attending.size > 0 || parts.isPlaying(),
    });
    // A timer that is a little early must not cost a whole interval.
    if (nowMs - lastBatchMs >= everyMs - CLOCK_CHECK_INTERVAL_MS / 2) probe();
  }

  function probe(): void {
    const client = parts.client();
    if (!client || probing || isRefused() || time.monotonic() < quietUntilMs) return;
    probing = true;
    lastBatchMs = time.monotonic();
    takeClockSampleBatch({ client, time, signal: lifetime.signal })
      .then((batch) => {
        const [quickest] = batch.toSorted((a, b) => a.rtdMs - b.rtdMs);
        if (quickest) traceClockSample(trace, quickest);
        take(batch);
      }, failed)
      .finally(() => {
        probing = false;
      });
  }

  function failed(thrown: unknown): void {
    const { code } = toDeviceError(thrown);
    if (code === 'rate-limited') quietUntilMs = time.monotonic() + CLOCK_PAUSE_AFTER_REFUSAL_MS;
    if (code !== 'aborted') parts.onFailure(thrown);
  }

  const sync = (signal?: AbortSignal): Promise<ClockEstimate> =>
    syncCloudClock({
      ...parts,
      ...(signal && { signal }),
      onMeasured(measured) {
        leaptMs = 0;
        parts.onMeasured(measured);
      },
      onSamples: take,
    });

  const serverNowAsSpecified = () => time.now() + store.get().clockSync.clockOffset;

  function serverAt(monotonicMs: number): number {
    noticeLeap();
    if (track) return monotonicMs + clockOffsetAt(track, monotonicMs);
    return serverNowAsSpecified() + (monotonicMs - time.monotonic());
  }

  function networkError(): ClockUncertainty | undefined {
    noticeLeap();
    if (track) return clockUncertaintyAt(track, time.monotonic());
    const { synced, rtd, lastClockSync } = store.get().clockSync;
    if (!synced) return undefined;
    const ageMs = Math.max(0, time.now() - lastClockSync);
    return { jitterMs: SPECIFIED_ROUNDING_MS + SPECIFIED_AGEING * ageMs + leaptMs, asymmetryMs: rtd / 2 };
  }

  return {
    sync,
    isValid: () => isClockSyncValid(store.get().clockSync.lastClockSync, time.now()),
    start(onDue) {
      if (cancelTimers) return;
      const resync = () => {
        onDue();
        void sync().catch(parts.onFailure);
      };
      const stopResync = scheduleClockResync({ time, visibility: parts.visibility, isPaused: isRefused, resync });
      const stopProbing = mode === 'tracked' ? time.every(CLOCK_CHECK_INTERVAL_MS, probeIfDue) : undefined;
      cancelTimers = () => {
        stopResync();
        stopProbing?.();
      };
      if (mode === 'tracked') probeIfDue();
    },
    letGo() {
      cancelTimers?.();
      cancelTimers = undefined;
      lifetime.abort(abortedError());
      lifetime = new AbortController();
    },
    attend() {
      const one = Symbol();
      attending.add(one);
      return () => attending.delete(one);
    },
    serverAt,
    stampNow: () => (track ? Math.floor(serverAt(time.monotonic())) : Math.round(serverNowAsSpecified())),
    error() {
      const network = networkError();
      return network && { ...network, deviceMs: store.get().clockSync.deviceRtd / 2 };
    },
    scriptTime: (playback, monotonicMs) =>
      scriptTimeAt(playback, serverAt(monotonicMs), userTimeOffsetMs(store.get().clockSync)),
  };
}
