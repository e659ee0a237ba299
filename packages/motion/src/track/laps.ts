import type { ScriptPoint } from '../scripts/script.ts';

/** What a lap takes when points are looped, ms: from the first of them to the last; 0 where there is nothing to loop. */
export const lapMsOf = (points: readonly ScriptPoint[]): number => (points.at(-1)?.t ?? 0) - (points[0]?.t ?? 0);

/** Brings a stream time after the end of looped points back into their lap. */
export function foldedIntoLap(points: readonly ScriptPoint[], streamMs: number): number {
  const firstMs = points[0]?.t ?? 0;
  const lapMs = lapMsOf(points);
  return lapMs > 0 && streamMs >= firstMs + lapMs ? firstMs + ((streamMs - firstMs) % lapMs) : streamMs;
}

/**
 * The points from a stream time on, with one on the way at that very time: what a start from there begins with. After the
 * end it is the last one, held.
 */
export function pointsFrom(points: readonly ScriptPoint[], streamMs: number): readonly ScriptPoint[] {
  const next = points.findIndex(({ t }) => t > streamMs);
  const last = points.at(-1);
  if (next < 0) return last ? [{ t: streamMs, x: last.x }] : [];
  const [before, after] = [points[next - 1], points[next]];
  if (!before || !after) return points;
  const share = (streamMs - before.t) / (after.t - before.t);
  return [{ t: streamMs, x: before.x + (after.x - before.x) * share }, ...points.slice(next)];
}
