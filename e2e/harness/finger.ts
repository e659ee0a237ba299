import type { CDPSession, Page } from 'playwright-core';

/** A place on the screen, px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger on a touch screen, as the browser gets it from the hardware: it scrolls where it is a scroll. */
export interface Finger {
  down(at: Point): Promise<void>;
  move(to: Point): Promise<void>;
  up(): Promise<void>;
  /** Comes down, goes there in a few steps, and is lifted. */
  swipe(from: Point, to: Point): Promise<void>;
}

/** Between so many places a swipe is seen. */
const STEPS = 5;

/** A finger for a page that was opened with touch. */
export async function fingerOn(page: Page): Promise<Finger> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  const finger: Finger = {
    down: async (at) => void (await touch('touchStart', [at])),
    move: async (to) => void (await touch('touchMove', [to])),
    up: async () => void (await touch('touchEnd', [])),
    async swipe(from, to) {
      const at = (step: number): Point => ({
        x: from.x + ((to.x - from.x) * step) / STEPS,
        y: from.y + ((to.y - from.y) * step) / STEPS,
      });
      // Both at once: a finger that waited for the machine between them would rest on what is under it.
      await Promise.all([finger.down(from), finger.move(at(1))]);
      for (let step = 2; step <= STEPS; step += 1) await finger.move(at(step));
      await finger.up();
    },
  };
  return finger;
}
