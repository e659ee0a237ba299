import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds wrong on a page, each with the elements it is about; nothing where all is well. */
export async function axeFindings(page: Page): Promise<string[]> {
  // What passes is not told, and what was found is put together in the page itself: our pages hold no other documents.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
