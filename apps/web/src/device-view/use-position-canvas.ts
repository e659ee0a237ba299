import type { Time } from '@tactus/time';
import { type RefObject, useEffect, useRef } from 'react';
import { fitCanvas, type Ink, type Surface, watchInk } from './canvas.ts';
import type { DrawnPosition, ReadPosition } from './drawn-position.ts';
import { onFrames } from './frames.ts';
import { createTrail, type Trail } from './trail.ts';

/** What there is to draw in a frame. */
export interface PositionScene {
  readonly position: DrawnPosition | undefined;
  readonly trail: Trail;
  readonly nowMs: number;
  /** False where the person asked for less motion. */
  readonly withTrail: boolean;
}

/** How one frame is drawn. */
export type DrawPosition = (surface: Surface, ink: Ink, scene: PositionScene) => void;

/**
 * A canvas on which the position is drawn before every frame, outside React's state. Keep the identity of `read` and
 * `draw`: another one begins a new trail.
 */
export function usePositionCanvas(options: {
  read: ReadPosition;
  draw: DrawPosition;
  time: Time;
  trailSamples: number;
}): RefObject<HTMLCanvasElement | null> {
  const { read, draw, time, trailSamples } = options;
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (!canvas.current) return;
    const { surface, release } = fitCanvas(canvas.current);
    const theme = watchInk();
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
    const trail = createTrail(trailSamples);
    const stop = onFrames(() => {
      const on = surface();
      if (!on) return;
      const nowMs = time.monotonic();
      const position = read();
      if (position) trail.push(nowMs, position.position01);
      draw(on, theme.ink(), { position, trail, nowMs, withTrail: !calm.matches });
    });
    return () => {
      stop();
      theme.release();
      release();
    };
  }, [read, draw, time, trailSamples]);

  return canvas;
}
