import type { ScriptPoint } from '@tactus/motion';
import { type HspState, SYNC_FILTER_DEFAULT } from '@tactus/protocol';
import type { NamedScript } from '../scripts/known-scripts.ts';
import { type Deed, rest, type Surroundings } from './deed.ts';
import {
  halted,
  type KnownStream,
  newStream,
  played,
  resumed,
  type StreamStep,
  withPlaybackRate,
  withPoints,
  withSync,
} from './known-stream.ts';
import { lateByClock, type Model, type ShiftOf, withGoal, withStream } from './model.ts';
import { middleOf } from './span.ts';

/** A change of the stream that this SDK filled; of any other there is nothing to tell. */
export function streamDeed(
  change: (stream: KnownStream, atMs: number, surroundings: Surroundings) => StreamStep,
  shift?: (model: Model, stream: KnownStream) => ShiftOf | undefined,
): Deed {
  return (given, surroundings, span) => {
    const model = { ...given, hamp: { ...given.hamp, playing: false } };
    const { stream } = model;
    if (!stream) return model.goal.kind === 'track' ? { ...model, goal: { kind: 'unknown' } } : model;
    const step = change(stream, middleOf(span), surroundings);
    return withStream(model, step, surroundings.movement, span, shift?.(model, stream));
  };
}

/** A setup ends what was played; what comes after plays these points. */
export const setUp =
  (stream: KnownStream | undefined, result: HspState | undefined): Deed =>
  (model, surroundings, span) => ({ ...rest(model, surroundings, span), stream, streamId: result?.stream_id });

interface Add {
  readonly points: readonly ScriptPoint[];
  readonly flush?: boolean | undefined;
}

export const add =
  ({ points, flush = false }: Add) =>
  (stream: KnownStream, atMs: number) =>
    withPoints(stream, points, flush, atMs);

interface Play {
  readonly start_time: number;
  readonly server_time?: number | undefined;
  readonly playback_rate?: number | undefined;
  readonly loop?: boolean | undefined;
  readonly pause_on_starving?: boolean | undefined;
  readonly add?: Add | undefined;
}

export const play = ({ input }: { readonly input: Play }): Deed => {
  const { start_time, server_time, playback_rate = 1, loop = false, pause_on_starving = false } = input;
  const begin = streamDeed(
    (given, atMs, { instantOfServer, offsetMs }) => {
      const stream = input.add ? add(input.add)({ ...given, phase: 'stopped' }, atMs).stream : given;
      return played(stream, {
        startMs: start_time,
        atMs: server_time === undefined ? atMs : instantOfServer(server_time),
        rate: playback_rate,
        loop,
        pausesOnStarving: pause_on_starving,
        offsetMs,
      });
    },
    (model) => (server_time === undefined ? (_, offMs) => ({ shiftMs: offMs }) : lateByClock(model)),
  );
  return (model, surroundings, span) => {
    if (!model.stream) return withGoal(model, { kind: 'unknown' }, surroundings.movement, span);
    return { ...begin(model, surroundings, span), byServerClock: server_time !== undefined };
  };
};

export const resume =
  (pickUp = false): Deed =>
  (model, surroundings, span) => ({
    ...streamDeed(
      (stream, atMs) => resumed(stream, pickUp, atMs),
      () =>
        ({ heldMs }, offMs) => ({ shiftMs: pickUp ? -heldMs : offMs - heldMs }),
    )(model, surroundings, span),
    byServerClock: pickUp && model.byServerClock,
  });

interface Sync {
  readonly current_time: number;
  readonly server_time: number;
  readonly filter?: number | undefined;
}

export const sync = ({ input }: { readonly input: Sync }): Deed => {
  const { current_time, server_time, filter = SYNC_FILTER_DEFAULT } = input;
  return streamDeed(
    (stream, atMs, { instantOfServer }) =>
      withSync(stream, { streamMs: current_time, serverAtMs: instantOfServer(server_time), filter }, atMs),
    (model) => {
      const byClock = lateByClock(model);
      return (hypothesis, offMs, share) => ({
        shiftMs: (1 - filter) * hypothesis.shiftMs + filter * byClock(hypothesis, offMs, share).shiftMs,
      });
    },
  );
};

export const changeRate = (rate: number): Deed => {
  const change = streamDeed(
    (stream, atMs) => withPlaybackRate(stream, rate, atMs),
    (_, stream) =>
      ({ shiftMs }, offMs) => ({ shiftMs: (shiftMs * stream.rate - offMs * (stream.rate - rate)) / rate }),
  );
  return (model, surroundings, span) => ({ ...change(model, surroundings, span), byServerClock: false });
};

export const stopStream = (): Deed => streamDeed((stream, atMs) => halted(stream, 'stopped', atMs));
export const pauseStream = (): Deed => streamDeed((stream, atMs) => halted(stream, 'paused', atMs));

/** A script that the cloud plays: named, or brought along. */
export const setUpScript =
  ({ input, result }: { readonly input: NamedScript; readonly result: HspState | undefined }): Deed =>
  (model, surroundings, span) => {
    const points = surroundings.scriptOf(input);
    return setUp(points && newStream(points, Infinity), result)(model, surroundings, span);
  };

/** Whether running out of points pauses the stream. */
export const pauseOnStarving =
  (pausesOnStarving: boolean): Deed =>
  (model) => ({ ...model, stream: model.stream && { ...model.stream, pausesOnStarving } });
