import type { Time } from '@tactus/time';
import { useCallback } from 'react';
import { drawChart } from './draw-chart.ts';
import type { DrawnReading, ReadPosition } from './drawn-position.ts';
import styles from './position-chart.module.css';
import { type DrawPosition, usePositionCanvas } from './use-position-canvas.ts';

/** Room for twice the frames of a common screen. */
const SAMPLES_A_SECOND = 120;

interface PositionChartProps {
  /** Asked once a frame. Keep its identity while the device stays the same. */
  read: ReadPosition;
  /** What the device itself reported, in the same clock as `time.monotonic()`. */
  readings: () => readonly DrawnReading[];
  time: Time;
  /** How much of the past is shown. */
  spanMs: number;
  /** What the picture is, for those who do not see it. */
  label: string;
}

/** The last seconds of the position: the estimate as a line, readings of the device as dots, the window as a band. */
export function PositionChart({ read, readings, time, spanMs, label }: PositionChartProps) {
  const draw = useCallback<DrawPosition>(
    (surface, ink, scene) => drawChart(surface, ink, { ...scene, readings: readings(), spanMs }),
    [readings, spanMs],
  );
  const trailSamples = Math.ceil((spanMs / 1000) * SAMPLES_A_SECOND);
  const canvas = usePositionCanvas({ read, time, draw, trailSamples });
  return <canvas ref={canvas} className={styles['chart']} role="img" aria-label={label} />;
}
