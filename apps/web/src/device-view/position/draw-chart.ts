import type { CanvasSurface, ThemeColors } from './canvas-surface.ts';
import type { ReportedPositionDot } from './position-snapshot.ts';
import type { PositionTrail } from './trail.ts';
import type { PositionFrame } from './use-position-canvas.ts';

const PADDING_PX = 8;
const DOT_PX = 2.5;
/** After so long without a known position the line is broken. */
const GAP_MS = 500;

/** Draws one frame of the position chart: the window as a band, the estimate as a line, the target dashed, reports as dots. */
export function drawChart(
  { context, width, height }: CanvasSurface,
  ink: ThemeColors,
  scene: PositionFrame & { targets: PositionTrail; readings: readonly ReportedPositionDot[]; spanMs: number },
): void {
  const { position, trail, targets, readings, nowMs, spanMs } = scene;
  const startMs = nowMs - spanMs;
  const toX = (atMs: number) => ((atMs - startMs) / spanMs) * width;
  const toY = (position01: number) => PADDING_PX + (1 - position01) * (height - 2 * PADDING_PX);

  context.clearRect(0, 0, width, height);
  if (position) {
    context.fillStyle = ink.ground;
    const top = toY(position.windowMax01);
    context.fillRect(0, top, width, toY(position.windowMin01) - top);
  }
  drawGrid({ context, width, toY, faint: ink.window });

  const drawLine = (points: PositionTrail) => {
    context.beginPath();
    let lastMs = Number.NEGATIVE_INFINITY;
    points.forEachSince(startMs, (atMs, position01) => {
      if (atMs - lastMs < GAP_MS) context.lineTo(toX(atMs), toY(position01));
      else context.moveTo(toX(atMs), toY(position01));
      lastMs = atMs;
    });
    context.stroke();
  };
  context.lineJoin = 'round';
  context.strokeStyle = ink.text;
  context.lineWidth = 1.5;
  context.setLineDash([5, 5]);
  drawLine(targets);
  context.setLineDash([]);
  context.strokeStyle = ink.accent;
  context.lineWidth = 2.25;
  drawLine(trail);

  context.fillStyle = ink.text;
  for (const reading of readings) {
    if (reading.atMs < startMs) continue;
    context.beginPath();
    context.arc(toX(reading.atMs), toY(reading.position01), DOT_PX, 0, 2 * Math.PI);
    context.fill();
  }
}

interface Grid {
  context: CanvasRenderingContext2D;
  width: number;
  toY: (position01: number) => number;
  faint: string;
}

function drawGrid({ context, width, toY, faint }: Grid): void {
  context.strokeStyle = faint;
  context.lineWidth = 1;
  context.setLineDash([2, 6]);
  context.beginPath();
  for (const line of [0, 0.5, 1]) {
    const y = Math.round(toY(line)) + 0.5;
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.stroke();
  context.setLineDash([]);
}
