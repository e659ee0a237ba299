import type { ScriptPoint } from '../scripts/script.ts';

/**
 * Points at least `gapMs` apart, for a connection too slow for all of them: of points nearer than that a turn of the
 * movement is preferred to one between turns; the first and the last remain.
 */
export function thinPoints(points: readonly ScriptPoint[], gapMs: number): readonly ScriptPoint[] {
  if (!(gapMs > 0)) return points;
  const thinned: ScriptPoint[] = [];
  let lastIsTurn = true;
  for (const [index, point] of points.entries()) {
    const isTurn = isTurnAt(points, index);
    const last = thinned.at(-1);
    const isFar = !last || point.t - last.t >= gapMs;
    const isEnd = index === points.length - 1;
    if (!isFar && !isEnd && !(isTurn && !lastIsTurn)) continue;
    if (!isFar && thinned.length > 1) thinned.pop();
    thinned.push(point);
    lastIsTurn = isTurn;
  }
  return thinned;
}

/** Whether the movement turns at a point, begins or ends there. */
function isTurnAt(points: readonly ScriptPoint[], index: number): boolean {
  const [before, here, after] = [points[index - 1], points[index], points[index + 1]];
  if (!before || !here || !after) return true;
  return (here.x - before.x) * (after.x - here.x) <= 0 && here.x !== before.x;
}
