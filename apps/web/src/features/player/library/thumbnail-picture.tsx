import { useEffect, useRef } from 'react';
import { heatmapColorIndex, heatmapColors } from '../heatmap/heatmap-colors.ts';
import styles from './library-list.module.css';
import { scheduleDrawing } from './schedule-drawing.ts';
import { decodeThumbnail } from './thumbnail.ts';

/** CSS pixels, as in the style sheet. Reading them from the page would cause a layout for every row. */
const WIDTH_PX = 240;
const HEIGHT_PX = 14;
const LEAST_PX = 2;

/** Canvases of removed rows, for reuse: freeing hundreds of them while scrolling would cost whole frames. */
const spare: HTMLCanvasElement[] = [];
const MOST_SPARE = 32;

/** The small heatmap of an entry; drawn soon after its row has come into view. The row's text describes it. */
export function ThumbnailPicture({ thumbnail }: { thumbnail: string }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let canvas: HTMLCanvasElement | undefined;
    const cancel = scheduleDrawing(() => {
      canvas = spare.pop() ?? document.createElement('canvas');
      draw(canvas, thumbnail);
      box.current?.replaceChildren(canvas);
    });
    return () => {
      cancel();
      if (canvas === undefined) return;
      canvas.remove();
      if (spare.length < MOST_SPARE) spare.push(canvas);
    };
  }, [thumbnail]);
  return <span ref={box} className={styles['thumbnail']} aria-hidden="true" />;
}

function draw(canvas: HTMLCanvasElement, thumbnail: string): void {
  const density = window.devicePixelRatio || 1;
  const context = canvas.getContext('2d');
  if (!context) return;
  // Setting its size makes a canvas anew.
  if (canvas.width !== Math.round(WIDTH_PX * density)) {
    canvas.width = Math.round(WIDTH_PX * density);
    canvas.height = Math.round(HEIGHT_PX * density);
    context.scale(density, density);
  }
  context.clearRect(0, 0, WIDTH_PX, HEIGHT_PX);
  const ramp = heatmapColors(document.documentElement.dataset['mode'] === 'light' ? 'light' : 'dark');
  const columns = decodeThumbnail(thumbnail);
  const width = WIDTH_PX / Math.max(1, columns.length);
  columns.forEach(({ speed, low, high }, column) => {
    if (low > high) return;
    const height = Math.max(LEAST_PX, ((high - low) / 100) * HEIGHT_PX);
    context.fillStyle = ramp[heatmapColorIndex(speed)] ?? 'gray';
    const top = (1 - high / 100) * (HEIGHT_PX - LEAST_PX);
    context.fillRect(column * width, Math.min(top, HEIGHT_PX - height), Math.max(1, width), height);
  });
}
