import { type EditColumns, keep } from './edit-columns.ts';

/**
 * Leaves out points that the line between the others passes within `tolerance` percent. One pass: from a kept point on, the
 * slopes that still pass all left-out points are kept as a cone.
 */
export function simplify(script: EditColumns, tolerance: number): EditColumns {
  const { timesMs, positions } = script;
  const kept: number[] = timesMs.length > 0 ? [0] : [];
  let anchor = 0;
  let [least, most] = [-Infinity, Infinity];
  for (let index = 1; index < timesMs.length; index++) {
    const spanMs = (timesMs[index] ?? 0) - (timesMs[anchor] ?? 0);
    const way = (positions[index] ?? 0) - (positions[anchor] ?? 0);
    if (way / spanMs < least || way / spanMs > most) {
      anchor = index - 1;
      kept.push(anchor);
      [least, most] = [-Infinity, Infinity];
      index--;
      continue;
    }
    least = Math.max(least, (way - tolerance) / spanMs);
    most = Math.min(most, (way + tolerance) / spanMs);
  }
  if (timesMs.length > 1) kept.push(timesMs.length - 1);
  return keep(script, kept);
}
