import { type StreamClock, streamMsAt } from '../track/stream-clock.ts';
import type { PointSource } from './point-source.ts';

/** The options of a feeder, constant for its whole life. */
export interface FeederOptions {
  /** Most points in one request: 100 over HTTP. */
  readonly pointsPerAdd: number;
  /**
   * Requests in flight at a time. More than 1 only where requests arrive in the order in which they were sent, as on
   * one socket; over HTTP they may overtake each other.
   */
  readonly maxInFlight: number;
  /** How far ahead of the playback to send; `Infinity` fills the buffer. */
  readonly aheadLimitMs: number;
  /** At what share of the lead, or of the buffer, a refill begins; default 0.8 of a lead, 0.5 of a buffer. */
  readonly refillShare?: number | undefined;
  /** Live points that are needed soon are gathered this long into one request. */
  readonly liveTickMs: number;
}

/** A request in flight. */
export interface RequestInFlight {
  readonly id: number;
  readonly kind: 'add' | 'play' | 'read';
  readonly sentAtMs: number;
}

/** The state of a feeder: plain data. */
export interface FeederState {
  readonly options: FeederOptions;
  /** Counts plays, stops and set-ups: answers to requests of an earlier generation are ignored. */
  readonly generation: number;
  readonly nextId: number;
  readonly mode: 'idle' | 'primed' | 'playing';
  readonly clock: StreamClock;
  readonly holdAll: boolean;
  readonly maxPoints: number;
  /** The device was sent exactly the points from `fromIndex` up to `sentIndex` since its last flush. */
  readonly fromIndex: number;
  readonly sentIndex: number;
  readonly filling: boolean;
  /** The point at which a refill is due, where the device was set to report it. */
  readonly refillIndex: number;
  readonly flights: readonly RequestInFlight[];
  /** A request failed, so the content of the device's buffer is not certain. */
  readonly uncertain: boolean;
  /** The content of the device's buffer is useless: the next request empties it. */
  readonly lost: boolean;
  /** When a refill emptied the device's buffer last; -Infinity after a later wake. */
  readonly flushedAtMs: number;
  readonly failures: number;
  readonly retryAtMs: number;
  readonly lastAddMs: number;
  /** Nearly the longest of the last few hundred round trips. */
  readonly peakTripMs: number;
}

/** The assumed round trip before the first is measured: that of a slow home connection. */
const FIRST_TRIP_MS = 500;

/** A feeder before its first event. */
export function createFeederState(options: FeederOptions): FeederState {
  return {
    options,
    generation: 0,
    nextId: 1,
    mode: 'idle',
    clock: { atMs: 0, streamMs: 0, rate: 0 },
    holdAll: false,
    maxPoints: 0,
    fromIndex: 0,
    sentIndex: 0,
    filling: false,
    refillIndex: Infinity,
    flights: [],
    uncertain: true,
    lost: false,
    flushedAtMs: -Infinity,
    failures: 0,
    retryAtMs: -Infinity,
    lastAddMs: -Infinity,
    peakTripMs: FIRST_TRIP_MS,
  };
}

/** The same feeder for another source: the buffer's content is useless, and the next play empties it. */
export function withNewSource(state: FeederState): FeederState {
  return { ...state, generation: state.generation + 1, mode: 'idle', flights: [], uncertain: true, lost: true };
}

/** The position of the playback in the source, as the clock predicts it. */
export interface FeedProgress {
  readonly streamMs: number;
  /** How many points have been reached. */
  readonly played: number;
  /** The index of the point with which the current leg begins. */
  readonly legIndex: number;
}

/** The progress of the playback at an instant. */
export function feedProgressAt({ clock, holdAll }: FeederState, source: PointSource, atMs: number): FeedProgress {
  // Before its start time a play is at its start.
  const streamMs = Math.max(clock.streamMs, streamMsAt(clock, atMs));
  const played = holdAll ? 0 : source.countUntil(streamMs);
  return { streamMs, played, legIndex: Math.max(0, played - 1) };
}

/** The most points in a request; for a small buffer at most a quarter of it. */
export function maxPointsPerRequest({ options, maxPoints }: FeederState): number {
  return Math.max(1, Math.min(options.pointsPerAdd, Math.floor(maxPoints / 4)));
}

/**
 * How many points ahead of the playback the device may hold. One request less than its capacity: near the limit the
 * device drops its oldest points, and it still needs the one with which the current leg begins.
 */
export function maxPointsAhead(state: FeederState): number {
  return Math.max(1, state.maxPoints - maxPointsPerRequest(state));
}

/**
 * Whether a device can loop a script by itself from a start: its buffer holds all of it, and the first request reaches
 * the start. Play it with a `recordedSource` and `holdAll`, else with a `loopedSource`.
 */
export function canLoopInDevice(source: PointSource, streamMs: number, state: FeederState): boolean {
  return source.length <= maxPointsAhead(state) && source.countUntil(streamMs) < maxPointsPerRequest(state);
}

/** The lead that a live stream needs: the time by which points have to be known before they are due. */
export function liveLeadMs({ flights, options, peakTripMs }: FeederState, atMs: number): number {
  const waited = flights.map(({ sentAtMs }) => atMs - sentAtMs);
  return Math.max(peakTripMs, ...waited) + options.liveTickMs;
}
