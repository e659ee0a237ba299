import { firstIndexAtOrAfter, type ScriptColumns } from '../scripts/script-columns.ts';

/**
 * The position of a script at a time, percent of the stroke, with a fraction: straight between points. Before the first
 * point and after the last one it is constant. A script without a point is at 0.
 */
export function scriptPositionAt(script: ScriptColumns, timeMs: number): number {
  const { timesMs, positions } = script;
  const next = firstIndexAtOrAfter(script, timeMs);
  const last = timesMs.length - 1;
  if (next === 0) return positions[0] ?? 0;
  if (next > last) return positions[last] ?? 0;
  const [fromMs, toMs] = [timesMs[next - 1] ?? 0, timesMs[next] ?? 0];
  const [from, to] = [positions[next - 1] ?? 0, positions[next] ?? 0];
  return from + (to - from) * ((timeMs - fromMs) / (toMs - fromMs));
}
