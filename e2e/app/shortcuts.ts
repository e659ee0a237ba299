import type { Locator, Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { words } from '../harness/words.ts';

/** Palette and help sheet, wherever they come up. */
export function sheets(page: Page) {
  const palette = page.getByRole('dialog', { name: words('action.palette'), exact: true });
  const help = page.getByRole('dialog', { name: words('action.help'), exact: true });
  return {
    palette: () => palette,
    find: () => palette.getByRole('combobox'),
    found: () => palette.getByRole('option'),
    help: () => help,
    keysOf: (key: string) => pressed(help, 0, key),
    buttonsOf: (key: string) => pressed(help, 1, key),
    /** None is left in the page: one that is closing is hidden before it is gone, and would take a key for itself. */
    gone: () => page.locator('dialog').waitFor({ state: 'detached' }),
    stop: () => page.getByRole('dialog').getByRole('button', { name: words('dock.stop'), exact: true }),
  };
}

/** What is pressed for an action, by the list of the help sheet that says it: the keys are the first, the gamepad is the second. */
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

/** The keys are listened to once the help sheet comes up by its own. */
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
