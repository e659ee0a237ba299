import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The debug pages. */
export function workshop(page: Page) {
  const main = page.getByRole('main');
  const button = (key: string) => main.getByRole('button', { name: words(key), exact: true });
  const tool = (key: string) => main.getByRole('radio', { name: words(key), exact: true });
  return {
    button,
    tool,
    toggle: (key: string) => main.getByRole('switch', { name: words(key), exact: true }),
    field: (key: string) => main.getByLabel(words(key), { exact: true }),
    /** Another debug page, by its name in the tabs. */
    open: (key: string) =>
      main
        .getByRole('navigation', { name: words('page.debug'), exact: true })
        .getByRole('link', { name: words(key), exact: true })
        .click(),
    link: () => main.getByRole('link', { name: /\/device-selection$/ }),
    key: () =>
      main
        .locator('code')
        .filter({ hasText: /^[A-Za-z0-9]{8,64}$/ })
        .innerText(),
    shows: (key: string) => main.getByText(words(key), { exact: true }).first().waitFor(),
    showsText: (text: string | RegExp) => main.getByText(text).first().waitFor(),
    /** A fact by its name: the element has name and value. */
    fact: (key: string) =>
      main
        .locator('dl > div')
        .filter({ has: page.getByText(words(key), { exact: true }) })
        .first(),
    outcome: (key: string) => main.getByRole('listitem').filter({ hasText: words(key) }),
    stored: (key: string) => main.getByRole('button', { name: new RegExp(`^${key}`) }),
  };
}
