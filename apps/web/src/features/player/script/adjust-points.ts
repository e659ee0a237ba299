import { applyRecipe, type ScriptColumns } from '@tactus/motion';

/** The changes that a person makes to a script while it plays. */
export interface PointAdjustments {
  readonly invert: boolean;
  /** Length of the strokes around the middle, per cent of the script's own; at most 100. */
  readonly intensityPercent: number;
}

/** The adjustments that leave a script unchanged. */
export const NO_ADJUSTMENTS: PointAdjustments = { invert: false, intensityPercent: 100 };

/** The points that are sent: those of the script, changed as the person wants them. */
export function adjustPoints(columns: ScriptColumns, { invert, intensityPercent }: PointAdjustments): ScriptColumns {
  return applyRecipe(columns, [
    ...(invert ? [{ kind: 'invert' } as const] : []),
    ...(intensityPercent === 100 ? [] : [{ kind: 'intensity', factor: intensityPercent / 100 } as const]),
  ]);
}
