import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The content of our frame in a page of another site. */
export function widget(page: Page) {
  const frame = page.frameLocator('tactus-widget iframe');
  const button = (key: string) => frame.getByRole('button', { name: words(key), exact: true });
  return {
    ask: () => button('uui.ask'),
    askAgain: () => button('uui.again'),
    beyond: () => frame.locator('[style*="--most"]'),
    start: () => button('uui.start'),
    take: () => button('uui.take'),
    stop: () => button('uui.stop'),
    speed: () => frame.getByRole('slider', { name: words('uui.speed'), exact: true }),
    alert: (key: string) => frame.getByRole('alert').filter({ hasText: words(key) }),
    shows: (key: string): Promise<void> =>
      frame
        .getByRole('status')
        .filter({ hasText: words(key) })
        .waitFor(),
  };
}

/** The window of ours in which a person gives a site permission. */
export function permission(page: Page) {
  const main = page.getByRole('main');
  const button = (key: string) => main.getByRole('button', { name: words(key), exact: true });
  return {
    allow: () => button('uui.allow'),
    refuse: () => button('uui.refuse'),
    speed: () => main.getByRole('slider', { name: words('sharing.speed'), exact: true }),
    site: (origin: string) => main.getByText(origin, { exact: true }),
  };
}
