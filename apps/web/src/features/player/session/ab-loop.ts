import type { Time, Undo } from '@tactus/time';
import { listenTo, type PlayElement, seekTo } from './play-element.ts';

/** A part of a medium that is played over and over, s. */
export interface Span {
  readonly startS: number;
  readonly endS: number;
}

/** A lap costs some four requests, of which a cloud grants 240 a minute: laps take at least so long, s of real time. */
const SHORTEST_LAP_S = 2;
/** A medium that came to its end would rest instead of going back: a part ends so long before it, s of real time. */
const BEFORE_END_S = 0.25;

/**
 * The part that is played over and over between two marked moments of a medium: one whose laps would be too short is made
 * longer, within the medium.
 */
export function partBetween(
  { startS, endS }: Span,
  { playbackRate, duration }: Pick<PlayElement, 'playbackRate' | 'duration'>,
): Span {
  const leastS = SHORTEST_LAP_S * playbackRate;
  const lastS = Number.isFinite(duration) ? duration - BEFORE_END_S * playbackRate : Infinity;
  const end = Math.min(Math.max(endS, startS + leastS), lastS);
  return { startS: Math.max(0, Math.min(startS, end - leastS)), endS: end };
}

const MOVES = ['play', 'playing', 'pause', 'waiting', 'seeked', 'ratechange'];

/** Keeps a medium that plays within the part between two moments: at its end, and from anywhere behind it, it goes back to the start. */
export function loopBetween(element: PlayElement, time: Time, span: Span): Undo {
  let cancel: Undo = () => undefined;

  function check(): void {
    cancel();
    if (element.paused || element.seeking) return;
    const { startS, endS } = partBetween(span, element);
    const leftS = endS - element.currentTime;
    // A timer of a busy page may be early by a hair.
    if (leftS <= 0.005) seekTo(element, startS);
    else cancel = time.after((leftS / element.playbackRate) * 1_000, check);
  }

  const stop = listenTo(element, MOVES, check);
  check();
  return () => {
    cancel();
    stop();
  };
}
