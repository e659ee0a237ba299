import { type FrequencyBand, filterToBand, type MonoSound } from './band-filter.ts';

/** The moment at which a sound begins in a recording, and how clearly. */
export interface SoundOnset {
  readonly atMs: number;
  /** Its strength against the strongest one: 0..1. */
  readonly strength: number;
}

/** The interval at which loudness is measured. */
const FRAME_MS = 5;
const BANDS: readonly FrequencyBand[] = [
  { fromHz: 40, toHz: 160 },
  { fromHz: 200, toHz: 700 },
  { fromHz: 900, toHz: 2_800 },
  { fromHz: 3_500, toHz: 12_000 },
];
/** A rise counts when it is so many times the usual rise in its band: a steady tone and noise have none of these. */
const GATE = 6;
/** The shortest time between two onsets. */
const REST_FRAMES = 12;
/** Fainter ones than this share of the strong ones are noise. */
const FAINT_SHARE = 0.12;

/** Finds where sounds begin: in each band where its loudness rises far more than usual. */
export function findSoundOnsets(sound: MonoSound): SoundOnset[] {
  const frameLength = Math.max(1, Math.round((sound.rate * FRAME_MS) / 1_000));
  const frames = Math.floor(sound.samples.length / frameLength);
  const novelty = new Float32Array(frames);
  for (const band of BANDS) addRises(novelty, loudness(filterToBand(sound, band), frameLength, frames));
  const frameMs = (frameLength / sound.rate) * 1_000;
  return peaksOf(novelty).map(({ frame, strength }) => ({ atMs: frame * frameMs, strength }));
}

function loudness(samples: Float32Array, frameLength: number, frames: number): Float32Array {
  const levels = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let index = frame * frameLength; index < (frame + 1) * frameLength; index += 1)
      sum += (samples[index] ?? 0) ** 2;
    levels[frame] = Math.sqrt(sum / frameLength);
  }
  return levels;
}

/** Adds the onsets of a band, each weighted by its loudness against the loudest of the band. */
function addRises(novelty: Float32Array, levels: Float32Array): void {
  const before = (frame: number) => Math.max(levels[frame - 1] ?? 0, levels[frame - 2] ?? 0);
  // A sound present at the very beginning is no onset: it was cut.
  const isCut = (frame: number) => frame < 2 && (levels[frame + REST_FRAMES] ?? 0) > (levels[frame] ?? 0) / 2;
  const rises = levels.map((level, frame) => (isCut(frame) ? 0 : Math.max(0, level - before(frame))));
  const usual = quantile(
    levels.map((level, frame) => Math.abs(level - (levels[frame - 1] ?? level))),
    0.7,
  );
  const strongest = quantile(rises, 0.998);
  const gate = Math.max(usual * GATE, 1e-4);
  if (strongest <= gate) return;
  rises.forEach((rise, frame) => {
    if (rise > gate) novelty[frame] = (novelty[frame] ?? 0) + Math.min(rise / strongest, 1.5);
  });
}

function peaksOf(novelty: Float32Array): { frame: number; strength: number }[] {
  const peaks: { frame: number; strength: number }[] = [];
  novelty.forEach((value, frame) => {
    if (value <= 0) return;
    const last = peaks.at(-1);
    if (!last || frame - last.frame > REST_FRAMES) peaks.push({ frame, strength: value });
    // Onsets of one sound in several bands: the first of them is its start.
    else if (frame - last.frame <= 2) last.strength += value;
    else if (value > 2 * last.strength) peaks[peaks.length - 1] = { frame, strength: value };
  });
  const strong = quantile(
    Float32Array.from(peaks, ({ strength }) => strength),
    0.9,
  );
  const most = Math.max(strong, Number.MIN_VALUE);
  return peaks
    .filter(({ strength }) => strength >= strong * FAINT_SHARE)
    .map(({ frame, strength }) => ({ frame, strength: Math.min(1, strength / most) }));
}

function quantile(values: Float32Array, share: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
