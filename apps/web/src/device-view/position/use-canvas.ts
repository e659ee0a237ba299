import { type RefObject, useEffect, useRef } from 'react';
import { useLatest } from '../../ui/use-latest.ts';
import { onAnimationFrames } from './animation-frames.ts';
import { type CanvasSurface, fitCanvas, type ThemeColors, watchThemeColors } from './canvas-surface.ts';
import { createChangeDetector } from './change-detector.ts';

/**
 * Draws one frame where there is something to draw, and returns whether anything may still move. `changed` returns whether any
 * of its arguments differs from the frame before, or the surface, the ink, or this function itself.
 */
export type DrawCanvas = (
  surface: CanvasSurface,
  ink: ThemeColors,
  changed: (...parts: readonly unknown[]) => boolean,
) => boolean;

/**
 * A canvas that lives as long as its component; `draw` draws on it before every frame, outside React's state. Values that
 * `draw` takes from its render need not be passed to `changed`: the next render has another draw function.
 */
export function useCanvas(draw: DrawCanvas): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useLatest(draw);
  useEffect(() => {
    if (!canvas.current) return;
    const { surface, release } = fitCanvas(canvas.current);
    const theme = watchThemeColors(canvas.current);
    const changedSince = createChangeDetector();
    const changed = (...parts: readonly unknown[]) => changedSince(surface(), theme.ink(), latest.current, ...parts);
    const stop = onAnimationFrames(() => {
      const on = surface();
      return on !== undefined && latest.current(on, theme.ink(), changed);
    });
    return () => {
      stop();
      theme.release();
      release();
    };
  }, [latest]);
  return canvas;
}
