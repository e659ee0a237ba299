import { systemTime, type Undo } from '@tactus/time';

/** Draws one frame; returns whether there was anything to draw. */
type Draw = () => boolean;

/** After so many frames without a drawing, the draw functions are called less often. */
const STILL_FRAMES = 30;
/** The interval then: a picture that begins to move is late by this much at most. */
const STILL_EVERY_MS = 50;

const draws = new Set<{ readonly draw: Draw }>();
let still = 0;
let stopNext: Undo | undefined;

/**
 * Calls `draw` before the frames that the browser shows (none while the tab is hidden) until undone: before every frame while
 * anything is drawn or a hand touches the page, else less often, since frames drain a phone's battery.
 */
export function onAnimationFrames(draw: Draw): Undo {
  const mine = { draw };
  draws.add(mine);
  wake();
  return () => {
    draws.delete(mine);
    if (draws.size === 0) rest();
  };
}

const HANDS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

function wake(): void {
  still = 0;
  if (stopNext === undefined) for (const name of HANDS) window.addEventListener(name, wake, { passive: true });
  inNextFrame();
}

function rest(): void {
  stopNext?.();
  stopNext = undefined;
  for (const name of HANDS) window.removeEventListener(name, wake);
}

function inNextFrame(): void {
  stopNext?.();
  const frame = requestAnimationFrame(run);
  stopNext = () => cancelAnimationFrame(frame);
}

function run(): void {
  still += 1;
  for (const { draw } of [...draws]) if (isDrawn(draw)) still = 0;
  if (draws.size === 0) rest();
  else if (still < STILL_FRAMES) inNextFrame();
  else inSomeTime();
}

/** The browser produces every requested frame, even without a drawing: so a timer runs instead, except in a hidden tab. */
function inSomeTime(): void {
  stopNext?.();
  stopNext = systemTime.after(STILL_EVERY_MS, () => (document.hidden ? inNextFrame() : run()));
}

/** One picture that fails does not affect the others. */
function isDrawn(draw: Draw): boolean {
  try {
    return draw();
  } catch (thrown) {
    reportError(thrown);
    return false;
  }
}
