import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The page of alternating motion. */
export function manual(page: Page) {
  return {
    start: () => page.getByRole('button', { name: words('hamp.start'), exact: true }),
    stop: () => page.getByRole('main').getByRole('button', { name: words('hamp.stop'), exact: true }),
    speed: () => page.getByRole('slider', { name: words('control.speed') }),
    strokeBottom: () => page.getByRole('slider', { name: words('control.stroke.bottom') }),
    strokeTop: () => page.getByRole('slider', { name: words('control.stroke.top') }),
    boost: () => page.getByRole('button', { name: words('hamp.boost') }),
  };
}
