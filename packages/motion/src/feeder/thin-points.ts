import type { ScriptPoint } from '../scripts/script.ts';

/**
 * Points at least `gapMs` apart, for a link that cannot carry all of them: of points that are nearer a turn of the movement
 * goes before one on the way, and the first and the last stay.
 */
export function thinPoints(points: readonly ScriptPoint[], gapMs: number): readonly ScriptPoint[] {
  if (!(gapMs > 0)) return points;
  const kept: ScriptPoint[] = [];
  let lastIsTurn = true;
  for (const [index, point] of points.entries()) {
    const isTurn = isTurnAt(points, index);
    const last = kept.at(-1);
    const isFar = !last || point.t - last.t >= gapMs;
    const isEnd = index === points.length - 1;
    if (!isFar && !isEnd && !(isTurn && !lastIsTurn)) continue;
    if (!isFar && kept.length > 1) kept.pop();
    kept.push(point);
    lastIsTurn = isTurn;
  }
  return kept;
}

/** Whether the movement turns at a point, begins or ends there. */
function isTurnAt(points: readonly ScriptPoint[], index: number): boolean {
  const [before, here, after] = [points[index - 1], points[index], points[index + 1]];
  if (!before || !here || !after) return true;
  return (here.x - before.x) * (after.x - here.x) <= 0 && here.x !== before.x;
}
