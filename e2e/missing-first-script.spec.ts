/** A page whose first script does not arrive: it says so by itself. */

import { expect } from 'vitest';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { PHONE, visit } from './harness/visit.ts';

const suite = withTactus();

further('a page whose first script does not load says after a while what to do', async () => {
  const person = await visit(suite.browser, { viewport: PHONE });
  const { page } = person;
  await page.route(/first-paint-.*\.js/, (route) => route.abort());
  await page.goto(suite.tactus.url);
  const advice = page.getByText('check the network and reload the page');
  await advice.waitFor({ state: 'attached' });
  expect(await advice.isVisible()).toBe(false);
  // The wait of the animation, in no time.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await advice.waitFor();
  await person.close();
});
