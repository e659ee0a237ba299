import type { ScriptPoint } from '../scripts/script.ts';

/** The length of a lap of looped points, ms: from the first to the last; 0 where there is nothing to loop. */
export const lapLengthMs = (points: readonly ScriptPoint[]): number => (points.at(-1)?.t ?? 0) - (points[0]?.t ?? 0);

/** Maps a stream time after the end of looped points into their lap. */
export function wrapIntoLap(points: readonly ScriptPoint[], streamMs: number): number {
  const firstMs = points[0]?.t ?? 0;
  const lapMs = lapLengthMs(points);
  return lapMs > 0 && streamMs >= firstMs + lapMs ? firstMs + ((streamMs - firstMs) % lapMs) : streamMs;
}

/**
 * The points from a stream time on, beginning with an interpolated one at that time, for a start from there. After the
 * end it is the last point.
 */
export function pointsFromStreamTime(points: readonly ScriptPoint[], streamMs: number): readonly ScriptPoint[] {
  const next = points.findIndex(({ t }) => t > streamMs);
  const last = points.at(-1);
  if (next < 0) return last ? [{ t: streamMs, x: last.x }] : [];
  const [before, after] = [points[next - 1], points[next]];
  if (!before || !after) return points;
  const share = (streamMs - before.t) / (after.t - before.t);
  return [{ t: streamMs, x: before.x + (after.x - before.x) * share }, ...points.slice(next)];
}
