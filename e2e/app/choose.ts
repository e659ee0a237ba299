import type { Locator } from 'playwright-core';

/** Chooses an option by its label: from the platform's list on a touch screen, from ours elsewhere. */
export async function choose(box: Locator, label: string): Promise<void> {
  if (await box.evaluate((element) => element instanceof HTMLSelectElement)) {
    await box.selectOption({ label });
    return;
  }
  await box.click();
  await box.page().getByRole('option', { name: label, exact: true }).click();
}
