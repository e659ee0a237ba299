import { nearestLevel } from '@tactus/motion';
import type { PlayableBeat } from './beat-editor.ts';

/** Where a hand is with its brush, and whether it sets or empties. */
export interface Brush {
  readonly erases: boolean;
  readonly column: number;
  readonly level: number;
}

/** The levels after a stroke of the brush from one place to another: columns on the way follow the straight line. */
export function painted({
  levels,
  height,
  from,
  to,
}: {
  readonly levels: PlayableBeat['levels'];
  readonly height: number;
  readonly from: Brush;
  readonly to: Brush;
}): PlayableBeat['levels'] {
  const [first, last] = from.column < to.column ? [from.column, to.column] : [to.column, from.column];
  return levels.map((level, column) => {
    if (column < first || column > last) return level;
    if (to.erases) return undefined;
    const share = from.column === to.column ? 1 : (column - from.column) / (to.column - from.column);
    return nearestLevel(from.level + (to.level - from.level) * share, height);
  });
}
