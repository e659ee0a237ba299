import { nearestLevel } from '@tactus/motion';
import type { PlayableBeat } from './beat-editor.ts';

/** The place of a hand with its brush, and whether it sets or clears. */
export interface BrushPosition {
  readonly erases: boolean;
  readonly column: number;
  readonly level: number;
}

/** The levels after a brush stroke from one place to another: columns between them follow the straight line. */
export function levelsAfterBrushStroke({
  levels,
  height,
  from,
  to,
}: {
  readonly levels: PlayableBeat['levels'];
  readonly height: number;
  readonly from: BrushPosition;
  readonly to: BrushPosition;
}): PlayableBeat['levels'] {
  const [first, last] = from.column < to.column ? [from.column, to.column] : [to.column, from.column];
  return levels.map((level, column) => {
    if (column < first || column > last) return level;
    if (to.erases) return undefined;
    const share = from.column === to.column ? 1 : (column - from.column) / (to.column - from.column);
    return nearestLevel(from.level + (to.level - from.level) * share, height);
  });
}
