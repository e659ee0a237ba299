import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The page of random strokes. */
export function random(page: Page) {
  const main = page.getByRole('main');
  return {
    start: () => main.getByRole('button', { name: words('random.start'), exact: true }),
    stop: () => main.getByRole('button', { name: words('random.stop'), exact: true }),
    next: () => main.getByRole('button', { name: words('random.next'), exact: true }),
    /** A preset by the last word of its key. */
    preset: (name: 'calm' | 'varied' | 'intense') => main.getByRole('radio', { name: words(`random.preset.${name}`) }),
    seed: () => main.getByRole('textbox', { name: words('random.seed') }),
    highestSpeed: () => main.getByRole('slider', { name: words('random.speedRange.most') }),
    /** The button that makes a time shorter, by the key of the time. */
    less: (key: string) =>
      main.getByRole('button', { name: words('unit.less').replace('{what}', words(key)), exact: true }),
    /** The button that makes a time longer. */
    more: (key: string) =>
      main.getByRole('button', { name: words('unit.more').replace('{what}', words(key)), exact: true }),
    /** The picks that are shown. */
    picks: () => main.getByRole('listitem').getByRole('img'),
    shows: (key: string) => main.getByText(words(key)),
  };
}
