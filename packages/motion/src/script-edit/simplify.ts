import { type EditColumns, pointsAtIndices } from './edit-columns.ts';

/**
 * Leaves out points within `tolerance` percent of the line between the others. One pass: from a selected point on, the
 * slopes that still pass all left-out points form a cone.
 */
export function simplifyPoints(script: EditColumns, tolerance: number): EditColumns {
  const { timesMs, positions } = script;
  const selected: number[] = timesMs.length > 0 ? [0] : [];
  let anchor = 0;
  let [least, most] = [-Infinity, Infinity];
  for (let index = 1; index < timesMs.length; index++) {
    const spanMs = (timesMs[index] ?? 0) - (timesMs[anchor] ?? 0);
    const travel = (positions[index] ?? 0) - (positions[anchor] ?? 0);
    if (travel / spanMs < least || travel / spanMs > most) {
      anchor = index - 1;
      selected.push(anchor);
      [least, most] = [-Infinity, Infinity];
      index--;
      continue;
    }
    least = Math.max(least, (travel - tolerance) / spanMs);
    most = Math.min(most, (travel + tolerance) / spanMs);
  }
  if (timesMs.length > 1) selected.push(timesMs.length - 1);
  return pointsAtIndices(script, selected);
}
