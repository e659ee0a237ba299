import type { Undo } from '@tactus/time';

/** Calls `draw` before every frame that the browser shows (none while the tab is hidden) until undone. */
export function onFrames(draw: () => void): Undo {
  let frame = requestAnimationFrame(run);
  function run() {
    frame = requestAnimationFrame(run);
    draw();
  }
  return () => cancelAnimationFrame(frame);
}
