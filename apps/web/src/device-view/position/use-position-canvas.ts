import type { Time } from '@tactus/time';
import { type RefObject, useMemo } from 'react';
import type { CanvasSurface, ThemeColors } from './canvas-surface.ts';
import type { PositionSnapshot, ReadPosition } from './position-snapshot.ts';
import { createPositionTrail, type PositionTrail } from './trail.ts';
import { type DrawCanvas, useCanvas } from './use-canvas.ts';

/** The data of a frame. */
export interface PositionFrame {
  readonly position: PositionSnapshot | undefined;
  readonly trail: PositionTrail;
  readonly nowMs: number;
  /** False where the person's system prefers reduced motion. */
  readonly withTrail: boolean;
}

/** How one frame is drawn. */
export type DrawPositionFrame = (surface: CanvasSurface, ink: ThemeColors, scene: PositionFrame) => void;

interface PositionCanvasOptions {
  read: ReadPosition;
  draw: DrawPositionFrame;
  time: Time;
  trailSamples: number;
  /** So long after the last change the trail has faded, ms: then the picture is not drawn again. */
  settlesMs: number;
  /** Called in every frame: returns when the other drawn values changed last. Pass the same function every time. */
  noteElse?: ((nowMs: number) => number) | undefined;
}

/**
 * A canvas on which the position is drawn before every frame in which it has changed, outside React's state. Pass the same
 * `read` and `draw` in every render: another function begins a new trail.
 */
export function usePositionCanvas(options: PositionCanvasOptions): RefObject<HTMLCanvasElement | null> {
  const { read, draw, time, trailSamples, settlesMs, noteElse } = options;
  const drawFrame = useMemo(
    () => createDraw({ read, draw, time, trailSamples, settlesMs, noteElse }),
    [read, draw, time, trailSamples, settlesMs, noteElse],
  );
  return useCanvas(drawFrame);
}

function createDraw({ read, draw, time, trailSamples, settlesMs, noteElse }: PositionCanvasOptions): DrawCanvas {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
  const trail = createPositionTrail(trailSamples);
  let movedMs = Number.NEGATIVE_INFINITY;
  let shownMs = Number.NEGATIVE_INFINITY;
  return (surface, ink, changed) => {
    const nowMs = time.monotonic();
    const position = read();
    if (position) trail.push(nowMs, position.position01);
    const { position01, windowMin01, windowMax01, moving } = position ?? {};
    const elseMs = noteElse?.(nowMs) ?? Number.NEGATIVE_INFINITY;
    const isOther = changed(position01, windowMin01, windowMax01, moving);
    if (isOther) shownMs = nowMs;
    if (moving) movedMs = nowMs;
    if (nowMs - Math.max(shownMs, elseMs) > settlesMs) return false;
    draw(surface, ink, { position, trail, nowMs, withTrail: !calm.matches });
    // The level line of a resting device may move less often.
    return isOther || nowMs - movedMs <= settlesMs;
  };
}
