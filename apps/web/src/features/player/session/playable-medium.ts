import type { HtmlMediaElement } from '@tactus/sdk';

/** The medium behind the media bar: an element of the page, or the clock of a script that plays alone. */
export interface PlayableMedium extends Omit<HtmlMediaElement, 'loop'> {
  loop: boolean;
  /** 0..1. */
  volume: number;
  muted: boolean;
}

/** The events of elements after which the bar may have to change. */
export const MEDIUM_CHANGE_EVENTS = [
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
export function listenToEvents(element: PlayableMedium, names: readonly string[], run: () => void): () => void {
  for (const name of names) element.addEventListener(name, run);
  return () => {
    for (const name of names) element.removeEventListener(name, run);
  };
}

/** Seeks to a moment, s, clamped to the ends. */
export function seekTo(element: PlayableMedium, second: number): void {
  const end = Number.isFinite(element.duration) ? element.duration : second;
  element.currentTime = Math.min(Math.max(0, second), end);
}

/** The lowest rate that the player offers. */
export const MIN_PLAYBACK_RATE = 0.25;
/** The highest rate that the player offers. */
export const MAX_PLAYBACK_RATE = 2;

/**
 * A playback rate changed by `by`, in whole tenths, within the rates that the player offers. From between two tenths, as the
 * slowest rate is, the first step leads to the next of them.
 */
export function stepPlaybackRate(rate: number, by: number): number {
  const tenths = Math.round(rate * 100) / 10;
  const from = by > 0 ? Math.floor(tenths) : Math.ceil(tenths);
  const next = (from + Math.round(by * 10)) / 10;
  return Math.min(MAX_PLAYBACK_RATE, Math.max(MIN_PLAYBACK_RATE, next));
}

/** The volume after a step, 0..1, in whole hundredths. */
export const stepVolume = ({ volume, muted }: Pick<PlayableMedium, 'volume' | 'muted'>, by: number): number =>
  Math.min(1, Math.max(0, Math.round(((muted ? 0 : volume) + by) * 100) / 100));

/** Sets the volume of a medium, and lets it be heard. */
export function setVolume(element: PlayableMedium, volume: number): void {
  element.volume = volume;
  element.muted = false;
}

/** Whether pages may set the volume of media: on some phones only the phone's own buttons do. */
export function canSetVolume(): boolean {
  const probe = document.createElement('audio');
  probe.volume = 0.5;
  return probe.volume === 0.5;
}

/** How far the buttons, media keys and double taps jump. ms */
export const JUMP_MS = 10_000;
