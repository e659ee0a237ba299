import type { MediaFrame } from './media-port.ts';

/**
 * The line of a moving medium, fitted through observations: its slope is the rate, its offset the middle of the
 * observations. Plain data.
 */
export interface MediaTimeFit {
  readonly rate: number;
  /** The monotonic instant to which offsets refer, ms. */
  readonly originMs: number;
  /** The position of the medium at the origin by each observation, ms; the newest last. */
  readonly offsets: readonly number[];
  /** The middle of them. */
  readonly offsetMs: number;
}

/** A second of frames: long enough to average a screen's timing, short enough for any drift of the crystal. */
const OBSERVATIONS_MAX = 30;
/** The share left out of the fit at either end: frames that came late, or twice. */
const TRIMMED_SHARE = 0.25;
/** The smallest error of an observation, ms. */
const SIGMA_MIN_MS = 0.3;

/** A line through one observation. */
export function startMediaTimeFit({ mediaMs, atMs }: MediaFrame, rate: number): MediaTimeFit {
  return { rate, originMs: atMs, offsets: [mediaMs], offsetMs: mediaMs };
}

/** Adds one more observation. */
export function fitWithObservation(line: MediaTimeFit, { mediaMs, atMs }: MediaFrame): MediaTimeFit {
  const offsets = [...line.offsets, mediaMs - line.rate * (atMs - line.originMs)].slice(-OBSERVATIONS_MAX);
  return { ...line, offsets, offsetMs: middleOf(offsets) };
}

/** Changes the rate of the line from an instant on. */
export function fitWithRate(line: MediaTimeFit, atMs: number, rate: number): MediaTimeFit {
  return startMediaTimeFit({ mediaMs: mediaMsAt(line, atMs), atMs }, rate);
}

/** The position of the medium at a monotonic instant, ms. */
export const mediaMsAt = (line: Pick<MediaTimeFit, 'rate' | 'originMs' | 'offsetMs'>, atMs: number): number =>
  line.offsetMs + line.rate * (atMs - line.originMs);

/** The standard error of the line, ms. */
export function fitStandardErrorMs({ offsets, offsetMs }: MediaTimeFit): number {
  const variance = offsets.reduce((sum, offset) => sum + (offset - offsetMs) ** 2, 0) / offsets.length;
  return Math.max(SIGMA_MIN_MS, Math.sqrt(variance)) / Math.sqrt(offsets.length);
}

function middleOf(offsets: readonly number[]): number {
  const sorted = [...offsets].sort((one, other) => one - other);
  const cut = Math.floor(sorted.length * TRIMMED_SHARE);
  const trimmed = sorted.slice(cut, sorted.length - cut);
  return trimmed.reduce((sum, offset) => sum + offset, 0) / trimmed.length;
}
