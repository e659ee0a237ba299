import { mmOf, type Pairs } from './booted-device.ts';

/** The slider's position at an instant, and its target position in the script. */
export interface Seen {
  readonly scriptMs: number;
  readonly mm: number;
}

/** The position of a script at a time: straight from point to point, constant at the ends. */
export function scriptMm(script: Pairs, scriptMs: number): number {
  let low = 0;
  let high = script.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((script[middle]?.[0] ?? Infinity) <= scriptMs) low = middle + 1;
    else high = middle;
  }
  const [from, to] = [script[low - 1], script[low]];
  if (!from || !to) return mmOf((from ?? to)?.[1] ?? 0);
  return mmOf(from[1] + ((to[1] - from[1]) * (scriptMs - from[0])) / (to[0] - from[0]));
}

/** How the slider followed a script. */
export interface Fidelity {
  /** The slider's delay after the script, ms of real time, where their cross-correlation is greatest. */
  readonly lagMs: number;
  /** The greatest difference without that delay, mm. */
  readonly worstMm: number;
}

const MOST_LAG_MS = 30;
const LAG_STEP_MS = 0.5;

/** Compares recorded positions with the script by cross-correlation. */
export function fidelityOf(script: Pairs, seen: readonly Seen[], rate = 1): Fidelity {
  const meanMm = seen.reduce((sum, { mm }) => sum + mm, 0) / seen.length;
  const scriptAt = ({ scriptMs }: Seen, lagMs: number) => scriptMm(script, scriptMs - lagMs * rate);
  let best = { lagMs: 0, correlation: -Infinity };
  for (let lagMs = -MOST_LAG_MS; lagMs <= MOST_LAG_MS; lagMs += LAG_STEP_MS) {
    let [product, square] = [0, 0];
    for (let index = 0; index < seen.length; index += 4) {
      const at = seen[index];
      if (!at) continue;
      const expected = scriptAt(at, lagMs) - meanMm;
      product += expected * (at.mm - meanMm);
      square += expected ** 2;
    }
    const correlation = product / Math.sqrt(square);
    if (correlation > best.correlation) best = { lagMs, correlation };
  }
  let worstMm = 0;
  for (const at of seen) worstMm = Math.max(worstMm, Math.abs(at.mm - scriptAt(at, best.lagMs)));
  return { lagMs: best.lagMs, worstMm };
}
