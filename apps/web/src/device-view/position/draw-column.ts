import type { CanvasSurface, ThemeColors } from './canvas-surface.ts';
import type { PositionFrame } from './use-position-canvas.ts';

const BAR_HEIGHT_PX = 10;
const SIDE_PX = 14;

/** How long the trail is seen, ms. */
export const COLUMN_TRAIL_MS = 200;

/** Draws one frame of the upright position: a fading trail of past positions, and the glowing bar. */
export function drawPositionColumn(
  { context, width, height }: CanvasSurface,
  ink: ThemeColors,
  scene: PositionFrame,
): void {
  const { position, trail, nowMs, withTrail } = scene;
  context.clearRect(0, 0, width, height);
  if (!position) return;
  const inset = BAR_HEIGHT_PX / 2 + 1;
  const toY = (position01: number) => height - inset - Math.min(1, Math.max(0, position01)) * (height - 2 * inset);
  const y = toY(position.position01);
  const barWidth = width - 2 * SIDE_PX;

  const range = withTrail && position.moving ? trail.rangeSince(nowMs - COLUMN_TRAIL_MS) : undefined;
  if (range) {
    // The far end of the trail is the oldest position.
    const upper = toY(range.max01);
    const lower = toY(range.min01);
    const far = Math.abs(upper - y) > Math.abs(lower - y) ? upper : lower;
    const fade = context.createLinearGradient(0, y, 0, far);
    fade.addColorStop(0, ink.accent);
    fade.addColorStop(1, 'transparent');
    context.save();
    context.globalAlpha = 0.45;
    context.fillStyle = fade;
    context.beginPath();
    context.roundRect(SIDE_PX, Math.min(y, far), barWidth, Math.abs(far - y), 10);
    context.fill();
    context.restore();
  }

  context.save();
  const gradient = context.createLinearGradient(SIDE_PX, 0, SIDE_PX + barWidth, 0);
  gradient.addColorStop(0, ink.accent);
  gradient.addColorStop(1, ink.accent2);
  context.shadowColor = ink.accent;
  context.shadowBlur = position.moving ? 22 : 8;
  context.fillStyle = gradient;
  context.beginPath();
  context.roundRect(SIDE_PX, y - BAR_HEIGHT_PX / 2, barWidth, BAR_HEIGHT_PX, BAR_HEIGHT_PX / 2);
  context.fill();
  context.restore();
}
