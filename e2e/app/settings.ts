import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';
import { choose } from './choose.ts';

/** The settings page. */
export function settingsPage(page: Page) {
  const main = page.getByRole('main');
  const card = (key: string) => main.getByRole('region', { name: words(key), exact: true });
  return {
    card,
    /** The link to a section, by the title of the section. */
    section: (key: string) => main.getByRole('link', { name: words(key), exact: true }),
    choose: (key: string, label: string) => choose(main.getByLabel(words(key), { exact: true }), label),
    toggle: (key: string) => main.getByRole('switch', { name: words(key), exact: true }),
    button: (key: string) => main.getByRole('button', { name: words(key), exact: true }),
    /** The key or the button of an action, on a card. */
    binding: (cardKey: string, key: string) =>
      card(cardKey).getByRole('button', { name: new RegExp(`${words(key)}(: |$)`) }),
    file: () => main.locator('input[type=file]'),
    shows: (key: string, values: Readonly<Record<string, string>> = {}) =>
      main
        .getByText(Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words(key)))
        .waitFor(),
  };
}
