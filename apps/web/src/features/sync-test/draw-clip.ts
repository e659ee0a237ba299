import type { CanvasSurface, ThemeColors } from '../../device-view/position/canvas-surface.ts';
import { CLIP_LENGTH_MS, CLIP_STROKE_MS, clipPositionAt } from './test-clip.ts';

const PADDING_PX = 16;
/** The bar takes this share of the width, the curve the rest. */
const BAR_SHARE = 0.3;
const BAR_MOST_PX = 180;
const GAP_PX = 20;
/** The visible part of the curve, ms, and the share of it that lies ahead. */
const SPAN_MS = 4_000;
const AHEAD_SHARE = 0.5;
/** How long a click is visible, ms. */
const FLASH_MS = 140;

/** The data of one frame of the test clip. */
export interface ClipScene {
  readonly clipMs: number;
  readonly moves: boolean;
  /** The device's place in the script by all clocks, its offset included; undefined while it does not follow. */
  readonly deviceMs: number | undefined;
}

/** Draws one frame: the bar with its click, and the curve with the picture's moment and the device's. */
export function drawClip({ context, width, height }: CanvasSurface, ink: ThemeColors, scene: ClipScene): void {
  context.clearRect(0, 0, width, height);
  const top = PADDING_PX;
  const tall = height - 2 * PADDING_PX;
  const toY = (share: number) => top + (1 - share) * tall;
  const barWidth = Math.min(BAR_MOST_PX, width * BAR_SHARE);
  drawBar(context, ink, { scene, toY, x: PADDING_PX, width: barWidth, bottom: top + tall });
  const x = PADDING_PX + barWidth + GAP_PX;
  drawCourse(context, ink, { scene, toY, x, width: width - x - PADDING_PX, bottom: top + tall });
}

interface Part {
  readonly scene: ClipScene;
  readonly toY: (share: number) => number;
  readonly x: number;
  readonly width: number;
  readonly bottom: number;
}

function drawBar(context: CanvasRenderingContext2D, ink: ThemeColors, { scene, toY, x, width, bottom }: Part): void {
  const y = toY(clipPositionAt(scene.clipMs));
  context.fillStyle = ink.ground;
  rounded(context, x, toY(1), width, bottom - toY(1));
  const fill = context.createLinearGradient(0, bottom, 0, toY(1));
  fill.addColorStop(0, ink.accent);
  fill.addColorStop(1, ink.accent2);
  context.fillStyle = fill;
  rounded(context, x, y, width, bottom - y);

  const sinceClickMs = scene.clipMs % CLIP_STROKE_MS;
  if (!scene.moves || sinceClickMs > FLASH_MS) return;
  context.globalAlpha = 1 - sinceClickMs / FLASH_MS;
  context.strokeStyle = ink.text;
  context.lineWidth = 6;
  context.beginPath();
  context.roundRect(x + 3, toY(1) + 3, width - 6, bottom - toY(1) - 6, 12);
  context.stroke();
  context.globalAlpha = 1;
}

function drawCourse(context: CanvasRenderingContext2D, ink: ThemeColors, { scene, toY, x, width, bottom }: Part): void {
  if (width <= 0) return;
  const startMs = scene.clipMs - SPAN_MS * (1 - AHEAD_SHARE);
  const toX = (ms: number) => x + ((ms - startMs) / SPAN_MS) * width;
  context.save();
  context.beginPath();
  context.rect(x, 0, width, bottom + PADDING_PX);
  context.clip();

  const half = CLIP_STROKE_MS / 2;
  const firstMs = Math.max(0, Math.floor(startMs / half) * half);
  const lastMs = Math.min(CLIP_LENGTH_MS, startMs + SPAN_MS + half);
  context.strokeStyle = ink.faint;
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.beginPath();
  for (let ms = firstMs; ms <= lastMs; ms += half) context.lineTo(toX(ms), toY(clipPositionAt(ms)));
  context.stroke();
  context.fillStyle = ink.text;
  for (let ms = Math.ceil(firstMs / CLIP_STROKE_MS) * CLIP_STROKE_MS; ms <= lastMs; ms += CLIP_STROKE_MS) {
    context.beginPath();
    context.arc(toX(ms), toY(clipPositionAt(ms)), 3.5, 0, 2 * Math.PI);
    context.fill();
  }

  drawMoment(context, { x: toX(scene.clipMs), top: toY(1), bottom, colour: ink.text, dashed: false });
  if (scene.deviceMs !== undefined) {
    const at = toX(scene.deviceMs);
    drawMoment(context, { x: at, top: toY(1), bottom, colour: ink.accent, dashed: true });
    context.fillStyle = ink.accent;
    context.beginPath();
    context.arc(at, toY(clipPositionAt(scene.deviceMs)), 8, 0, 2 * Math.PI);
    context.fill();
  }
  context.restore();
}

function drawMoment(
  context: CanvasRenderingContext2D,
  line: { x: number; top: number; bottom: number; colour: string; dashed: boolean },
): void {
  context.strokeStyle = line.colour;
  context.lineWidth = line.dashed ? 3 : 2;
  context.setLineDash(line.dashed ? [6, 6] : []);
  context.beginPath();
  context.moveTo(line.x, line.top);
  context.lineTo(line.x, line.bottom);
  context.stroke();
  context.setLineDash([]);
}

function rounded(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  context.beginPath();
  context.roundRect(x, y, width, Math.max(0, height), Math.min(14, Math.max(0, height) / 2));
  context.fill();
}
