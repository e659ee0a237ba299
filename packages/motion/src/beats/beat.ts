/** A cell of the grid that is set, as beats are stored: when in the lap (ms) and at what level (percent of the stroke). */
export interface BeatCell {
  readonly at: number;
  readonly pos: number;
}

/** A beat as it is played: one level per column, percent of the stroke; undefined where the column is empty. */
export interface BeatShape {
  readonly levels: readonly (number | undefined)[];
  /** The slider glides through empty columns; otherwise it rests there and moves in the last column before the next cell. */
  readonly fillPoints: boolean;
  /** A lap ends where it began; otherwise the last cell leads straight to the first of the next lap. */
  readonly addEndPoint: boolean;
}

/** Four columns are one beat. */
export const COLUMNS_PER_BEAT = 4;
/** How long a column may take, ms: 300 to 15 beats a minute. */
export const COLUMN_MS_BOUNDS = { min: 50, max: 1_000 } as const;

const MS_PER_MINUTE = 60_000;

/** Beats a minute for a time of a column, ms: 250 ms are 60. */
export function bpmOfColumnMs(cellMs: number): number {
  return MS_PER_MINUTE / (cellMs * COLUMNS_PER_BEAT);
}

/** The time of a column, ms, for beats a minute; within `COLUMN_MS_BOUNDS`. */
export function columnMsOfBpm(bpm: number): number {
  const cellMs = MS_PER_MINUTE / (bpm * COLUMNS_PER_BEAT);
  return Math.min(Math.max(cellMs, COLUMN_MS_BOUNDS.min), COLUMN_MS_BOUNDS.max);
}

/** The levels of a grid from the lowest to the highest, percent: 10, 20 … 100 for a height of 10. */
export function gridLevels(height: number): readonly number[] {
  return Array.from({ length: height }, (_, row) => Math.round(((row + 1) * 100) / height));
}

/** The level of a grid that is nearest to a position; the higher one of two that are equally near. */
export function nearestLevel(pos: number, height: number): number {
  const row = Math.min(Math.max(Math.round((pos * height) / 100), 1), height);
  return gridLevels(height)[row - 1] ?? 100;
}

/** The cells of a grid, first to last. */
export function cellsOfLevels(levels: readonly (number | undefined)[], cellMs: number): BeatCell[] {
  return levels.flatMap((pos, column) => (pos === undefined ? [] : [{ at: column * cellMs, pos }]));
}

/** The columns of a grid from its cells; cells outside are left out, and of two in a column the later counts. */
export function levelsOfCells(
  cells: readonly BeatCell[],
  grid: { readonly columns: number; readonly height: number; readonly cellMs: number },
): (number | undefined)[] {
  const levels: (number | undefined)[] = Array.from({ length: grid.columns });
  for (const { at, pos } of cells) {
    const column = Math.round(at / grid.cellMs);
    if (column >= 0 && column < grid.columns) levels[column] = nearestLevel(pos, grid.height);
  }
  return levels;
}
