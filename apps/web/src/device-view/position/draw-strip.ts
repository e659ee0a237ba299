import type { CanvasSurface, ThemeColors } from './canvas-surface.ts';
import type { PositionTrail } from './trail.ts';
import type { PositionFrame } from './use-position-canvas.ts';

const TRACK_PX = 14;
const BAR_WIDTH_PX = 10;
const BAR_HEIGHT_PX = 22;

/** How long the trail is seen, ms. */
export const STRIP_TRAIL_MS = 240;

/** Draws one frame of the strip: the track, the person's window, a fading trail, and the glowing bar. */
export function drawPositionStrip(
  { context, width, height }: CanvasSurface,
  ink: ThemeColors,
  scene: PositionFrame,
): void {
  const { position, trail, nowMs, withTrail } = scene;
  const middle = height / 2;
  const inset = BAR_WIDTH_PX / 2 + 2;
  const toX = (position01: number) => inset + clamp01(position01) * (width - 2 * inset);

  context.clearRect(0, 0, width, height);
  roundBar(context, 0, middle - TRACK_PX / 2, width, TRACK_PX, ink.ground);
  if (!position) return;

  const left = toX(position.windowMin01) - inset;
  const right = toX(position.windowMax01) + inset;
  roundBar(context, left, middle - TRACK_PX / 2, right - left, TRACK_PX, ink.window);

  const x = toX(position.position01);
  if (withTrail && position.moving) drawTrail({ context, trail, nowMs, middle, toX, accent: ink.accent });

  context.save();
  const gradient = context.createLinearGradient(0, middle - BAR_HEIGHT_PX / 2, 0, middle + BAR_HEIGHT_PX / 2);
  gradient.addColorStop(0, ink.accent2);
  gradient.addColorStop(1, ink.accent);
  context.shadowColor = ink.accent;
  context.shadowBlur = position.moving ? 16 : 6;
  roundBar(context, x - BAR_WIDTH_PX / 2, middle - BAR_HEIGHT_PX / 2, BAR_WIDTH_PX, BAR_HEIGHT_PX, gradient);
  context.restore();
}

interface TrailScene {
  context: CanvasRenderingContext2D;
  trail: PositionTrail;
  nowMs: number;
  middle: number;
  toX: (position01: number) => number;
  accent: string;
}

function drawTrail({ context, trail, nowMs, middle, toX, accent }: TrailScene): void {
  context.save();
  context.strokeStyle = accent;
  context.lineWidth = TRACK_PX - 6;
  let before: number | undefined;
  trail.forEachSince(nowMs - STRIP_TRAIL_MS, (atMs, position01) => {
    const x = toX(position01);
    if (before !== undefined) {
      context.globalAlpha = 0.5 * (1 - (nowMs - atMs) / STRIP_TRAIL_MS);
      context.beginPath();
      context.moveTo(before, middle);
      context.lineTo(x, middle);
      context.stroke();
    }
    before = x;
  });
  context.restore();
}

/** A filled bar with round ends. */
function roundBar(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string | CanvasGradient,
): void {
  context.fillStyle = fill;
  context.beginPath();
  context.roundRect(x, y, Math.max(0, width), height, Math.min(height, width) / 2);
  context.fill();
}

const clamp01 = (value: number): number => Math.min(1, Math.max(0, value));
