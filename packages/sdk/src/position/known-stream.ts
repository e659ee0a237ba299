import {
  correctStreamClock,
  lapLengthMs,
  pointsFromStreamTime,
  type ScriptPoint,
  type StreamClock,
  streamMsAt,
  type TrackStream,
  wrapIntoLap,
} from '@tactus/motion';

/**
 * The known part of the device's point player: the sent points and the clock of its playback, in monotonic ms of this
 * machine. It interprets the specification as the modelled player does (docs/decisions/007).
 */
export interface KnownStream {
  readonly phase: 'stopped' | 'playing' | 'paused';
  readonly points: readonly ScriptPoint[];
  /** Whether the device has other points, until a flush. */
  readonly hasOtherPoints: boolean;
  /** The device's capacity in points; beyond it the oldest are dropped. */
  readonly capacity: number;
  readonly clock: StreamClock;
  readonly rate: number;
  readonly loop: boolean;
  readonly pausesOnStarving: boolean;
  /** The user's time offset within the clock, ms of the stream. */
  readonly offsetInClockMs: number;
  readonly pausedAtMs: number;
}

/** The effect of a change on the slider. */
export interface StreamChangeEffect {
  readonly stream: KnownStream;
  readonly does: 'follow' | 'halt' | 'nothing';
}

/** A future playback: the stream is at `startMs` at the instant `atMs`. */
export interface PlannedStreamPlayback {
  readonly startMs: number;
  readonly atMs: number;
  readonly rate: number;
  readonly loop: boolean;
  readonly pausesOnStarving: boolean;
  /** The user's time offset, ms; with a positive one the device is ahead. */
  readonly offsetMs: number;
}

/** A stream that was just set up. */
export function newKnownStream(points: readonly ScriptPoint[], capacity: number): KnownStream {
  return {
    phase: 'stopped',
    points,
    hasOtherPoints: false,
    capacity,
    clock: { atMs: 0, streamMs: 0, rate: 0 },
    rate: 1,
    loop: false,
    pausesOnStarving: false,
    offsetInClockMs: 0,
    pausedAtMs: 0,
  };
}

/** The stream that the slider follows from an instant on, and until when: before a future start it moves to its place. */
export function trackOfStreamAt(stream: KnownStream, atMs: number): { stream: TrackStream; untilMs: number } {
  const { points, loop } = stream;
  const clock = stream.clock.rate > 0 ? stream.clock : { atMs, streamMs: lastMs(stream), rate: 1 };
  if (atMs >= clock.atMs) return { stream: { points, clock, loop }, untilMs: Infinity };
  return { stream: { points: pointsFromStreamTime(points, clock.streamMs), clock, loop: false }, untilMs: clock.atMs };
}

/** The stream time without the user's offset, as the device reports it. */
export function reportedStreamMs(stream: KnownStream, atMs: number): number {
  return folded(stream, rawMs(stream, atMs) - stream.offsetInClockMs);
}

/** The length of a lap of a looped stream; 0 for others. */
const lapOf = (stream: KnownStream): number => (stream.loop ? lapLengthMs(stream.points) : 0);

/** Appends points; with `flush` the buffer is emptied first. */
export function withKnownPoints(
  stream: KnownStream,
  added: readonly ScriptPoint[],
  flush: boolean,
  atMs: number,
): StreamChangeEffect {
  return changedWithinLap(stream, atMs, (now) => {
    const points = flush ? [] : [...now.points];
    for (const point of added) if (point.t >= (points.at(-1)?.t ?? 0)) points.push(point);
    const hasOtherPoints = now.hasOtherPoints && !flush;
    return { ...now, hasOtherPoints, points: points.slice(Math.max(0, points.length - now.capacity)) };
  });
}

/** Switches looping on or off. */
export const withStreamLoop = (stream: KnownStream, loop: boolean, atMs: number): StreamChangeEffect =>
  changedWithinLap(stream, atMs, (now) => ({ ...now, loop }));

/** Sets whether running out of points pauses the stream; one without points stands, or runs on, from now. */
export const withPausesOnStarving = (
  stream: KnownStream,
  pausesOnStarving: boolean,
  atMs: number,
): StreamChangeEffect =>
  changedWithinLap(stream, atMs, (now) => {
    const clock = now.phase === 'playing' && now.clock.rate === 0 ? { ...now.clock, atMs, rate: now.rate } : now.clock;
    return { ...now, pausesOnStarving, clock };
  });

/** Changes the rate. */
export const withPlaybackRate = (stream: KnownStream, rate: number, atMs: number): StreamChangeEffect =>
  changedWithinLap(stream, atMs, (now) => {
    const offsetInClockMs = (now.offsetInClockMs / now.rate) * rate;
    const streamMs = rawMs(now, atMs) + offsetInClockMs - now.offsetInClockMs;
    const clock = { atMs: Math.max(atMs, now.clock.atMs), streamMs, rate: now.clock.rate > 0 ? rate : 0 };
    return { ...now, rate, offsetInClockMs, clock };
  });

