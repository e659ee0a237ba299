import type { ScriptColumns } from '../scripts/script-columns.ts';

/** Points while they are edited: positions are fractional until the end. */
export interface EditColumns {
  readonly timesMs: Uint32Array<ArrayBuffer>;
  readonly positions: Float32Array<ArrayBuffer>;
}

/** A script prepared for editing; the script itself is never changed. */
export const toEditColumns = ({ timesMs, positions }: ScriptColumns): EditColumns => ({
  timesMs,
  positions: new Float32Array(positions),
});

/** Rounds to whole percents inside the stroke. */
export function fromEditColumns({ timesMs, positions }: EditColumns): ScriptColumns {
  const whole = new Uint8Array(positions.length);
  for (let index = 0; index < whole.length; index++) {
    const x = positions[index] ?? 0;
    whole[index] = x <= 0 ? 0 : x >= 100 ? 100 : Math.round(x);
  }
  return { timesMs, positions: whole };
}

/** The points with given indices. */
export function pointsAtIndices({ timesMs, positions }: EditColumns, indices: readonly number[]): EditColumns {
  return {
    timesMs: Uint32Array.from(indices, (index) => timesMs[index] ?? 0),
    positions: Float32Array.from(indices, (index) => positions[index] ?? 0),
  };
}
