import { instantOfStreamTime } from '../track/stream-clock.ts';
import type { FeederRequest, PointsToAdd } from './feeder-messages.ts';
import {
  type FeederState,
  type FeedProgress,
  feedProgressAt,
  liveLeadMs,
  maxPointsAhead,
  maxPointsPerRequest,
} from './feeder-state.ts';
import type { PointSource } from './point-source.ts';

/** A state, and the requests to send to reach it. */
export interface RefillStep {
  readonly state: FeederState;
  readonly requests: readonly FeederRequest[];
}

/** Sends the requests that are due at an instant. */
export function sendDueRequests(state: FeederState, source: PointSource, atMs: number): RefillStep {
  if (state.mode === 'idle') return { state, requests: [] };
  if (state.uncertain) return requestState(state, atMs);
  const requests: FeederRequest[] = [];
  let next = state;
  while (next.flights.length < next.options.maxInFlight) {
    const progress = feedProgressAt(next, source, atMs);
    const flush = mustStartAnew(next, progress);
    if (flush && mustWait(next, atMs)) return { state: next, requests };
    if (flush) next = { ...restartRefill(next, progress), flushedAtMs: atMs };
    next = { ...next, filling: next.filling || isLow(next, source, progress) };
    const count = nextBatchSize(next, source, progress, atMs);
    // A flush has to go out even without points.
    if (count === 0 && !flush) {
      return { state: { ...next, filling: next.filling && canFill(next, source, progress) }, requests };
    }
    const { state: sent, add } = takeNextBatch(next, source, progress, { count, flush });
    requests.push({ id: sent.nextId, generation: sent.generation, kind: 'add', add });
    next = addRequestInFlight(sent, 'add', atMs);
  }
  return { state: next, requests };
}

/** The state in which an emptied buffer is filled from the current leg on. */
export function restartRefill(state: FeederState, { legIndex }: FeedProgress): FeederState {
  const start = { fromIndex: legIndex, sentIndex: legIndex, filling: true, lastAddMs: -Infinity };
  return { ...state, ...start, uncertain: false, lost: false, retryAtMs: -Infinity };
}

/** The next batch of points as a request body, and the state in which it is sent. */
export function takeNextBatch(
  state: FeederState,
  source: PointSource,
  progress: FeedProgress,
  { count, flush }: { count: number; flush: boolean },
): { state: FeederState; add: PointsToAdd } {
  const tail = state.sentIndex + count;
  const points = [];
  for (let index = state.sentIndex; index < tail; index += 1) {
    const point = source.pointAt(index);
    if (point) points.push(point);
  }
  const toTail = { ...state, sentIndex: tail };
  // A full lead is not topped up while its answer is pending, or small requests would never end.
  const sent = { ...toTail, filling: state.filling && canFill(toTail, source, progress) };
  const threshold = thresholdOf(sent, source, progress);
  const add = { points, tail_point_stream_index: tail, flush };
  if (threshold === undefined) return { state: { ...sent, refillIndex: Infinity }, add };
  return { state: { ...sent, refillIndex: threshold }, add: { ...add, tail_point_threshold: threshold } };
}

/** Adds the request with the next id to those in flight. */
export function addRequestInFlight(state: FeederState, kind: 'add' | 'play' | 'read', atMs: number): FeederState {
  const flight = { id: state.nextId, kind, sentAtMs: atMs };
  const lastAddMs = kind === 'read' ? state.lastAddMs : atMs;
  return { ...state, nextId: state.nextId + 1, flights: [...state.flights, flight], lastAddMs };
}

/** How many points the next request should have; 0: none now. */
export function nextBatchSize(state: FeederState, source: PointSource, progress: FeedProgress, atMs: number): number {
  const most = maxPointsPerRequest(state);
  const target = targetIndex(state, source, progress);
  const ready = Math.min(most, Math.min(source.length, target) - state.sentIndex);
  if (ready <= 0) return 0;
  const isLast = source.complete && state.sentIndex + ready === source.length;
  const isAllInTime = target < source.length && isTimeLimited(state, source, progress);
  if (state.filling && (ready === most || isLast || isAllInTime)) return ready;
  const isLate = !source.complete && aheadMs(state, source, progress) < liveLeadMs(state, atMs);
  return isLate && atMs >= state.lastAddMs + state.options.liveTickMs ? ready : 0;
}

/** A full buffer is refilled when half of it is played: long enough for any outage, and every request is full. */
const LOW_SHARE = 0.5;
/** A limited lead is topped up while most of it is left. */
const LOW_SHARE_IN_TIME = 0.8;

function lowShare({ options }: FeederState, isTimed: boolean): number {
  return options.refillShare ?? (isTimed ? LOW_SHARE_IN_TIME : LOW_SHARE);
}

/** A prediction may be early by a rounding error; checking again at once would never end. */
const SHORTEST_WAIT_MS = 1;

/** When there may be something to send without another event. */
export function nextRefillAtMs(state: FeederState, source: PointSource, atMs: number): number | undefined {
  if (state.mode === 'idle' || state.flights.length >= state.options.maxInFlight) return undefined;
  if (state.uncertain) return state.flights.length > 0 ? undefined : Math.max(atMs, state.retryAtMs);
  if (mustWait(state, atMs) && mustStartAnew(state, feedProgressAt(state, source, atMs)))
    return atMs + SHORTEST_WAIT_MS;
  if (state.mode !== 'playing' || state.holdAll || state.sentIndex >= source.length) return undefined;
  const instants = [lowAtMs(state, source, atMs)];
  if (!source.complete) {
    const lateAtMs = instantOfPoint(state, source, state.sentIndex - 1) - liveLeadMs(state, atMs);
    instants.push(Math.max(lateAtMs, state.lastAddMs + state.options.liveTickMs));
  }
  const next = Math.min(...instants);
  return next === Infinity ? undefined : Math.max(next, atMs + SHORTEST_WAIT_MS);
}

