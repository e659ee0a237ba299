import type { BufferReport, FeederEvent, FeederRequest } from './feeder-messages.ts';
import { type FeederState, type FeedProgress, feedProgressAt } from './feeder-state.ts';
import type { PointSource } from './point-source.ts';
import {
  addRequestInFlight,
  nextBatchSize,
  nextRefillAtMs,
  type RefillStep,
  restartRefill,
  sendDueRequests,
  takeNextBatch,
} from './refill.ts';

/** The outcome of an event. */
export interface FeedStep {
  readonly state: FeederState;
  /** Requests to send, in this order. */
  readonly requests: readonly FeederRequest[];
  /** When to send a 'wake', unless another event comes first; undefined: never. */
  readonly wakeAtMs: number | undefined;
}

/** Waits before the device is read again after consecutive failures. */
const RETRY_MS = [0, 250, 500, 1000, 2000, 4000] as const;
const LONGEST_RETRY_MS = 4000;
/** The weight of a shorter round trip in the peak: the peak fades over some hundred round trips. */
const PEAK_DECAY = 1 / 500;

/**
 * Decides when to send which points to a device's buffer: pure, for recorded, looped and live sources, in the
 * cloud and in the SDK.
 *
 * - The buffer is filled to its capacity less one request (or `aheadLimitMs` ahead) and refilled when half of that is
 *   played, with up to `maxInFlight` requests at a time. The device's threshold event and the predicted playback both
 *   trigger it.
 * - A play from a time outside the buffer empties it and has the first points in the same request; points before the start
 *   are skipped, except the one with which the leg at the start begins.
 * - No point is sent twice or left out: after a failed request the feeder reads what the device holds. If that does not fit
 *   the source, one request empties the buffer and fills it again from the current leg, which does not disturb the
 *   movement.
 * - A failed 'play' ends the playing; the caller may play again.
 */
export function stepFeeder(state: FeederState, source: PointSource, event: FeederEvent): FeedStep {
  const step = onEvent(state, source, event);
  const rest = sendDueRequests(step.state, source, event.atMs);
  return {
    state: rest.state,
    requests: [...step.requests, ...rest.requests],
    wakeAtMs: nextRefillAtMs(rest.state, source, event.atMs),
  };
}

/** The feeder of a device that plays by the present clock, and whose buffer is as reported. */
export function withReportedPlayback(
  state: FeederState,
  source: PointSource,
  { holdAll, report }: { readonly holdAll: boolean; readonly report: BufferReport },
): FeederState {
  const sentIndex = report.tail_point_stream_index;
  const sent = { fromIndex: sentIndex - report.points, sentIndex, flights: [] };
  return certain({ ...state, ...sent, generation: state.generation + 1, mode: 'playing', holdAll }, source, report);
}

function onEvent(state: FeederState, source: PointSource, event: FeederEvent): RefillStep {
  switch (event.type) {
    case 'prime':
      return only(primed(state, source, event));
    case 'play':
      return play(state, source, event);
    case 'clock':
      return only({ ...state, clock: event.clock });
    case 'uncertain':
      return only({ ...state, uncertain: true });
    case 'points':
      return only(state);
    case 'wake':
      return only({ ...state, flushedAtMs: -Infinity });
    case 'answered':
      return only(answered(state, source, event));
    case 'failed':
      return only(failed(state, event));
    case 'reported':
      return only(reported(state, event.report));
    case 'stop':
      return only({ ...state, mode: 'idle', generation: state.generation + 1 });
  }
}

function only(state: FeederState): RefillStep {
  return { state, requests: [] };
}

/** The device has just been set up: its buffer is empty, and requests from before do not count. */
function primed(state: FeederState, source: PointSource, event: FeederEvent & { type: 'prime' }): FeederState {
  const clock = { atMs: event.atMs, streamMs: event.streamMs, rate: 0 };
  const empty: FeederState = {
    ...state,
    mode: 'primed',
    clock,
    holdAll: false,
    maxPoints: event.maxPoints,
    flights: [],
  };
  const next = { ...empty, generation: state.generation + 1 };
  return restartRefill(next, feedProgressAt(next, source, event.atMs));
}

