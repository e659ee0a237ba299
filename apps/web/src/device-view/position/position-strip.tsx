import type { Time } from '@tactus/time';
import { drawPositionStrip, STRIP_TRAIL_MS } from './draw-strip.ts';
import type { ReadPosition } from './position-snapshot.ts';
import styles from './position-strip.module.css';
import { usePositionCanvas } from './use-position-canvas.ts';

const TRAIL_SAMPLES = 64;

interface PositionStripProps {
  /** Called once a frame. Pass the same function while the device stays the same. */
  read: ReadPosition;
  time: Time;
  /** The description of the picture for assistive technology; the value itself is announced elsewhere. */
  label: string;
}

/** The position of the slider as a glowing bar with a short fading trail and the person's window behind it. */
export function PositionStrip({ read, time, label }: PositionStripProps) {
  const canvas = usePositionCanvas({
    read,
    time,
    draw: drawPositionStrip,
    trailSamples: TRAIL_SAMPLES,
    settlesMs: STRIP_TRAIL_MS,
  });
  return <canvas ref={canvas} className={styles['strip']} role="img" aria-label={label} />;
}
