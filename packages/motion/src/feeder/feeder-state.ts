import { type StreamClock, streamMsAt } from '../track/stream-clock.ts';
import type { PointSource } from './point-source.ts';

/** How a buffer is fed; the same for the whole life of a feeder. */
export interface FeederOptions {
  /** Most points in one request: 100 over HTTP (api-v3.md 2.7). */
  readonly pointsPerAdd: number;
  /**
   * Requests in flight at a time. More than 1 only where requests arrive in the order in which they were sent, as on one
   * socket; over HTTP they may overtake each other.
   */
  readonly maxInFlight: number;
  /** How far ahead of the playback to send; `Infinity` fills the buffer. */
  readonly aheadLimitMs: number;
  /** What share of the lead, or of the buffer, may be left before it is refilled; default 0.8 of a lead, 0.5 of a buffer. */
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

/** Everything a feeder knows: plain data. */
export interface FeederState {
  readonly options: FeederOptions;
  /** Counts plays, stops and set-ups: answers to requests of an earlier one mean nothing. */
  readonly generation: number;
  readonly nextId: number;
  readonly mode: 'idle' | 'primed' | 'playing';
  readonly clock: StreamClock;
  readonly holdAll: boolean;
  readonly maxPoints: number;
  /** The device was sent the points from `fromIndex` up to `sentIndex`, and nothing else since its last flush. */
  readonly fromIndex: number;
  readonly sentIndex: number;
  readonly filling: boolean;
  /** The point whose playing shows that it is time to refill, where the device was set to report it. */
  readonly refillIndex: number;
  readonly flights: readonly RequestInFlight[];
  /** A request failed, so it is not certain what the device holds. */
  readonly uncertain: boolean;
  /** What the device holds is of no use: the next request empties its buffer. */
  readonly lost: boolean;
  /** When a refill emptied the device's buffer last; -Infinity once a wake came after it. */
  readonly flushedAtMs: number;
  readonly failures: number;
  readonly retryAtMs: number;
  readonly lastAddMs: number;
  /** Near the longest of the last some hundred round trips. */
  readonly peakTripMs: number;
}

/** A slow home link: what a round trip is taken for before the first was measured. */
const FIRST_TRIP_MS = 500;

/** A feeder that has nothing to do yet. */
export function createFeeder(options: FeederOptions): FeederState {
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

/** The same feeder for another source: nothing that the device holds is of use, and the next play empties its buffer. */
export function withNewSource(state: FeederState): FeederState {
  return { ...state, generation: state.generation + 1, mode: 'idle', flights: [], uncertain: true, lost: true };
}

/** Where the playback is in the source, as the clock predicts it. */
export interface FeedProgress {
  readonly streamMs: number;
  /** How many points have been reached. */
  readonly played: number;
  /** The point that the present leg begins with. */
  readonly legIndex: number;
}

/** What has been played at an instant. */
export function progressAt({ clock, holdAll }: FeederState, source: PointSource, atMs: number): FeedProgress {
  // A play whose time has not come yet is a play from its start.
  const streamMs = Math.max(clock.streamMs, streamMsAt(clock, atMs));
  const played = holdAll ? 0 : source.countUntil(streamMs);
  return { streamMs, played, legIndex: Math.max(0, played - 1) };
}

/** The most points in a request; a small buffer takes no more than a quarter of it at a time. */
export function batchPoints({ options, maxPoints }: FeederState): number {
  return Math.max(1, Math.min(options.pointsPerAdd, Math.floor(maxPoints / 4)));
}

/**
 * How many points ahead of the playback the device may hold. A request less than it could: near the limit the oldest
 * points go (api-v3.md 5.2), and the one that the present leg begins with must not.
 */
export function capacity(state: FeederState): number {
  return Math.max(1, state.maxPoints - batchPoints(state));
}

/**
 * Whether a device can loop a script by itself from a start: its buffer holds all of it, and the first request reaches
 * the start. Play it with a `recordedSource` and `holdAll`, else with a `loopedSource`.
 */
export function loopsInDevice(source: PointSource, streamMs: number, state: FeederState): boolean {
  return source.length <= capacity(state) && source.countUntil(streamMs) < batchPoints(state);
}

/** The lead that a live stream needs: points have to be known this long before they are due (design: p99.9 + a tick). */
export function liveLeadMs({ flights, options, peakTripMs }: FeederState, atMs: number): number {
  const waited = flights.map(({ sentAtMs }) => atMs - sentAtMs);
  return Math.max(peakTripMs, ...waited) + options.liveTickMs;
}
