import type { ScriptPoint } from '@tactus/motion';
import { type HspState, SYNC_FILTER_DEFAULT } from '@tactus/protocol';
import type { ScriptReference } from '../scripts/known-scripts.ts';
import {
  haltKnownStream,
  type KnownStream,
  newKnownStream,
  resumeKnownStream,
  type StreamChangeEffect,
  startKnownStream,
  withKnownPoints,
  withPausesOnStarving,
  withPlaybackRate,
  withStreamSync,
} from './known-stream.ts';
import { type DelayOfHypothesis, type MotionModel, playbackDelayByServerClock, withGoal, withStream } from './model.ts';
import { brakeEffect, type MotionEffect, type PredictionContext } from './motion-effect.ts';
import { middleOfSpan } from './span.ts';

/** A change of the stream that this SDK filled; no other stream is predicted. */
export function streamEffect(
  change: (stream: KnownStream, atMs: number, context: PredictionContext) => StreamChangeEffect,
  shift?: (model: MotionModel, stream: KnownStream) => DelayOfHypothesis | undefined,
): MotionEffect {
  return (before, context, span) => {
    const model = { ...before, hamp: { ...before.hamp, playing: false } };
    const { stream } = model;
    if (!stream) return model.goal.kind === 'track' ? { ...model, goal: { kind: 'unknown' } } : model;
    const step = change(stream, middleOfSpan(span), context);
    return withStream(model, step, context.movement, span, shift?.(model, stream));
  };
}

/** A setup ends the playback; later plays use these points. */
export const streamSetupEffect =
  (stream: KnownStream | undefined, result: HspState | undefined): MotionEffect =>
  (model, context, span) => ({ ...brakeEffect(model, context, span), stream, streamId: result?.stream_id });

interface Add {
  readonly points: readonly ScriptPoint[];
  readonly flush?: boolean | undefined;
}

/** Added points extend the stream; with `flush` they replace its points. */
export const pointsAddEffect =
  ({ points, flush = false }: Add) =>
  (stream: KnownStream, atMs: number) =>
    withKnownPoints(stream, points, flush, atMs);

interface Play {
  readonly start_time: number;
  readonly server_time?: number | undefined;
  readonly playback_rate?: number | undefined;
  readonly loop?: boolean | undefined;
  readonly pause_on_starving?: boolean | undefined;
  readonly add?: Add | undefined;
}

/** A play starts the stream at its place and time. */
export const streamPlayEffect = ({ input }: { readonly input: Play }): MotionEffect => {
  const { start_time, server_time, playback_rate = 1, loop = false, pause_on_starving = false } = input;
  const begin = streamEffect(
    (before, atMs, { instantOfServer, offsetMs }) => {
      const stream = input.add ? pointsAddEffect(input.add)({ ...before, phase: 'stopped' }, atMs).stream : before;
      return startKnownStream(stream, {
        startMs: start_time,
        atMs: server_time === undefined ? atMs : instantOfServer(server_time),
        rate: playback_rate,
        loop,
        pausesOnStarving: pause_on_starving,
        offsetMs,
      });
    },
    (model) => (server_time === undefined ? (_, offMs) => ({ shiftMs: offMs }) : playbackDelayByServerClock(model)),
  );
  return (model, context, span) => {
    if (!model.stream) return withGoal(model, { kind: 'unknown' }, context.movement, span);
    return { ...begin(model, context, span), byServerClock: server_time !== undefined };
  };
};

/** A resume continues a paused stream. */
export const streamResumeEffect =
  (pickUp = false): MotionEffect =>
  (model, context, span) => ({
    ...streamEffect(
      (stream, atMs) => resumeKnownStream(stream, pickUp, atMs),
      () =>
        ({ heldMs }, offMs) => ({ shiftMs: pickUp ? -heldMs : offMs - heldMs }),
    )(model, context, span),
    byServerClock: pickUp && model.byServerClock,
  });

interface Sync {
  readonly current_time: number;
  readonly server_time: number;
  readonly filter?: number | undefined;
}

/** A sync corrects the clock of the stream's playback. */
export const streamSyncEffect = ({ input }: { readonly input: Sync }): MotionEffect => {
  const { current_time, server_time, filter = SYNC_FILTER_DEFAULT } = input;
  return streamEffect(
    (stream, atMs, { instantOfServer }) =>
      withStreamSync(stream, { streamMs: current_time, serverAtMs: instantOfServer(server_time), filter }, atMs),
    (model) => {
      const byClock = playbackDelayByServerClock(model);
      return (hypothesis, offMs, share) => ({
        shiftMs: (1 - filter) * hypothesis.shiftMs + filter * byClock(hypothesis, offMs, share).shiftMs,
      });
    },
  );
};

/** A new rate changes the speed of the playback. */
export const playbackRateEffect = (rate: number): MotionEffect => {
  const change = streamEffect(
    (stream, atMs) => withPlaybackRate(stream, rate, atMs),
    (_, stream) =>
      ({ shiftMs }, offMs) => ({ shiftMs: (shiftMs * stream.rate - offMs * (stream.rate - rate)) / rate }),
  );
  return (model, context, span) => ({ ...change(model, context, span), byServerClock: false });
};

/** A stop ends the playback. */
export const streamStopEffect = (): MotionEffect =>
  streamEffect((stream, atMs) => haltKnownStream(stream, 'stopped', atMs));
/** A pause halts the playback, to be resumed at its place. */
export const streamPauseEffect = (): MotionEffect =>
  streamEffect((stream, atMs) => haltKnownStream(stream, 'paused', atMs));

/** A script that the cloud plays: named, or inline. */
export const scriptSetupEffect =
  ({ input, result }: { readonly input: ScriptReference; readonly result: HspState | undefined }): MotionEffect =>
  (model, context, span) => {
    const points = context.scriptOf(input);
    return streamSetupEffect(points && newKnownStream(points, Infinity), result)(model, context, span);
  };

/** The effect of the setting whether running out of points pauses the stream. */
export const pauseOnStarvingSettingEffect =
  (pausesOnStarving: boolean): MotionEffect =>
  (model, context, span) =>
    model.stream
      ? streamEffect((stream, atMs) => withPausesOnStarving(stream, pausesOnStarving, atMs))(model, context, span)
      : model;
