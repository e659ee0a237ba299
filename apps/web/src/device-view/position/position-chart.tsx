import type { Time } from '@tactus/time';
import { useCallback, useRef, useState } from 'react';
import { drawChart } from './draw-chart.ts';
import styles from './position-chart.module.css';
import type { ReadFraction, ReadPosition, ReportedPositionDot } from './position-snapshot.ts';
import { createPositionTrail } from './trail.ts';
import { type DrawPositionFrame, usePositionCanvas } from './use-position-canvas.ts';

/** Room for twice the frames of a common screen. */
const SAMPLES_A_SECOND = 120;

interface PositionChartProps {
  /** Called once a frame. Pass the same function while the device stays the same. */
  read: ReadPosition;
  /** Positions that the device reported, in the clock of `time.monotonic()`. */
  readings: () => readonly ReportedPositionDot[];
  /** The target of the device, a share 0..1 of the full travel; pass the same function every time. Optional. */
  commanded?: ReadFraction | undefined;
  time: Time;
  /** How much of the past is shown. */
  spanMs: number;
  /** The description of the picture for assistive technology. */
  label: string;
}

/**
 * The last seconds of the position: the estimate as a line, the target dashed, readings of the device as dots, the
 * window as a band.
 */
export function PositionChart({ read, readings, commanded, time, spanMs, label }: PositionChartProps) {
  const trailSamples = Math.ceil((spanMs / 1000) * SAMPLES_A_SECOND);
  const [targets] = useState(() => createPositionTrail(trailSamples));
  const lastTarget = useRef<{ share: number | undefined; sinceMs: number }>({ share: undefined, sinceMs: 0 });
  const draw = useCallback<DrawPositionFrame>(
    (surface, ink, scene) => drawChart(surface, ink, { ...scene, targets, readings: readings(), spanMs }),
    [targets, readings, spanMs],
  );
  const noteElse = useCallback(
    (nowMs: number) => {
      const share = commanded?.();
      if (share !== undefined) targets.push(nowMs, share);
      if (lastTarget.current.share !== share) lastTarget.current = { share, sinceMs: nowMs };
      return Math.max(lastTarget.current.sinceMs, readings().at(-1)?.atMs ?? 0);
    },
    [targets, commanded, readings],
  );
  const canvas = usePositionCanvas({ read, time, draw, trailSamples, settlesMs: spanMs, noteElse });
  return <canvas ref={canvas} className={styles['chart']} role="img" aria-label={label} />;
}
