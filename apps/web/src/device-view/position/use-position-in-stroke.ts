import { useCallback } from 'react';
import type { ReadPosition } from './position-snapshot.ts';
import { usePositionReader } from './use-position-reader.ts';

/** A part of the stroke window, shares 0..1 of it. */
export interface StrokePart {
  readonly min: number;
  readonly max: number;
}

/** The whole stroke window. */
export const WHOLE_STROKE: StrokePart = { min: 0, max: 1 };

/** The position in shares of the person's stroke, or of a part of it, in place of the whole travel. */
export function usePositionInStroke({ min, max }: StrokePart): ReadPosition {
  const { read } = usePositionReader();
  return useCallback(() => {
    const position = read();
    if (position === undefined) return undefined;
    const { windowMin01, windowMax01 } = position;
    const from = windowMin01 + min * (windowMax01 - windowMin01);
    const length = (max - min) * (windowMax01 - windowMin01);
    const share = length > 0 ? Math.min(Math.max((position.position01 - from) / length, 0), 1) : 0;
    return { ...position, position01: share, windowMin01: 0, windowMax01: 1 };
  }, [read, min, max]);
}
