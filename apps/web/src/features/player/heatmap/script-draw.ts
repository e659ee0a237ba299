import {
  firstIndexAtOrAfter,
  type Heatmap,
  heatmapResolutionFor,
  type ScriptColumns,
  type StrokeWindow,
} from '@tactus/motion';
import type { CanvasSurface, ThemeColors } from '../../../device-view/position/canvas-surface.ts';
import type { RecordingSpan } from './heatmap-draw.ts';

/** The data of one frame of the script chart. Times in ms. */
export interface ScriptChartScene {
  readonly columns: ScriptColumns;
  readonly heatmap: Heatmap;
  readonly nowMs: number;
  /** The visible part. */
  readonly startMs: number;
  readonly spanMs: number;
  readonly loop: RecordingSpan | undefined;
  /** 0..1 of the stroke. */
  readonly window: StrokeWindow;
}

const PADDING_PX = 8;
const DOT_PX = 2.5;
/** Points closer together than this are not drawn one by one. */
const DOT_SPACE_PX = 6;
const LINE_SPACE_PX = 0.75;

/** Draws one frame of the chart. Reads only the points in view, and no more of them than there are pixels. */
export function drawScriptChart(surface: CanvasSurface, ink: ThemeColors, scene: ScriptChartScene): void {
  const { context, width, height } = surface;
  const { columns, nowMs, startMs, spanMs, loop, window } = scene;
  const toX = (ms: number) => ((ms - startMs) / spanMs) * width;
  const toY = (percent: number) =>
    PADDING_PX + (1 - (window.min + (percent / 100) * (window.max - window.min))) * (height - 2 * PADDING_PX);

  context.clearRect(0, 0, width, height);
  context.fillStyle = ink.ground;
  context.fillRect(0, toY(100), width, toY(0) - toY(100));
  if (loop !== undefined) {
    context.fillStyle = ink.accent;
    context.globalAlpha = 0.12;
    context.fillRect(toX(loop.startMs), 0, toX(loop.endMs) - toX(loop.startMs), height);
    context.globalAlpha = 1;
  }

  // One point more at either side: lines come from and lead out of view.
  const first = Math.max(0, firstIndexAtOrAfter(columns, startMs) - 1);
  const end = Math.min(columns.timesMs.length, firstIndexAtOrAfter(columns, startMs + spanMs) + 1);
  const space = width / Math.max(1, end - first);
  context.strokeStyle = ink.accent;
  context.fillStyle = ink.accent;
  if (space < LINE_SPACE_PX) drawBand(surface, scene, toY);
  else drawLine(context, columns, { first, end, toX, toY, withDots: space >= DOT_SPACE_PX });

  context.fillStyle = ink.text;
  context.fillRect(Math.round(toX(nowMs)) - 0.5, 0, 1.5, height);
}

interface Line {
  readonly first: number;
  readonly end: number;
  readonly toX: (ms: number) => number;
  readonly toY: (percent: number) => number;
  readonly withDots: boolean;
}

function drawLine(context: CanvasRenderingContext2D, { timesMs, positions }: ScriptColumns, line: Line): void {
  const { first, end, toX, toY, withDots } = line;
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.beginPath();
  for (let index = first; index < end; index++) context.lineTo(toX(timesMs[index] ?? 0), toY(positions[index] ?? 0));
  context.stroke();
  if (!withDots) return;
  context.beginPath();
  for (let index = first; index < end; index++) {
    const [x, y] = [toX(timesMs[index] ?? 0), toY(positions[index] ?? 0)];
    context.moveTo(x + DOT_PX, y);
    context.arc(x, y, DOT_PX, 0, 2 * Math.PI);
  }
  context.fill();
}

/** More points than pixels: the span of positions in each of them. */
function drawBand(
  { context, width }: CanvasSurface,
  { heatmap, startMs, spanMs }: ScriptChartScene,
  toY: (percent: number) => number,
): void {
  const level = heatmapResolutionFor(heatmap, spanMs / width);
  if (level === undefined) return;
  const binWidth = (level.binMs / spanMs) * width;
  const firstBin = Math.max(0, Math.floor(startMs / level.binMs));
  const endBin = Math.min(level.speeds.length, Math.ceil((startMs + spanMs) / level.binMs));
  for (let bin = firstBin; bin < endBin; bin++) {
    const [low, high] = [level.low[bin] ?? 255, level.high[bin] ?? 0];
    if (low > high) continue;
    const x = ((bin * level.binMs - startMs) / spanMs) * width;
    context.fillRect(x, toY(high), Math.max(1, binWidth), Math.max(1, toY(low) - toY(high)));
  }
}
