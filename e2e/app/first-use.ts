import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** First use: choosing the device and connecting it. */
export function firstUse(page: Page) {
  return {
    title: () => page.getByRole('heading', { level: 1, name: words('deviceSelection.title') }),
    picture: (device: 'The Handy' | 'Oh') => page.getByRole('radio', { name: new RegExp(`^${device}`) }),
    keyField: () => page.getByRole('textbox', { name: words('connect.key') }),
    connect: () => page.getByRole('button', { name: words('connect.submit') }),
    tryVirtual: () => page.getByRole('button', { name: words('connect.virtual') }),
    goOnWithout: () => page.getByRole('button', { name: words('deviceSelection.skip') }),
  };
}
