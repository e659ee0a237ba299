import type { EditColumns } from './edit-columns.ts';

/** The limits of a script, in percent of the stroke: a second, and a second squared. */
export interface ScriptLimits {
  readonly maxSpeed: number;
  readonly maxAcceleration: number;
}

/** How often the excess is shared between the ends of a leg. */
const SWEEPS = 2;

/** The rounding error of sums of fractions. */
const ROUNDING = 1e-9;

/**
 * Limits a script to a speed and an acceleration: positions move, times and points stay. The excess is first taken from
 * both ends of a leg alike, so that a stroke shrinks towards its middle; a last pass keeps the limits exactly, whole
 * percents included. A corner is rounded off over half of its shorter leg, so the change of speed at it is at most the
 * acceleration times that leg; slowing down is always allowed.
 */
export function limitScriptMotion({ timesMs, positions }: EditColumns, limits: ScriptLimits): EditColumns {
  const held = positions.slice();
  for (let sweep = 0; sweep < SWEEPS && shareOut(timesMs, held, limits.maxSpeed / 1_000); sweep++);
  holdExactly(timesMs, held, limits);
  return { timesMs, positions: held };
}

/** Takes half of a leg's excess from each of its ends. Returns whether any leg was too fast. */
function shareOut(timesMs: Uint32Array, positions: Float32Array, maxPerMs: number): boolean {
  let isTooFast = false;
  let [fromMs, from] = [timesMs[0] ?? 0, positions[0] ?? 0];
  for (let index = 1; index < positions.length; index++) {
    const toMs = timesMs[index] ?? 0;
    let to = positions[index] ?? 0;
    const most = maxPerMs * (toMs - fromMs);
    const change = to - from;
    if (change > most || change < -most) {
      const half = (change > 0 ? change - most : change + most) / 2;
      positions[index - 1] = from + half;
      positions[index] = to -= half;
      isTooFast = true;
    }
    fromMs = toMs;
    from = to;
  }
  return isTooFast;
}

function holdExactly(timesMs: Uint32Array, positions: Float32Array, limits: ScriptLimits): void {
  const maxPerMs = limits.maxSpeed / 1_000;
  const changePerMs = limits.maxAcceleration / 1_000_000;
  let last = Math.round(positions[0] ?? 0);
  let lastMs = timesMs[0] ?? 0;
  let [perMs, legMs] = [0, Infinity];
  positions[0] = last;
  for (let index = 1; index < positions.length; index++) {
    const timeMs = timesMs[index] ?? 0;
    const spanMs = timeMs - lastMs;
    const change = changePerMs * (spanMs < legMs ? spanMs : legMs);
    const wanted = Math.round(positions[index] ?? 0);
    let next = last;
    // A leg that may only go on in the other direction may also stand still.
    if (wanted > last) {
      const up = perMs + change < maxPerMs ? perMs + change : maxPerMs;
      const most = up > 0 ? Math.floor(last + up * spanMs + ROUNDING) : last;
      next = wanted > most ? most : wanted;
    } else if (wanted < last) {
      const down = perMs - change > -maxPerMs ? perMs - change : -maxPerMs;
      const least = down < 0 ? Math.ceil(last + down * spanMs - ROUNDING) : last;
      next = wanted < least ? least : wanted;
    }
    perMs = (next - last) / spanMs;
    legMs = spanMs;
    lastMs = timeMs;
    positions[index] = last = next;
  }
}
