import type { Time, Undo } from '@tactus/time';
import { listenToEvents, type PlayableMedium, seekTo } from './playable-medium.ts';

/** A part of a medium that repeats, s. */
export interface LoopSpan {
  readonly startS: number;
  readonly endS: number;
}

/** A lap costs about four requests, of which a cloud grants 240 a minute: the shortest lap, s of real time. */
const SHORTEST_LAP_S = 2;
/** At its end a medium would stop instead of going back: a part ends at least so long before it, s of real time. */
const BEFORE_END_S = 0.25;

/**
 * The repeating part between two marked moments of a medium: a part whose laps would be too short is
 * extended, within the medium.
 */
export function loopSpanBetween(
  { startS, endS }: LoopSpan,
  { playbackRate, duration }: Pick<PlayableMedium, 'playbackRate' | 'duration'>,
): LoopSpan {
  const leastS = SHORTEST_LAP_S * playbackRate;
  const lastS = Number.isFinite(duration) ? duration - BEFORE_END_S * playbackRate : Infinity;
  const end = Math.min(Math.max(endS, startS + leastS), lastS);
  return { startS: Math.max(0, Math.min(startS, end - leastS)), endS: end };
}

const MOVES = ['play', 'playing', 'pause', 'waiting', 'seeked', 'ratechange'];

/** Repeats a part of a playing medium: at its end, and from any moment after it, the medium goes back to its start. */
export function repeatLoopSpan(element: PlayableMedium, time: Time, span: LoopSpan): Undo {
  let cancel: Undo = () => undefined;

  function check(): void {
    cancel();
    if (element.paused || element.seeking) return;
    const { startS, endS } = loopSpanBetween(span, element);
    const leftS = endS - element.currentTime;
    // A timer of a busy page may be slightly early.
    if (leftS <= 0.005) seekTo(element, startS);
    else cancel = time.after((leftS / element.playbackRate) * 1_000, check);
  }

  const stop = listenToEvents(element, MOVES, check);
  check();
  return () => {
    cancel();
    stop();
  };
}
