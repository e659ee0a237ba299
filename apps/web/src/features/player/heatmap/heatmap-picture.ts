import type { Heatmap } from '@tactus/motion';
import type { ThemeColors } from '../../../device-view/position/canvas-surface.ts';
import { heatmapColorIndex, heatmapColors } from './heatmap-colors.ts';
import { areDense, type HeatmapColumn, heatmapBars, heatmapColumns } from './heatmap-columns.ts';

/** The inputs of a heatmap's picture. It is redrawn only when one of them changes. */
export interface HeatmapScene {
  readonly heatmap: Heatmap | undefined;
  readonly durationMs: number;
  /** Where chapters begin, ms. */
  readonly chaptersMs: readonly number[];
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen in one of those. */
  readonly density: number;
  /** A new object after every change of the theme. */
  readonly ink: ThemeColors;
}

/** Padding above and below, and the least height of a column. CSS pixels. */
const PADDING_PX = 5;
const LEAST_PX = 2;
const CHAPTER_PX = 6;
/** The bars of a dense script, and the space between them. CSS pixels. */
const BAR_PX = 3;
const GAP_PX = 1;

/** Caches the picture of a heatmap, at the density of the screen, so that a frame only copies it. */
export function createHeatmapPicture(): { of(scene: HeatmapScene): HTMLCanvasElement } {
  const canvas = document.createElement('canvas');
  let drawn: HeatmapScene | undefined;
  return {
    of(scene) {
      if (drawn === undefined || !isSame(drawn, scene)) draw(canvas, scene);
      drawn = scene;
      return canvas;
    },
  };
}

function isSame(one: HeatmapScene, other: HeatmapScene): boolean {
  // Both have the same names.
  const names = Object.keys(one) as (keyof HeatmapScene)[];
  return names.every((name) => one[name] === other[name]);
}

function draw(canvas: HTMLCanvasElement, scene: HeatmapScene): void {
  const { heatmap, durationMs, chaptersMs, density, ink } = scene;
  canvas.width = Math.round(scene.width * density);
  canvas.height = Math.round(scene.height * density);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = ink.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (heatmap === undefined || durationMs <= 0) return;

  const ramp = heatmapColors(ink.mode);
  const padding = PADDING_PX * density;
  const room = canvas.height - 2 * padding;
  const toY = (percent: number) => padding + (1 - percent / 100) * room;
  const drawColumn = ({ speed, low, high }: HeatmapColumn, x: number, width: number) => {
    if (low > high) return;
    const [top, bottom] = [toY(high), toY(low)];
    const height = Math.max(LEAST_PX * density, bottom - top);
    context.fillStyle = ramp[heatmapColorIndex(speed)] ?? ink.accent;
    context.fillRect(x, (top + bottom - height) / 2, width, height);
  };
  const columns = heatmapColumns(heatmap, canvas.width, durationMs);
  if (areDense(columns)) {
    const [step, bar] = [(BAR_PX + GAP_PX) * density, BAR_PX * density];
    const bars = Math.max(1, Math.floor(canvas.width / step));
    heatmapBars(heatmap, bars, durationMs).forEach((column, index) => {
      drawColumn(column, (index / bars) * canvas.width, bar);
    });
  } else for (const [x, column] of columns.entries()) drawColumn(column, x, 1);

  context.fillStyle = ink.text;
  for (const startMs of chaptersMs) {
    const x = Math.round((startMs / durationMs) * canvas.width);
    context.fillRect(x, 0, Math.max(1, Math.round(density)), CHAPTER_PX * density);
  }
}
