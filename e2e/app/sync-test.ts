import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The sync test. */
export function syncTest(page: Page) {
  const main = page.getByRole('main');
  const button = (key: string) => main.getByRole('button', { name: words(key), exact: true });
  const nudge = (key: string, ms: number) =>
    main.getByRole('button', { name: words(key).replace('{ms}', String(ms)), exact: true });
  return {
    play: () => button('sync.play'),
    pause: () => button('sync.pause'),
    loop: () => main.getByRole('switch', { name: words('sync.loop'), exact: true }),
    simulator: () => page.getByRole('switch', { name: words('sync.simulator'), exact: true }),
    way: (way: 'stream' | 'upload') => main.getByRole('radio', { name: words(`sync.way.${way}`), exact: true }),
    earlier: (ms: number) => nudge('sync.offset.earlier', ms),
    later: (ms: number) => nudge('sync.offset.later', ms),
    typed: () => main.getByRole('textbox', { name: words('sync.offset.type'), exact: true }),
    store: () => button('sync.offset.store'),
    offset: () => main.getByLabel(words('sync.offset'), { exact: true }).and(main.locator('output')),
    stored: (ms: string) => main.getByText(words('sync.offset.stored').replace('{ms}', ms), { exact: true }),
    picture: () => main.getByRole('img', { name: words('sync.picture'), exact: true }),
    clocks: () => page.getByRole('region', { name: words('sync.clock'), exact: true }),
    again: () => page.getByRole('button', { name: words('sync.clock.again'), exact: true }),
    shows: (key: string): Promise<void> =>
      main
        .getByRole('status')
        .filter({ hasText: words(key) })
        .first()
        .waitFor(),
  };
}
