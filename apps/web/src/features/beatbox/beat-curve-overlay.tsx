import { pointsOfBeat } from '@tactus/motion';
import type { PlayableBeat } from './beat-editor.ts';
import styles from './beat-grid.module.css';
import { usePlayhead } from './use-playhead.ts';

interface GridOverlayProps {
  beat: PlayableBeat;
  readColumn: () => number | undefined;
}

/** The curve through the points, over the grid, and the place that plays now. */
export function BeatCurveOverlay({ beat, readColumn }: GridOverlayProps) {
  const { levels, cellMs, height } = beat;
  const head = usePlayhead({ readColumn, columns: levels.length, offset: 0.5 });
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
