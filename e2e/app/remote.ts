import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The remote: everything under one thumb. */
export function remote(page: Page) {
  const main = page.getByRole('main');
  return {
    start: () => main.getByRole('button', { name: words('remote.start'), exact: true }),
    stop: () => main.getByRole('button', { name: words('remote.stop'), exact: true }),
    preset: (name: 'full' | 'calm' | 'low' | 'high' | 'fast') =>
      main.getByRole('button', { name: words(`remote.preset.${name}`), exact: true }),
    speed: () => main.getByRole('slider', { name: words('control.speed'), exact: true }),
    showPad: () => main.getByRole('radio', { name: words('remote.mode.pad'), exact: true }),
    pad: () => main.getByRole('slider', { name: words('control.pad'), exact: true }),
    reaction: () => main.getByText(/\d+ ms both ways/),
  };
}
