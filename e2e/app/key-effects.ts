import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { DeviceSeen } from '../harness/device-seen.ts';
import { storeSettings } from '../harness/stored-settings.ts';
import type { Suite } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { dock } from './dock.ts';
import { keysWork } from './shortcuts.ts';

const KEY = 'DemoHandy1';

/** The values that the six keys change, as the device reports them. */
export function keyEffects(suite: Suite) {
  const device = (): DeviceSeen => suite.tactus.device(KEY);

  /** The window of the stroke, per cent. */
  async function stroke(): Promise<[number, number]> {
    const { min, max } = await device().get<{ min: number; max: number }>('/slider/stroke');
    return [Math.round(min * 100), Math.round(max * 100)];
  }
  const offset = async () => (await device().get<{ offset: number }>('/hstp/offset')).offset;

  return {
    device,
    stroke,
    strokeIs: (...wanted: [number, number]) =>
      until(`the stroke is ${wanted}`, async () => (await stroke()).join() === wanted.join()),
    offsetIs: (wanted: number) => until(`the offset is ${wanted}`, async () => (await offset()) === wanted),

    /** The initial values of every test. */
    async reset(): Promise<void> {
      await suite.tactus.setConnected(KEY, true);
      await device().put('/hamp/stop');
      await device().put('/slider/stroke', { min: 0.2, max: 0.8 });
      await device().put('/hstp/offset', { offset: 0 });
    },

    /** Opens a page with these settings and a linked device, and waits until keys work. */
    async open(page: Page, path: string, settings: object = {}): Promise<void> {
      await storeSettings(page, suite.tactus.url, { connectionKey: KEY, ...settings });
      await page.goto(`${suite.tactus.url}${path}`);
      await dock(page).shows('connection.ready');
      await keysWork(page);
    },

    /** Runs an action that must have no effect: no command leaves the page, and the device does not change. */
    async doesNothing(page: Page, press: () => Promise<void>): Promise<void> {
      const sent = watchCommands(page);
      await press();
      await framesPass(page, 4);
      expect(sent).toEqual([]);
      expect([...(await stroke()), await offset()]).toEqual([20, 80, 0]);
    },
  };
}

/** The commands that the page sends from now on, by the end of their path. A lease that is renewed is none. */
export function watchCommands(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const path = /\/v3(\/[^?]*)/.exec(request.url())?.[1];
    if (request.method() === 'PUT' && path !== undefined) sent.push(path);
  });
  return sent;
}

/** Waits until the page has drawn so many frames: input has been processed by then. */
export const framesPass = (page: Page, frames: number): Promise<void> =>
  page.evaluate(async (count) => {
    for (let left = count; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, frames);
