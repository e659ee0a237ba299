import {
  createFeederState,
  type FeederEvent,
  type FeederOptions,
  type FeederRequest,
  instantOfStreamTime,
  liveLeadMs,
  type PointSource,
  recordedSource,
  type StreamClock,
  stepFeeder,
  streamMsAt,
  withNewSource,
} from '@tactus/motion';
import type { HspState, InputOf } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { Device } from '../device-api.ts';
import { abortedError, type DeviceError, toDeviceError } from '../errors.ts';

/** The start of a playback: `start` for the device, `clock` the same on monotonic time. */
export interface StreamStart {
  readonly start: Omit<InputOf<'hsp.play'>, 'add'>;
  readonly clock: StreamClock;
  /** How the slider joins the points from now on; left out: it plays those that the device has already. */
  readonly course?: ((source: PointSource) => PointSource) | undefined;
}

/** Runs the feeder for a device: sends its requests and passes the answers back. */
export interface DeviceFeeder {
  /** A stream was set up at the device; everything before is dropped. */
  begin(state: HspState): void;
  /** Sends nothing from now on, and ignores answers. */
  halt(): void;
  /** Continues after it has read what the device still holds. Returns whether these are the points that the device plays. */
  goOn(source: PointSource): boolean;
  play(start: StreamStart, source: PointSource): Promise<HspState>;
  /** Replaces the points without another play; the new ones are the same until the request arrives. */
  continueWith(source: PointSource): void;
  dispatch(happened: Happened): void;
  clock(): StreamClock;
  course(): PointSource;
  facts(): FeedStatus;
}

/** What the device has of a stream now: points sent and played, and the times of the requests. */
export interface FeedStatus {
  readonly sentPoints: number;
  readonly playedPoints: number;
  /** The time, in ms of the stream, of the last point that the device is known to hold; -Infinity without any. */
  readonly knownMs: number;
  /** The monotonic time at which that point is played. */
  readonly knownUntilMs: number;
  /** Whether the device is known to hold the last point available by now. */
  readonly hasAll: boolean;
  readonly peakTripMs: number;
  /** An average round trip. */
  readonly tripMs: number;
  readonly liveLeadMs: number;
}

/** An event of a feeder, without its time. */
type Happened = FeederEvent extends infer E ? (E extends { atMs: number } ? Omit<E, 'atMs'> : never) : never;

interface Parts {
  readonly device: Device;
  readonly time: Time;
  readonly options: FeederOptions;
  readonly firstTripMs: number;
  /** Whether adds set the threshold at which the device reports that it needs more points. */
  readonly usesThreshold: boolean;
  /** Whether nothing is sent by itself any more, because too much time has passed. */
  readonly isOverslept: () => boolean;
  /** The device answered for our stream; `sentAtMs` monotonic. */
  readonly onAnswer: (state: HspState, sentAtMs: number) => void;
  /** The answer is about another stream. */
  readonly onForeign: () => void;
  readonly onFailure: (error: DeviceError) => void;
}

/** The weight of a new round trip in the average. */
const TRIP_WEIGHT = 0.2;
/** How long to wait for the device's report when a refill is due: a share of the rest, and at most this, ms. */
const GRACE_SHARE = 0.1;
const GRACE_MOST_MS = 1_000;

