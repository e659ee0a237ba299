import { systemTime, type Undo } from '@tactus/time';

/** Draws what there is to draw; gives whether there was anything. */
type Draw = () => boolean;

/** After so many frames in which nobody drew, everybody is asked less often. */
const STILL_FRAMES = 30;
/** So often then: a picture that begins to move does so this much later at the most. */
const STILL_EVERY_MS = 50;

const draws = new Set<{ readonly draw: Draw }>();
let still = 0;
let stopNext: Undo | undefined;

/**
 * Calls `draw` before the frames that the browser shows (none while the tab is hidden) until undone: before every one while
 * anything is drawn or a hand is at the page, else less often, since frames cost a phone its battery.
 */
export function onFrames(draw: Draw): Undo {
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

/** A frame that is asked for is made, also where nobody draws in it: so none is asked for, but of a tab that is hidden. */
function inSomeTime(): void {
  stopNext?.();
  stopNext = systemTime.after(STILL_EVERY_MS, () => (document.hidden ? inNextFrame() : run()));
}

/** One picture that fails leaves the others alone. */
function isDrawn(draw: Draw): boolean {
  try {
    return draw();
  } catch (thrown) {
    reportError(thrown);
    return false;
  }
}
