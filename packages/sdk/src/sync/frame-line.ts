import type { MediaFrame } from './media-port.ts';

/**
 * The line that a moving medium follows, fitted through what was seen of it: its slope is the rate, its place the middle
 * of the observations. Plain data.
 */
export interface FrameLine {
  readonly rate: number;
  /** The monotonic instant that offsets are counted from, ms. */
  readonly originMs: number;
  /** Where each observation puts the medium at the origin, ms; the newest last. */
  readonly offsets: readonly number[];
  /** The middle of them. */
  readonly offsetMs: number;
}

/** A second of pictures: long enough to even out how a screen shows them, short enough for any drift of the crystal. */
const OBSERVATIONS_MAX = 30;
/** What is left out of the fit at either end: pictures that came late, or twice. */
const TRIMMED_SHARE = 0.25;
/** No observation is better than this, ms. */
const SIGMA_MIN_MS = 0.3;

/** A line through one observation. */
export function beginLine({ mediaMs, atMs }: MediaFrame, rate: number): FrameLine {
  return { rate, originMs: atMs, offsets: [mediaMs], offsetMs: mediaMs };
}

/** Takes one more observation in. */
export function lineWithObservation(line: FrameLine, { mediaMs, atMs }: MediaFrame): FrameLine {
  const offsets = [...line.offsets, mediaMs - line.rate * (atMs - line.originMs)].slice(-OBSERVATIONS_MAX);
  return { ...line, offsets, offsetMs: middleOf(offsets) };
}

/** The medium goes on at another rate from an instant on. */
export function lineWithRate(line: FrameLine, atMs: number, rate: number): FrameLine {
  return beginLine({ mediaMs: mediaMsAt(line, atMs), atMs }, rate);
}

/** Where the medium is at a monotonic instant, ms. */
export const mediaMsAt = (line: Pick<FrameLine, 'rate' | 'originMs' | 'offsetMs'>, atMs: number): number =>
  line.offsetMs + line.rate * (atMs - line.originMs);

/** How far off the line may be: its standard error, ms. */
export function uncertaintyMs({ offsets, offsetMs }: FrameLine): number {
  const variance = offsets.reduce((sum, offset) => sum + (offset - offsetMs) ** 2, 0) / offsets.length;
  return Math.max(SIGMA_MIN_MS, Math.sqrt(variance)) / Math.sqrt(offsets.length);
}

function middleOf(offsets: readonly number[]): number {
  const sorted = [...offsets].sort((one, other) => one - other);
  const cut = Math.floor(sorted.length * TRIMMED_SHARE);
  const trimmed = sorted.slice(cut, sorted.length - cut);
  return trimmed.reduce((sum, offset) => sum + offset, 0) / trimmed.length;
}
