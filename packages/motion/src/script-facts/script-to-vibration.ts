import type { ScriptColumns } from '../scripts/script-columns.ts';
import { heatmapOf } from './heatmap.ts';

/** The step of a vibration that follows a script, and the speed that means full strength. */
const STEP_MS = 100;
const FULL_SPEED = 400;
/** The weakest vibration of a moving script: it can still be felt. */
const WEAKEST = 8;

/**
 * A script for a device without a slider: the strength of its vibration, percent, at each tenth of a second, in place of
 * positions. It grows with the square root of the script's speed, so that slow parts are still felt.
 */
export function scriptToVibration(script: ScriptColumns): ScriptColumns {
  const endMs = script.timesMs[script.timesMs.length - 1] ?? 0;
  const steps = Math.ceil(endMs / STEP_MS);
  const { levels } = heatmapOf(script, steps * STEP_MS);
  const [fine] = levels;
  const timesMs = new Uint32Array(steps + 1);
  const positions = new Uint8Array(steps + 1);
  for (let step = 0; step < steps; step++) {
    timesMs[step] = step * STEP_MS;
    positions[step] = fine ? strength(meanSpeed(fine, step)) : 0;
  }
  timesMs[steps] = steps * STEP_MS;
  return { timesMs, positions };
}

function meanSpeed({ binMs, speeds }: { binMs: number; speeds: Float32Array }, step: number): number {
  const first = Math.floor((step * STEP_MS) / binMs);
  const end = Math.max(first + 1, Math.floor(((step + 1) * STEP_MS) / binMs));
  let sum = 0;
  for (let bin = first; bin < end; bin++) sum += speeds[bin] ?? 0;
  return sum / (end - first);
}

function strength(speed: number): number {
  if (speed <= 0) return 0;
  return Math.round(Math.min(100, Math.max(WEAKEST, Math.sqrt(speed / FULL_SPEED) * 100)));
}
