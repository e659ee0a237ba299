import type { CDPSession, Page } from 'playwright-core';

/** A place on the screen, px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger on a touch screen, as the browser receives it from the hardware: it can scroll. */
export interface Finger {
  down(at: Point): Promise<void>;
  move(to: Point): Promise<void>;
  up(): Promise<void>;
  /** Another finger taps, while this one rests where it is. */
  tapWithOther(resting: Point, at: Point): Promise<void>;
  /** Touches, moves there in a few steps, rests for a moment so that the page does not roll on, and lifts. */
  swipe(from: Point, to: Point): Promise<void>;
  /** As `swipe`, lifted on the move: the page rolls on. */
  flick(from: Point, to: Point): Promise<void>;
}

/** Between so many places a swipe is seen. */
const STEPS = 5;
/** From one place of a swipe to the next by the clock of the hardware. s */
const STEP_S = 0.01;
/** After so long a rest a lifted finger does not make the page roll. s */
const REST_S = 0.2;

/** A finger for a page that was opened with touch. */
export async function fingerOn(page: Page): Promise<Finger> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  type Kind = 'touchStart' | 'touchMove' | 'touchEnd';
  const touch = (type: Kind, touchPoints: Point[], timestamp?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints, ...(timestamp !== undefined && { timestamp }) });

  async function travel(from: Point, to: Point, restS: number): Promise<void> {
    const at = (step: number): Point => ({
      x: from.x + ((to.x - from.x) * step) / STEPS,
      y: from.y + ((to.y - from.y) * step) / STEPS,
    });
    // By the clock of the hardware the swipe is over now, however long its delivery takes.
    const begunS = await page.evaluate(() => Date.now() / 1000);
    const whenS = (step: number) => begunS - (STEPS - step) * STEP_S - restS;
    // Both at once: a delay between them would be a resting finger.
    await Promise.all([touch('touchStart', [from], whenS(0)), touch('touchMove', [at(1)], whenS(1))]);
    for (let step = 2; step <= STEPS; step += 1) await touch('touchMove', [at(step)], whenS(step));
    if (restS > 0) await touch('touchMove', [{ x: to.x + 1, y: to.y }], begunS);
    await touch('touchEnd', [], begunS);
  }

  return {
    down: async (at) => void (await touch('touchStart', [at])),
    move: async (to) => void (await touch('touchMove', [to])),
    up: async () => void (await touch('touchEnd', [])),
    async tapWithOther(resting, at) {
      await touch('touchStart', [resting, at]);
      // A point that is missing has been lifted.
      await touch('touchMove', [resting]);
    },
    swipe: (from, to) => travel(from, to, REST_S),
    flick: (from, to) => travel(from, to, 0),
  };
}
