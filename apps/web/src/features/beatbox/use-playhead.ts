import { type RefObject, useEffect, useRef } from 'react';
import { onAnimationFrames } from '../../device-view/position/animation-frames.ts';

interface PlayheadParts {
  /** The column that plays now; undefined while nothing plays. */
  readColumn: () => number | undefined;
  /** The columns over the width of the picture. */
  columns: number;
  /** Where in its column the line stands, in columns. */
  offset: number;
}

/** Moves a line over the picture of a beat to the column that plays, by the share `--at` of the width; hidden at rest. */
export function usePlayhead({ readColumn, columns, offset }: PlayheadParts): RefObject<HTMLSpanElement | null> {
  const head = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      onAnimationFrames(() => {
        const column = readColumn();
        if (!head.current) return false;
        head.current.hidden = column === undefined;
        if (column !== undefined) head.current.style.setProperty('--at', String((column + offset) / columns));
        return column !== undefined;
      }),
    [readColumn, columns, offset],
  );
  return head;
}
