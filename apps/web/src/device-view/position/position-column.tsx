import type { Time } from '@tactus/time';
import { COLUMN_TRAIL_MS, drawPositionColumn } from './draw-column.ts';
import styles from './position-column.module.css';
import type { ReadPosition } from './position-snapshot.ts';
import { usePositionCanvas } from './use-position-canvas.ts';

const TRAIL_SAMPLES = 64;

/** The live position upright, for the inside of a control: a glowing bar and its trail. The dock's strip shows the same. */
export function PositionColumn({ read, time }: { read: ReadPosition; time: Time }) {
  const canvas = usePositionCanvas({
    read,
    time,
    draw: drawPositionColumn,
    trailSamples: TRAIL_SAMPLES,
    settlesMs: COLUMN_TRAIL_MS,
  });
  return (
    <div className={styles['column']} aria-hidden="true">
      <canvas ref={canvas} className={styles['canvas']} />
    </div>
  );
}
