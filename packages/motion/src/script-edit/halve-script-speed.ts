import { type EditColumns, pointsAtIndices } from './edit-columns.ts';

/** After a rest of this length the count of strokes begins again. */
const REST_MS = 1_500;
/** Edited positions are fractional: a rest may move by less than this, percent. */
const REST_PERCENT = 1;

/**
 * Every second stroke of a script, over the time of two: half as fast, as long as before. Rests stay. No stroke is faster than the fastest
 * of those around it.
 */
export function halveScriptSpeed(script: EditColumns): EditColumns {
  const turns = pointsAtIndices(script, turningPointIndices(script));
  const last = turns.timesMs.length - 1;
  const timeOf = (index: number): number => turns.timesMs[index] ?? 0;
  const positionOf = (index: number): number => turns.positions[index] ?? 0;
  const distance = (from: number, to: number): number => Math.abs(positionOf(to) - positionOf(from));
  const isRestBefore = (index: number): boolean =>
    index > 0 && timeOf(index) - timeOf(index - 1) >= REST_MS && distance(index - 1, index) < REST_PERCENT;
  const isEnd = (index: number): boolean => index === last || isRestBefore(index + 1);

  /**
   * The time of a turn with the position of the turn before it: its own, or earlier, so that the following movement, which may be
   * longer than it was and have less time, is no faster than the one before.
   */
  function oppositeTimeMs(index: number): number {
    const next = isEnd(index + 1) ? index + 1 : index + 2;
    const startMs = timeOf(index - 2);
    const [before, after] = [distance(index - 2, index - 1), distance(index - 1, next)];
    const evenMs = startMs + ((timeOf(next) - startMs) * before) / (before + after || 1);
    return Math.max(timeOf(index - 1), Math.min(timeOf(index), Math.floor(evenMs)));
  }

  const timesMs: number[] = [];
  const positions: number[] = [];
  let inRun = 0;
  for (let index = 0; index <= last; index++) {
    inRun = index === 0 || isRestBefore(index) ? 0 : inRun + 1;
    if (inRun % 2 === 1 && !isEnd(index)) continue;
    // Every other remaining turn takes the position of the turn before it, or all would be of one kind.
    const isOpposite = inRun % 4 === 2 && !isEnd(index);
    timesMs.push(isOpposite ? oppositeTimeMs(index) : timeOf(index));
    positions.push(positionOf(isOpposite ? index - 1 : index));
  }
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
