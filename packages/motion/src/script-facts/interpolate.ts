import { firstIndexAtOrAfter, type ScriptColumns } from '../scripts/script-columns.ts';

/** How a course is drawn between points: straight, or smoothly without going beyond any of the points. */
export type Interpolation = 'linear' | 'smooth';

/**
 * The position of a script at a time, percent of the stroke, with a fraction. Before the first point and after the last
 * one it is constant. `smooth` is monotone piecewise cubic interpolation (Fritsch and Butland 1984): between two points
 * it never leaves the span between them. A script without a point is at 0.
 */
export function scriptPositionAt(
  script: ScriptColumns,
  timeMs: number,
  interpolation: Interpolation = 'linear',
): number {
  const { timesMs, positions } = script;
  const next = firstIndexAtOrAfter(script, timeMs);
  const last = timesMs.length - 1;
  if (next === 0) return positions[0] ?? 0;
  if (next > last) return positions[last] ?? 0;
  const [fromMs, toMs] = [timesMs[next - 1] ?? 0, timesMs[next] ?? 0];
  const [from, to] = [positions[next - 1] ?? 0, positions[next] ?? 0];
  const spanMs = toMs - fromMs;
  const share = (timeMs - fromMs) / spanMs;
  if (interpolation === 'linear') return from + (to - from) * share;

  const startSlope = slopeAt(script, next - 1) * spanMs;
  const endSlope = slopeAt(script, next) * spanMs;
  const [squared, cubed] = [share ** 2, share ** 3];
  return (
    (2 * cubed - 3 * squared + 1) * from +
    (cubed - 2 * squared + share) * startSlope +
    (3 * squared - 2 * cubed) * to +
    (cubed - squared) * endSlope
  );
}

/** The slope of the smooth course at a point, percent a ms: 0 at a turn, at a rest and at the ends. */
function slopeAt({ timesMs, positions }: ScriptColumns, index: number): number {
  if (index === 0 || index >= timesMs.length - 1) return 0;
  const [beforeMs, afterMs] = [spanBefore(timesMs, index), spanBefore(timesMs, index + 1)];
  const before = ((positions[index] ?? 0) - (positions[index - 1] ?? 0)) / beforeMs;
  const after = ((positions[index + 1] ?? 0) - (positions[index] ?? 0)) / afterMs;
  if (before * after <= 0) return 0;
  const [weightBefore, weightAfter] = [2 * afterMs + beforeMs, afterMs + 2 * beforeMs];
  return (weightBefore + weightAfter) / (weightBefore / before + weightAfter / after);
}

const spanBefore = (timesMs: Uint32Array, index: number): number => (timesMs[index] ?? 0) - (timesMs[index - 1] ?? 0);
