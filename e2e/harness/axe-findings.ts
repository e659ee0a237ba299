import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The violations that axe finds on a page, each with its elements; empty where all is well. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Passed rules are left out, and the results are assembled in the page itself: our pages contain no other documents.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