function play(state: FeederState, source: PointSource, event: FeederEvent & { type: 'play' }): RefillStep {
  const { atMs, clock, holdAll } = event;
  const playing: FeederState = { ...state, mode: 'playing', generation: state.generation + 1, clock, holdAll };
  const progress = feedProgressAt(playing, source, atMs);
  const id = playing.nextId;
  const { generation } = playing;
  if (isBuffered(playing, source, progress)) {
    return { state: addRequestInFlight(playing, 'play', atMs), requests: [{ id, generation, kind: 'play' }] };
  }
  const anew = restartRefill({ ...playing, flights: [] }, progress);
  const count = nextBatchSize(anew, source, progress, atMs);
  const { state: sent, add } = takeNextBatch(anew, source, progress, { count, flush: true });
  return { state: addRequestInFlight(sent, 'play', atMs), requests: [{ id, generation, kind: 'play', add }] };
}

/** Whether the buffer holds the whole leg at the start (and, where the device loops, everything from the beginning). */
function isBuffered(state: FeederState, source: PointSource, { legIndex }: FeedProgress): boolean {
  if (state.uncertain) return false;
  const oldest = Math.max(state.fromIndex, state.sentIndex - state.maxPoints);
  if (state.holdAll) return oldest === 0 && state.sentIndex > 0;
  return legIndex >= oldest && (state.sentIndex > legIndex + 1 || state.sentIndex >= source.length);
}

function answered(state: FeederState, source: PointSource, event: FeederEvent & { type: 'answered' }): FeederState {
  const flight = state.flights.find(({ id }) => id === event.id);
  if (!flight) return state;
  const tripMs = event.atMs - flight.sentAtMs;
  const peakTripMs = Math.max(tripMs, state.peakTripMs - (state.peakTripMs - tripMs) * PEAK_DECAY);
  let next: FeederState = {
    ...state,
    peakTripMs,
    maxPoints: event.report.max_points > 0 ? event.report.max_points : state.maxPoints,
    flights: state.flights.filter(({ id }) => id !== event.id),
  };
  if (flight.kind === 'read') return certain(next, source, event.report);
  next = { ...next, failures: 0 };
  // More than was sent: a request of an earlier generation arrived after the buffer had been emptied.
  return event.report.points > next.sentIndex - next.fromIndex ? { ...next, uncertain: true } : next;
}

/** Whether the buffer in a report holds points of a source, as its two ends show. */
export function isBufferOf(source: PointSource, report: BufferReport): boolean {
  const { points, tail_point_stream_index: tail, first_point_time, last_point_time } = report;
  if (points === 0 || source.pointAt(tail - 1)?.t !== last_point_time) return false;
  return source.pointAt(tail - points)?.t === first_point_time;
}

/** Adopts the device's report of its buffer; content that does not fit the source is useless. */
function certain(state: FeederState, source: PointSource, report: BufferReport): FeederState {
  const { points, tail_point_stream_index: tail } = report;
  const fits = tail - points >= state.fromIndex && tail <= state.sentIndex && isBufferOf(source, report);
  // A failed request may fail again: only points that arrive end the waiting.
  const sure = { ...state, uncertain: false, retryAtMs: -Infinity };
  return fits ? { ...sure, sentIndex: tail, filling: true } : { ...sure, lost: true };
}

function failed(state: FeederState, { id, atMs }: FeederEvent & { type: 'failed' }): FeederState {
  const flight = state.flights.find((one) => one.id === id);
  if (!flight) return state;
  const failures = state.failures + 1;
  return {
    ...state,
    mode: flight.kind === 'play' ? 'idle' : state.mode,
    flights: state.flights.filter((one) => one.id !== id),
    uncertain: true,
    failures,
    retryAtMs: atMs + (RETRY_MS[failures - 1] ?? LONGEST_RETRY_MS),
  };
}

/** The device's report of its progress takes precedence over the clock's prediction. */
function reported(state: FeederState, report: BufferReport): FeederState {
  const played = report.tail_point_stream_index - report.points + report.current_point + 1;
  return played >= state.refillIndex ? { ...state, filling: true } : state;
}
