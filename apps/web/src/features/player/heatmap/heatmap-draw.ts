import type { CanvasSurface, ThemeColors } from '../../../device-view/position/canvas-surface.ts';

/** A part of a recording, ms: from A to B. */
export interface RecordingSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** The moving marks over the picture of a heatmap. Times in ms. */
export interface HeatmapMarks {
  readonly picture: HTMLCanvasElement;
  readonly durationMs: number;
  readonly positionMs: number;
  readonly loop: RecordingSpan | undefined;
  /** Where the hand points. */
  readonly pointedMs: number | undefined;
}

const PLAYHEAD_PX = 3;
const EDGE_PX = 2;

/** Draws one frame of the seek bar: the picture, the played part, the loop, the pointer's place, the playhead. */
export function drawHeatmapFrame(
  { context, width, height }: CanvasSurface,
  ink: ThemeColors,
  moment: HeatmapMarks,
): void {
  const { picture, durationMs, positionMs, loop, pointedMs } = moment;
  const toX = (ms: number) => (durationMs > 0 ? Math.min(1, Math.max(0, ms / durationMs)) * width : 0);
  const x = toX(positionMs);
  context.clearRect(0, 0, width, height);
  if (picture.width > 0) context.drawImage(picture, 0, 0, width, height);

  context.fillStyle = ink.ground;
  context.globalAlpha = 0.55;
  if (loop === undefined) context.fillRect(0, 0, x, height);
  else {
    context.fillRect(0, 0, toX(loop.startMs), height);
    context.fillRect(toX(loop.endMs), 0, width, height);
  }
  context.globalAlpha = 1;
  if (loop !== undefined) {
    context.fillStyle = ink.accent;
    context.fillRect(toX(loop.startMs) - EDGE_PX / 2, 0, EDGE_PX, height);
    context.fillRect(toX(loop.endMs) - EDGE_PX / 2, 0, EDGE_PX, height);
  }
  if (pointedMs !== undefined) {
    context.fillStyle = ink.text;
    context.globalAlpha = 0.6;
    context.fillRect(toX(pointedMs) - 0.5, 0, 1, height);
    context.globalAlpha = 1;
  }
  // A dark and a light edge: seen on every colour of the ramp.
  context.fillStyle = ink.ground;
  context.fillRect(x - PLAYHEAD_PX / 2 - 1, 0, PLAYHEAD_PX + 2, height);
  context.fillStyle = ink.text;
  context.fillRect(x - PLAYHEAD_PX / 2, 0, PLAYHEAD_PX, height);
}
