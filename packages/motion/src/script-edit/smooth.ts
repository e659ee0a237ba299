import type { EditColumns } from './edit-columns.ts';

/**
 * Averages each position with those within half of `windowMs` before and after it; nearer points weigh more. The first
 * and last points stay.
 */
export function smoothPositions({ timesMs, positions }: EditColumns, windowMs: number): EditColumns {
  const halfMs = windowMs / 2;
  const smoothed = Float32Array.from(positions);
  let first = 0;
  for (let index = 1; index < timesMs.length - 1; index++) {
    const timeMs = timesMs[index] ?? 0;
    while ((timesMs[first] ?? 0) <= timeMs - halfMs) first++;
    let [sum, weights] = [0, 0];
    for (let near = first; near < timesMs.length; near++) {
      const awayMs = Math.abs((timesMs[near] ?? 0) - timeMs);
      if (awayMs >= halfMs && near > index) break;
      const weight = 1 - awayMs / halfMs;
      sum += weight * (positions[near] ?? 0);
      weights += weight;
    }
    if (weights > 0) smoothed[index] = sum / weights;
  }
  return { timesMs, positions: smoothed };
}
