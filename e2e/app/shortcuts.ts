import type { Locator, Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { words } from '../harness/words.ts';

/** Palette, help and the sheet of the device, on any page. */
export function sheets(page: Page) {
  const palette = page.getByRole('dialog', { name: words('action.palette'), exact: true });
  const help = page.getByRole('dialog', { name: words('action.help'), exact: true });
  return {
    palette: () => palette,
    find: () => palette.getByRole('combobox'),
    found: () => palette.getByRole('option'),
    help: () => help,
    device: () => page.getByRole('dialog', { name: words('home.device'), exact: true }),
    keysOf: (key: string) => pressed(help, 0, key),
    buttonsOf: (key: string) => pressed(help, 1, key),
    /** Waits until none is in the page: a closing one is hidden before it is removed, and would take a key. */
    gone: () => page.locator('dialog').waitFor({ state: 'detached' }),
    stop: () => page.getByRole('dialog').getByRole('button', { name: words('dock.stop'), exact: true }),
  };
}

/** The keys or the button of an action in the help sheet: the first list has the keys, the second the gamepad. */
async function pressed(help: Locator, list: number, key: string): Promise<string[]> {
  await help.waitFor();
  return help
    .locator('dl')
    .nth(list)
    .locator('div')
    .filter({ has: help.page().getByText(words(key), { exact: true }) })
    .locator('kbd')
    .allInnerTexts();
}

/** Keys work once the key of the help sheet opens it. */
export async function keysWork(page: Page): Promise<void> {
  const { help, gone } = sheets(page);
  await until('the help sheet comes up', async () => {
    await page.keyboard.press('?');
    return help().isVisible();
  });
  // Escape would stop the device too.
  await help()
    .getByRole('button', { name: words('app.close'), exact: true })
    .click();
  await gone();
}
