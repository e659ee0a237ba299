import type { ScriptColumns } from '../scripts/script-columns.ts';

/** Statistics of a script. Speeds in percent of the stroke a second, times in ms. */
export interface ScriptStatistics {
  readonly points: number;
  /** From the first point to the last. */
  readonly durationMs: number;
  /** The total time of movement. */
  readonly movingMs: number;
  /** Turns per minute of movement, halved: up and down is one stroke. */
  readonly strokesPerMinute: number;
  /** Over the time of movement. */
  readonly meanSpeed: number;
  /** 95 % of the time of movement are below this speed. */
  readonly highSpeed: number;
  readonly maxSpeed: number;
  /** The lowest and the highest position, percent. */
  readonly low: number;
  readonly high: number;
}

/** Speeds are counted in steps of this many percent a second. */
const SPEED_STEP = 2;
const SPEED_STEPS = 1_000;
const HIGH_SHARE = 0.95;

/** Computes the statistics of a script in one pass. */
export function statisticsOf({ timesMs, positions }: ScriptColumns): ScriptStatistics {
  const points = timesMs.length;
  const msAtSpeed = new Float64Array(SPEED_STEPS);
  let [movingMs, distance, maxSpeed, turns, direction] = [0, 0, 0, 0, 0];
  let low = positions[0] ?? 0;
  let high = low;
  for (let index = 1; index < points; index++) {
    const spanMs = (timesMs[index] ?? 0) - (timesMs[index - 1] ?? 0);
    const position = positions[index] ?? 0;
    const change = position - (positions[index - 1] ?? 0);
    if (change === 0) continue;
    if (position < low) low = position;
    if (position > high) high = position;
    if (direction !== 0 && Math.sign(change) !== direction) turns++;
    direction = Math.sign(change);
    const travel = Math.abs(change);
    const speed = (travel / spanMs) * 1_000;
    movingMs += spanMs;
    distance += travel;
    if (speed > maxSpeed) maxSpeed = speed;
    const step = Math.min(SPEED_STEPS - 1, Math.floor(speed / SPEED_STEP));
    msAtSpeed[step] = (msAtSpeed[step] ?? 0) + spanMs;
  }
  return {
    points,
    durationMs: (timesMs[points - 1] ?? 0) - (timesMs[0] ?? 0),
    movingMs,
    strokesPerMinute: movingMs > 0 ? ((turns + 1) / 2 / movingMs) * 60_000 : 0,
    meanSpeed: movingMs > 0 ? (distance / movingMs) * 1_000 : 0,
    highSpeed: Math.min(maxSpeed, speedUnder(msAtSpeed, movingMs * HIGH_SHARE)),
    maxSpeed,
    low,
    high,
  };
}

function speedUnder(msAtSpeed: Float64Array, wantedMs: number): number {
  let passedMs = 0;
  for (let step = 0; step < msAtSpeed.length; step++) {
    passedMs += msAtSpeed[step] ?? 0;
    if (passedMs >= wantedMs) return (step + 1) * SPEED_STEP;
  }
  return msAtSpeed.length * SPEED_STEP;
}