/** Returns a feeder that sends nothing before `begin`; a failed `play` rejects with `DeviceError`. */
export function createDeviceFeeder(parts: Parts): DeviceFeeder {
  const { device, time } = parts;
  let feeder = createFeederState(parts.options);
  let course: PointSource = recordedSource([]);
  let followed: PointSource | undefined;
  let joined = (source: PointSource) => source;
  let streamId: number | undefined;
  let on = false;
  /** Numbers the runs: rises whenever earlier answers do not count any more. */
  let run = 0;
  let start: StreamStart['start'] = { start_time: 0 };
  let knownIndex = 0;
  let sentPoints = 0;
  let playedBefore = 0;
  let playedAtHalt = 0;
  let tripMs = parts.firstTripMs;
  let cancelWake: Undo = () => undefined;

  function dispatch(happened: Happened): readonly Promise<HspState>[] {
    if (!on || (happened.type !== 'play' && parts.isOverslept())) return [];
    const nowMs = time.monotonic();
    // The instant is added to an event of the very union it is taken from.
    const feeding = stepFeeder(feeder, course, { ...happened, atMs: nowMs } as FeederEvent);
    feeder = feeding.state;
    cancelWake();
    const { wakeAtMs } = feeding;
    if (wakeAtMs !== undefined) {
      const waitMs = Math.max(0, wakeAtMs - nowMs) + graceMs(wakeAtMs);
      cancelWake = time.after(waitMs, () => sendAll(dispatch({ type: 'wake' })));
    }
    return feeding.requests.map(send);
  }

  /** How long to wait for the device's own report before asking: an event that crosses a request costs a read. */
  function graceMs(wakeAtMs: number): number {
    const last = course.pointAt(feeder.sentIndex - 1);
    if (!parts.usesThreshold || feeder.uncertain || !last || feeder.clock.rate === 0) return 0;
    return Math.min(Math.max(0, (instantOfStreamTime(feeder.clock, last.t) - wakeAtMs) * GRACE_SHARE), GRACE_MOST_MS);
  }

  /** An add as it is sent. */
  function withThreshold<A extends { tail_point_threshold?: number }>(add: A): A {
    if (parts.usesThreshold) return add;
    const { tail_point_threshold: _, ...rest } = add;
    return rest as A; // the threshold is optional
  }

  async function send(request: FeederRequest): Promise<HspState> {
    const mine = run;
    const sentAtMs = time.monotonic();
    if ('add' in request) sentPoints += request.add?.points.length ?? 0;
    try {
      const state = await perform(request);
      tripMs += (time.monotonic() - sentAtMs - tripMs) * TRIP_WEIGHT;
      if (!isStray(request) && mine === run) answered(request, state, sentAtMs);
      return state;
    } catch (thrown) {
      const error = toDeviceError(thrown);
      if (!isStray(request) && mine === run) {
        sendAll(dispatch({ type: 'failed', id: request.id }));
        if (request.kind !== 'play') parts.onFailure(error);
      }
      throw error;
    }
  }

  /** Points of an earlier course may have arrived after its end: then the device's buffer has to be read. */
  function isStray({ id, kind }: FeederRequest): boolean {
    if (!on || feeder.flights.some((flight) => flight.id === id)) return false;
    if (kind === 'add') sendAll(dispatch({ type: 'uncertain' }));
    return true;
  }

  function answered(request: FeederRequest, state: HspState, sentAtMs: number): void {
    if (state.stream_id !== streamId) {
      parts.onForeign();
      return;
    }
    if ('add' in request && request.add) knownIndex = request.add.tail_point_stream_index;
    sendAll(dispatch({ type: 'answered', id: request.id, report: state }));
    if (request.kind === 'read') knownIndex = Math.min(feeder.sentIndex, state.tail_point_stream_index);
    parts.onAnswer(state, sentAtMs);
  }

  function perform(request: FeederRequest): Promise<HspState> {
    if (request.kind === 'add') return device.call('hsp.add', withThreshold(request.add));
    if (request.kind === 'read') return device.call('hsp.state');
    return device.call('hsp.play', { ...start, ...(request.add && { add: withThreshold(request.add) }) });
  }

  function follow(source: PointSource): void {
    playedBefore += playedOfCourse();
    followed = source;
    course = joined(source);
  }

  function playedOfCourse(): number {
    const streamMs = Math.max(feeder.clock.streamMs, streamMsAt(feeder.clock, time.monotonic()));
    return Math.max(0, Math.min(feeder.sentIndex, course.countUntil(streamMs)) - feeder.fromIndex);
  }

  return {
    begin(state) {
      run += 1;
      on = true;
      streamId = state.stream_id;
      knownIndex = 0;
      playedBefore += playedAtHalt;
      playedAtHalt = 0;
      course = recordedSource([]);
      feeder = { ...withNewSource(feeder), maxPoints: state.max_points };
    },
    halt() {
      if (on) playedAtHalt = playedOfCourse();
      run += 1;
      on = false;
      cancelWake();
    },
    goOn(source) {
      run += 1;
      on = true;
      playedAtHalt = 0;
      feeder = { ...feeder, flights: [] };
      sendAll(dispatch({ type: 'uncertain' }));
      return source === followed;
    },
    continueWith(source) {
      const knownMs = course.pointAt(knownIndex - 1)?.t ?? 0;
      follow(source);
      knownIndex = course.countUntil(knownMs);
      feeder = { ...feeder, lost: true };
      // As after a wait: the content of the buffer is replaced at once.
      sendAll(dispatch({ type: 'wake' }));
    },
    async play({ start: nextStart, clock, course: next }, source) {
      if (next) {
        joined = next;
        follow(source);
        feeder = withNewSource(feeder);
        knownIndex = 0;
      }
      start = nextStart;
      const [answer, ...others] = dispatch({ type: 'play', clock, holdAll: false });
      sendAll(others);
      return answer ?? Promise.reject(abortedError());
    },
    dispatch: (happened) => sendAll(dispatch(happened)),
    clock: () => feeder.clock,
    course: () => course,
    facts() {
      const known = course.pointAt(knownIndex - 1);
      return {
        sentPoints,
        playedPoints: playedBefore + (on ? playedOfCourse() : playedAtHalt),
        knownMs: known?.t ?? -Infinity,
        knownUntilMs: known ? instantOfStreamTime(feeder.clock, known.t) : -Infinity,
        hasAll: knownIndex >= course.length,
        peakTripMs: feeder.peakTripMs,
        tripMs,
        liveLeadMs: liveLeadMs(feeder, time.monotonic()),
      };
    },
  };
}

/** The feeder has the failures already. */
function sendAll(answers: readonly Promise<HspState>[]): void {
  for (const answer of answers) answer.catch(toDeviceError);
}
