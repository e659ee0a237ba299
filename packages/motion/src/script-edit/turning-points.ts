import type { EditColumns } from './edit-columns.ts';

/** The indices of the points where a script changes direction, its first and its last one included. */
export function turningPointIndices({ positions }: EditColumns): number[] {
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
