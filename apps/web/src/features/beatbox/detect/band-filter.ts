/** The samples of a sound in one channel, and their rate. */
export interface MonoSound {
  readonly samples: Float32Array;
  /** Samples a second. */
  readonly rate: number;
}

/** A band of audible frequencies, Hz. */
export interface FrequencyBand {
  readonly fromHz: number;
  readonly toHz: number;
}

/** A band-pass of second order at both ends, so that a steady tone outside the band is faint. */
export function filterToBand({ samples, rate }: MonoSound, { fromHz, toHz }: FrequencyBand): Float32Array {
  const above = biquad(samples, coefficients('high', fromHz, rate));
  return toHz < rate * 0.45 ? biquad(above, coefficients('low', toHz, rate)) : above;
}

interface Coefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Butterworth, by the bilinear transform. */
function coefficients(kind: 'high' | 'low', hz: number, rate: number): Coefficients {
  const omega = (2 * Math.PI * hz) / rate;
  const cosine = Math.cos(omega);
  const alpha = Math.sin(omega) / Math.SQRT2;
  const a0 = 1 + alpha;
  const edge = kind === 'high' ? 1 + cosine : 1 - cosine;
  const b0 = edge / 2 / a0;
  return { b0, b1: (kind === 'high' ? -edge : edge) / a0, b2: b0, a1: (-2 * cosine) / a0, a2: (1 - alpha) / a0 };
}

function biquad(samples: Float32Array, { b0, b1, b2, a1, a2 }: Coefficients): Float32Array {
  const out = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let index = 0; index < samples.length; index += 1) {
    const x = samples[index] ?? 0;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    out[index] = y;
  }
  return out;
}
