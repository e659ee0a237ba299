import { type EditColumns, pointsAtIndices } from './edit-columns.ts';

/** After a rest of this length the count of strokes begins again. */
const REST_MS = 1_500;

/** Every second stroke of a script, over the time of two: half as fast, as long as before. Rests stay. */
export function halveScriptSpeed(script: EditColumns): EditColumns {
  const turns = pointsAtIndices(script, turningPointIndices(script));
  const timesMs: number[] = [];
  const positions: number[] = [];
  let inRun = 0;
  turns.timesMs.forEach((timeMs, index) => {
    const restedMs = timeMs - (turns.timesMs[index - 1] ?? timeMs);
    const isEnd = index === turns.timesMs.length - 1 || (turns.timesMs[index + 1] ?? 0) - timeMs >= REST_MS;
    inRun = restedMs >= REST_MS ? 0 : inRun + (index > 0 ? 1 : 0);
    if (inRun % 2 === 1 && !isEnd) return;
    // Every other remaining turn takes the position of the turn before it, or all would be of one kind.
    const isOpposite = inRun % 4 === 2 && !isEnd;
    timesMs.push(timeMs);
    positions.push(turns.positions[isOpposite ? index - 1 : index] ?? 0);
  });
  return { timesMs: Uint32Array.from(timesMs), positions: Float32Array.from(positions) };
}

/** The indices of the points where a script changes direction, its first and its last one included. */
function turningPointIndices({ positions }: EditColumns): number[] {
  const turns = positions.length > 0 ? [0] : [];
  let direction = 0;
  for (let index = 1; index < positions.length; index++) {
    const change = Math.sign((positions[index] ?? 0) - (positions[index - 1] ?? 0));
    if (change === direction) continue;
    if (index > 1) turns.push(index - 1);
    direction = change;
  }
  if (positions.length > 1) turns.push(positions.length - 1);
  return turns;
}
