import type { HtmlMediaElement } from '@tactus/sdk';

/** The medium behind the media bar: an element of the page, or the clock of a script that plays alone. */
export interface PlayElement extends Omit<HtmlMediaElement, 'loop'> {
  loop: boolean;
  /** 0..1. */
  volume: number;
  muted: boolean;
}

/** The events of elements after which the bar may have to change. */
export const SHOWN_CHANGES = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeking',
  'seeked',
  'ratechange',
  'volumechange',
  'durationchange',
  'loadedmetadata',
  'emptied',
  'error',
] as const;

/** Listens to several events of an element; gives the undo. */
export function listenTo(element: PlayElement, names: readonly string[], run: () => void): () => void {
  for (const name of names) element.addEventListener(name, run);
  return () => {
    for (const name of names) element.removeEventListener(name, run);
  };
}

/** Seeks to a moment, s, clamped to the ends. */
export function seekTo(element: PlayElement, second: number): void {
  const end = Number.isFinite(element.duration) ? element.duration : second;
  element.currentTime = Math.min(Math.max(0, second), end);
}

/** The rates that the player offers. */
export const RATE_MIN = 0.25;
export const RATE_MAX = 2;

/** Changes the rate by tenths, within the rates that the player offers. */
export const steppedRate = (rate: number, by: number): number =>
  Math.min(RATE_MAX, Math.max(RATE_MIN, Math.round((rate + by) * 100) / 100));
