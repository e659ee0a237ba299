import type { StrokeWindow } from '@tactus/motion';
import { useState } from 'react';
import { useCanvas } from '../../../device-view/position/use-canvas.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconChevronLeft, IconChevronRight, IconFocusCentered, IconZoomIn, IconZoomOut } from '../../../ui/icons.ts';
import { useDrag } from '../../../ui/use-drag.ts';
import type { LoadedScript } from '../script/script-loader.ts';
import { INITIAL_CHART_VIEW, leftEdgeMs, panChartView, stepChartView, zoomChartView } from './chart-view.ts';
import type { RecordingSpan } from './heatmap-draw.ts';
import styles from './script-chart.module.css';
import { drawScriptChart } from './script-draw.ts';

const WHOLE_STROKE: StrokeWindow = { min: 0, max: 1 };

interface ScriptChartProps {
  script: LoadedScript;
  /** Returns the present time, ms. Called once a frame. */
  read: () => number;
  loop?: RecordingSpan | undefined;
  /** The part of the stroke that the script is scaled to. */
  window?: StrokeWindow | undefined;
}

/**
 * The script around the present moment, scrolling from right to left: the future is to the right of the line. After a drag
 * or a step aside it stands still over another part, closer or wider, until it follows again.
 */
export function ScriptChart({ script, read, loop, window = WHOLE_STROKE }: ScriptChartProps) {
  const { t, number } = useTexts();
  const [view, setView] = useState(INITIAL_CHART_VIEW);
  const [grabbed, setGrabbed] = useState(INITIAL_CHART_VIEW);
  const canvas = useCanvas((surface, ink, changed) => {
    const nowMs = read();
    if (!changed(nowMs)) return false;
    const { columns, heatmap } = script;
    const inView = { nowMs, spanMs: view.spanMs, startMs: leftEdgeMs(view, nowMs) };
    drawScriptChart(surface, ink, { columns, heatmap, loop, window, ...inView });
    return true;
  });

  const endMs = script.columns.timesMs.at(-1) ?? 0;
  const where = () => ({ nowMs: read(), endMs });
  const zoom = (steps: number) =>
    setView((now) => zoomChartView(now, steps, { anchorMs: (now.startMs ?? read()) + now.spanMs / 2, endMs }));
  const { hand } = useDrag('horizontal', {
    onStart: () => setGrabbed({ ...view, startMs: leftEdgeMs(view, read()) }),
    onMove: ({ movedPercent }) => setView(panChartView(grabbed, -movedPercent / 100, where())),
    onEnd: () => undefined,
  });
  const isFollowing = view.startMs === undefined;
  return (
    <div className="grid gap-8">
      <canvas
        ref={canvas}
        className={styles['chart']}
        role="img"
        aria-label={t('player.script.chart', {
          seconds: number(Math.round(view.spanMs / 1_000)),
          speed: number(Math.round(script.statistics.meanSpeed)),
          low: number(script.statistics.low),
          high: number(script.statistics.high),
        })}
        {...hand}
      />
      <div className={styles['tools']} role="toolbar" aria-label={t('player.chart.tools')}>
        <IconButton label={t('player.chart.earlier')} onClick={() => setView((now) => stepChartView(now, -1, where()))}>
          <IconChevronLeft size={22} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('player.chart.wider')} onClick={() => zoom(-1)}>
          <IconZoomOut size={22} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('player.chart.follow')}
          aria-pressed={isFollowing}
          onClick={() => setView((now) => ({ ...now, startMs: isFollowing ? leftEdgeMs(now, read()) : undefined }))}
        >
          <IconFocusCentered size={22} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('player.chart.closer')} onClick={() => zoom(1)}>
          <IconZoomIn size={22} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('player.chart.later')} onClick={() => setView((now) => stepChartView(now, 1, where()))}>
          <IconChevronRight size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <p className={styles['place']} role="status">
        {isFollowing
          ? t('player.chart.span', { seconds: number(Math.round(view.spanMs / 1_000)) })
          : t('player.chart.place', {
              from: formatClockTime(Math.max(0, view.startMs ?? 0)),
              to: formatClockTime(Math.min(endMs, (view.startMs ?? 0) + view.spanMs)),
            })}
      </p>
    </div>
  );
}
