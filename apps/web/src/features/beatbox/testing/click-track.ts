import { createRandom } from '@tactus/time';
import type { MonoSound } from '../detect/band-filter.ts';

/** A track of metronome clicks, with noise and a tone mixed in. */
export function clickTrack(options: {
  readonly bpm: number;
  readonly firstMs: number;
  readonly seconds: number;
  /** White noise, as a share of the clicks' amplitude. */
  readonly noise?: number;
  /** A steady tone, Hz, as loud as the clicks. */
  readonly padHz?: number;
  readonly rate?: number;
  readonly seed?: number;
  readonly clickHz?: number;
}): MonoSound {
  const { bpm, firstMs, seconds, noise = 0, padHz, rate = 44_100, seed = 1, clickHz = 1_000 } = options;
  const random = createRandom(seed);
  const samples = new Float32Array(Math.round(seconds * rate));
  const amplitude = padHz === undefined ? 0.8 : 0.4;
  for (let atS = firstMs / 1_000; atS < seconds; atS += 60 / bpm) {
    const from = Math.round(atS * rate);
    const length = Math.min(Math.round(0.03 * rate), samples.length - from);
    for (let index = 0; index < length; index += 1) {
      const s = index / rate;
      samples[from + index] = amplitude * Math.sin(2 * Math.PI * clickHz * s) * Math.exp(-s / 0.008);
    }
  }
  for (let index = 0; index < samples.length; index += 1) {
    const pad = padHz === undefined ? 0 : amplitude * Math.sin((2 * Math.PI * padHz * index) / rate);
    samples[index] = (samples[index] ?? 0) + pad + amplitude * noise * (2 * random.next() - 1);
  }
  return { samples, rate };
}
