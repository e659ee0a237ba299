import type { Time, Undo } from '@tactus/time';
import { listenTo, type PlayElement, seekTo } from './play-element.ts';

/** A part of a medium that is played over and over, s. */
export interface Span {
  readonly startS: number;
  readonly endS: number;
}

const MOVES = ['play', 'playing', 'pause', 'waiting', 'seeked', 'ratechange'];

/** Keeps a medium that plays within a part: at its end, and from anywhere behind it, it goes back to the start. */
export function keepBetween(element: PlayElement, time: Time, { startS, endS }: Span): Undo {
  let cancel: Undo = () => undefined;

  function look(): void {
    cancel();
    if (element.paused || element.seeking) return;
    const leftS = endS - element.currentTime;
    // A timer of a busy page may be early by a hair.
    if (leftS <= 0.005) seekTo(element, startS);
    else cancel = time.after((leftS / element.playbackRate) * 1_000, look);
  }

  const stop = listenTo(element, MOVES, look);
  look();
  return () => {
    cancel();
    stop();
  };
}
