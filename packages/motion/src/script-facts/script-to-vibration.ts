import type { ScriptColumns } from '../scripts/script-columns.ts';
import { lastMovementMs } from './last-movement.ts';

/** The step of a vibration that follows a script, and the speed that means full strength. */
const STEP_MS = 100;
const FULL_SPEED = 400;
/** The weakest vibration of a moving script: it can still be felt. */
const WEAKEST = 8;

/** The rest after the last movement that still has strengths: who plays them takes the mean of some. */
const REST_MS = 10_000;

/**
 * A script for a device without a slider: the strength of its vibration, percent, at each tenth of a second, in place of
 * positions. It grows with the square root of the script's speed, so that slow parts are still felt.
 */
export function scriptToVibration(script: ScriptColumns): ScriptColumns {
  const endMs = Math.min(script.timesMs[script.timesMs.length - 1] ?? 0, lastMovementMs(script) + REST_MS);
  const steps = Math.ceil(endMs / STEP_MS);
  const distances = distanceInSteps(script, steps);
  // With a function `from` first makes a list of all elements.
  const timesMs = new Uint32Array(steps + 1);
  const positions = new Uint8Array(steps + 1);
  for (let step = 0; step <= steps; step++) {
    timesMs[step] = step * STEP_MS;
    positions[step] = strength(((distances[step] ?? 0) * 1_000) / STEP_MS);
  }
  return { timesMs, positions };
}

/** How far a script moves in each step, percent of the stroke, and nothing after the last one. */
function distanceInSteps({ timesMs, positions }: ScriptColumns, steps: number): Float64Array {
  const distances = new Float64Array(steps + 1);
  for (let index = 1; index < timesMs.length; index++) {
    const [fromMs, toMs] = [timesMs[index - 1] ?? 0, timesMs[index] ?? 0];
    const distance = Math.abs((positions[index] ?? 0) - (positions[index - 1] ?? 0));
    if (distance === 0) continue;
    for (let step = Math.floor(fromMs / STEP_MS); step * STEP_MS < toMs; step++) {
      const insideMs = Math.min(toMs, (step + 1) * STEP_MS) - Math.max(fromMs, step * STEP_MS);
      distances[step] = (distances[step] ?? 0) + (distance * insideMs) / (toMs - fromMs);
    }
  }
  return distances;
}

function strength(speed: number): number {
  if (speed <= 0) return 0;
  return Math.round(Math.min(100, Math.max(WEAKEST, Math.sqrt(speed / FULL_SPEED) * 100)));
}