/** Changes the user's time offset. */
export const withUserOffset = (stream: KnownStream, offsetMs: number, atMs: number): StreamChangeEffect =>
  changedWithinLap(stream, atMs, (now) => {
    const offsetInClockMs = offsetMs * now.rate;
    const streamMs = now.clock.streamMs + offsetInClockMs - now.offsetInClockMs;
    return { ...now, offsetInClockMs, clock: { ...now.clock, streamMs } };
  });

/** Corrects the clock: it should be at `streamMs` at `serverAtMs`; `filter` is the share of the difference to remove. */
export function withStreamSync(
  stream: KnownStream,
  sync: { readonly streamMs: number; readonly serverAtMs: number; readonly filter: number },
  atMs: number,
): StreamChangeEffect {
  return changedWithinLap(stream, atMs, (now) => {
    const goneMs = now.phase === 'playing' ? (atMs - sync.serverAtMs) * now.rate : 0;
    const shouldBeMs = sync.streamMs + goneMs + now.offsetInClockMs;
    return { ...now, clock: correctStreamClock(now.clock, atMs, shouldBeMs, sync.filter, now.loop ? now.points : []) };
  });
}

/** Begins a playback. */
export function startKnownStream(stream: KnownStream, play: PlannedStreamPlayback): StreamChangeEffect {
  const { rate, loop, pausesOnStarving } = play;
  const offsetInClockMs = play.offsetMs * rate;
  const next: KnownStream = { ...stream, phase: 'playing', rate, loop, pausesOnStarving, offsetInClockMs };
  const clock = { atMs: play.atMs, streamMs: folded(next, play.startMs + offsetInClockMs), rate };
  return { stream: { ...next, clock }, does: 'follow' };
}

/** Stops or pauses the playback at its current time. */
export function haltKnownStream(stream: KnownStream, phase: 'stopped' | 'paused', atMs: number): StreamChangeEffect {
  if (phase === 'paused' && stream.phase !== 'playing') return { stream, does: 'nothing' };
  const clock = { atMs, streamMs: folded(stream, rawMs(starved(stream, atMs), atMs)), rate: 0 };
  const pausedAtMs = Math.max(atMs, stream.clock.atMs);
  return { stream: { ...stream, phase, clock, pausedAtMs }, does: 'halt' };
}

/** Resumes after a pause, at the paused time or, with `pickUp`, at the time without the pause. */
export function resumeKnownStream(stream: KnownStream, pickUp: boolean, atMs: number): StreamChangeEffect {
  if (stream.phase !== 'paused') return { stream, does: 'nothing' };
  const missedMs = pickUp ? atMs - stream.pausedAtMs : 0;
  const streamMs = stream.clock.streamMs + Math.max(0, missedMs) * stream.rate;
  const clock = { atMs: atMs - Math.min(0, missedMs), streamMs, rate: stream.rate };
  return { stream: { ...stream, phase: 'playing', clock }, does: 'follow' };
}

/** A change without a jump in the current lap, which also ends starving if there are points now. */
function changedWithinLap(
  before: KnownStream,
  atMs: number,
  change: (stream: KnownStream) => KnownStream,
): StreamChangeEffect {
  const stream = starved(before, atMs);
  const wasStarving = isStarving(stream, atMs);
  const inLap = lapOf(stream) > 0 && atMs >= stream.clock.atMs;
  const streamMs = folded(stream, rawMs(stream, atMs));
  const next = change(inLap ? { ...stream, clock: { ...stream.clock, atMs, streamMs } } : stream);
  if (next.phase !== 'playing') return { stream: next, does: 'nothing' };
  if (isStarving(next, atMs)) {
    const stands = next.pausesOnStarving && atMs >= next.clock.atMs;
    const clock = stands ? { atMs, streamMs: rawMs(next, atMs), rate: 0 } : next.clock;
    return { stream: { ...next, clock }, does: wasStarving && next.points.length > 0 ? 'nothing' : 'follow' };
  }
  const stood = next.clock.rate === 0;
  const clock = stood ? { atMs, streamMs: next.clock.streamMs, rate: next.rate } : next.clock;
  return { stream: { ...next, clock }, does: 'follow' };
}

/** A stream that pauses when it runs out of points is paused since then. */
function starved(stream: KnownStream, atMs: number): KnownStream {
  if (stream.phase !== 'playing' || !stream.pausesOnStarving || !isStarving(stream, atMs)) return stream;
  const streamMs = Math.max(stream.clock.streamMs, Math.min(rawMs(stream, atMs), lastMs(stream)));
  return { ...stream, clock: { atMs, streamMs, rate: 0 } };
}

const isStarving = (stream: KnownStream, atMs: number): boolean =>
  !(lapOf(stream) > 0) && rawMs(stream, atMs) >= lastMs(stream);

/** Before a future start the stream waits at its start. */
function rawMs({ clock }: KnownStream, atMs: number): number {
  return clock.rate === 0 ? clock.streamMs : Math.max(clock.streamMs, streamMsAt(clock, atMs));
}

function folded(stream: KnownStream, streamMs: number): number {
  return stream.loop ? wrapIntoLap(stream.points, streamMs) : streamMs;
}

const lastMs = ({ points }: KnownStream): number => points.at(-1)?.t ?? -Infinity;
