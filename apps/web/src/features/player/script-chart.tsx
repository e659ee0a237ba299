import type { StrokeWindow } from '@tactus/motion';
import { useEffect, useRef } from 'react';
import { fitCanvas, watchInk } from '../../device-view/canvas.ts';
import { onFrames } from '../../device-view/frames.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { TimeSpan } from './heatmap-draw.ts';
import styles from './script-chart.module.css';
import { drawScriptChart } from './script-draw.ts';
import type { LoadedScript } from './script-loader.ts';

const WHOLE_STROKE: StrokeWindow = { min: 0, max: 1 };
const SPAN_MS = 8_000;

interface ScriptChartProps {
  script: LoadedScript;
  /** Where it is, ms. Asked once a frame; keep its identity. */
  read: () => number;
  /** How much of it is in view, ms. */
  spanMs?: number;
  loop?: TimeSpan | undefined;
  /** The part of the stroke that the script is squeezed into. */
  window?: StrokeWindow | undefined;
}

/** The script around now, passing by from right to left: what comes is to the right of the line. */
export function ScriptChart({ script, read, spanMs = SPAN_MS, loop, window = WHOLE_STROKE }: ScriptChartProps) {
  const { t, number } = useTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = { columns: script.columns, heatmap: script.heatmap, spanMs, loop, window };
  const latest = useRef(scene);
  useEffect(() => {
    latest.current = scene;
  });
  useEffect(() => {
    if (!canvas.current) return;
    const { surface, release } = fitCanvas(canvas.current);
    const theme = watchInk();
    const stop = onFrames(() => {
      const on = surface();
      if (on) drawScriptChart(on, theme.ink(), { ...latest.current, nowMs: read() });
    });
    return () => {
      stop();
      theme.release();
      release();
    };
  }, [read]);
  return (
    <canvas
      ref={canvas}
      className={styles['chart']}
      role="img"
      aria-label={t('player.script.chart', {
        seconds: number(Math.round(spanMs / 1_000)),
        speed: number(Math.round(script.statistics.meanSpeed)),
        low: number(script.statistics.low),
        high: number(script.statistics.high),
      })}
    />
  );
}
