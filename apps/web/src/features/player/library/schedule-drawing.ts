import type { Undo } from '@tactus/time';
import { onAnimationFrames } from '../../../device-view/position/animation-frames.ts';

/** How many pictures are drawn before a frame: rows that scroll by fast are never drawn. */
const DRAWN_A_FRAME = 2;

const waiting = new Set<() => void>();
let stop: Undo | undefined;

/** Runs a drawing function in one of the next frames, a few at a time, unless undone before. */
export function scheduleDrawing(draw: () => void): Undo {
  waiting.add(draw);
  stop ??= onAnimationFrames(drawSome);
  return () => waiting.delete(draw);
}

function drawSome(): boolean {
  for (const draw of [...waiting].slice(0, DRAWN_A_FRAME)) {
    waiting.delete(draw);
    draw();
  }
  if (waiting.size > 0) return true;
  stop?.();
  stop = undefined;
  return true;
}