/** When so much will be played that a refill is due, and there is room for it. */
function lowAtMs(state: FeederState, source: PointSource, atMs: number): number {
  const { options, sentIndex } = state;
  if (!isTimeLimited(state, source, feedProgressAt(state, source, atMs))) {
    return instantOfPoint(state, source, sentIndex - Math.floor(maxPointsAhead(state) * lowShare(state, false)) - 1);
  }
  const lastAtMs = instantOfPoint(state, source, sentIndex - 1);
  const nextIsSoonAtMs = instantOfPoint(state, source, sentIndex) - options.aheadLimitMs;
  return Math.max(lastAtMs - options.aheadLimitMs * lowShare(state, true), Math.min(lastAtMs, nextIsSoonAtMs));
}

/** When a point is played; a point before the first was played long ago. */
function instantOfPoint({ clock }: FeederState, source: PointSource, index: number): number {
  const point = source.pointAt(index);
  return point ? instantOfStreamTime(clock, point.t) : -Infinity;
}

/** With nothing in flight, and long enough after the failure: reads what the device holds. */
function requestState(state: FeederState, atMs: number): RefillStep {
  if (state.flights.length > 0 || atMs < state.retryAtMs) return { state, requests: [] };
  const request = { id: state.nextId, generation: state.generation, kind: 'read' } as const;
  return { state: addRequestInFlight(state, 'read', atMs), requests: [request] };
}

/** The current leg is not in the buffer: overwritten, never sent, or its time passed before it could be sent. */
function mustStartAnew(state: FeederState, { legIndex }: FeedProgress): boolean {
  if (state.lost || state.holdAll) return state.lost;
  const oldest = Math.max(state.fromIndex, state.sentIndex - state.maxPoints);
  return legIndex > state.sentIndex || legIndex < oldest;
}

/** Two flushes nearer than this may begin an endless series. */
const FLUSHES_APART_MS = 1_000;

/**
 * If every flush comes too late, as with a source that runs faster than any request, each answer causes the next flush.
 * With a device that answers at once no other code would run: the second flush waits for a timer.
 */
const mustWait = ({ flushedAtMs }: FeederState, atMs: number): boolean => atMs < flushedAtMs + FLUSHES_APART_MS;

/** The index up to which points should be sent; without a limit, beyond the end. */
function targetIndex(state: FeederState, source: PointSource, progress: FeedProgress): number {
  const byCapacity = progress.played + maxPointsAhead(state);
  if (state.options.aheadLimitMs === Infinity) return byCapacity;
  const rate = state.mode === 'playing' ? state.clock.rate : 1;
  const soon = source.countUntil(progress.streamMs + state.options.aheadLimitMs * rate);
  // The point to which the current leg leads is needed however late it is.
  return Math.min(byCapacity, Math.max(soon, progress.played + 1));
}

function isTimeLimited(state: FeederState, source: PointSource, progress: FeedProgress): boolean {
  return targetIndex(state, source, progress) < progress.played + maxPointsAhead(state);
}

/** Whether there is room for a full request, or for all that is left. */
function canFill(state: FeederState, source: PointSource, progress: FeedProgress): boolean {
  const target = targetIndex(state, source, progress);
  if (source.complete && source.length <= target) return state.sentIndex < source.length;
  return target - state.sentIndex >= (isTimeLimited(state, source, progress) ? 1 : maxPointsPerRequest(state));
}

/** Whether so much is played that a refill is due. */
function isLow(state: FeederState, source: PointSource, progress: FeedProgress): boolean {
  if (state.sentIndex <= progress.played) return true;
  if (isTimeLimited(state, source, progress))
    return aheadMs(state, source, progress) <= state.options.aheadLimitMs * lowShare(state, true);
  return state.sentIndex - progress.played <= maxPointsAhead(state) * lowShare(state, false);
}

/** How long the sent points will last. */
function aheadMs(state: FeederState, source: PointSource, { streamMs }: FeedProgress): number {
  const last = source.pointAt(state.sentIndex - 1);
  const leftMs = last && state.sentIndex > state.fromIndex ? last.t - streamMs : 0;
  if (leftMs <= 0) return 0;
  const rate = state.mode === 'playing' ? state.clock.rate : 1;
  return rate > 0 ? leftMs / rate : Infinity;
}

/**
 * The point whose playing the device should report: the one at which a refill is due. Only the last request of a filling
 * has it, and none when nothing is left to send.
 */
function thresholdOf(state: FeederState, source: PointSource, progress: FeedProgress): number | undefined {
  const nothingLeft = source.complete && state.sentIndex >= source.length;
  if (nothingLeft || state.sentIndex === 0 || canFill(state, source, progress)) return undefined;
  const ahead = Math.max(1, state.sentIndex - progress.played);
  const isTimed = isTimeLimited(state, source, progress);
  const left = (isTimed ? ahead : maxPointsAhead(state)) * lowShare(state, isTimed);
  return Math.max(1, state.sentIndex - Math.floor(Math.min(left, ahead - 1)));
}
