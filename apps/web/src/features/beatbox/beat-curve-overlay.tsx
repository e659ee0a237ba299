import { pointsOfBeat } from '@tactus/motion';
import { useEffect, useRef } from 'react';
import { onAnimationFrames } from '../../device-view/position/animation-frames.ts';
import type { PlayableBeat } from './beat-editor.ts';
import styles from './beat-grid.module.css';

interface GridOverlayProps {
  beat: PlayableBeat;
  readColumn: () => number | undefined;
}

/** The curve through the points, over the grid, and the place that plays now. */
export function BeatCurveOverlay({ beat, readColumn }: GridOverlayProps) {
  const head = useRef<HTMLSpanElement>(null);
  const { levels, cellMs, height } = beat;
  useEffect(
    () =>
      onAnimationFrames(() => {
        const column = readColumn();
        if (!head.current) return false;
        head.current.hidden = column === undefined;
        if (column !== undefined) head.current.style.setProperty('--at', String((column + 0.5) / levels.length));
        return column !== undefined;
      }),
    [readColumn, levels.length],
  );
  const middle = 50 / height;
  const line = pointsOfBeat(beat, cellMs)
    .map(({ t, x }) => `${((t / cellMs + 0.5) / levels.length) * 100},${100 - x + middle}`)
    .join(' ');
  return (
    <>
      <svg className={styles['course']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <polyline points={line} />
      </svg>
      <span ref={head} className={styles['head']} hidden aria-hidden="true" />
    </>
  );
}
