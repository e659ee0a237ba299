/** Japanese has no spaces: on a phone its headings and texts end their lines after a phrase, and still fit. */
import { expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { withTactus } from './harness/suite.ts';
import { textFaults } from './harness/text-fit.ts';
import { PHONE } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const suite = withTactus();

test.each(['/settings', '/community'])('the texts of %s in Japanese are broken by phrases', async (path) => {
  const { page, close } = await visitAgain(suite.browser, { viewport: PHONE, locale: 'ja' });
  await page.goto(`${suite.tactus.url}/?key=DemoHandy1&female=false`);
  await dock(page, 'ja').says('connection.ready');
  await page.goto(suite.tactus.url + path);
  await page.getByRole('main').getByRole('paragraph').first().waitFor();
  const rules = await page
    .locator(':is(h1, h2, p):lang(ja)')
    .evaluateAll((texts) => [...new Set(texts.map((text) => getComputedStyle(text).wordBreak))]);
  expect(rules).toEqual(['auto-phrase']);
  expect(await textFaults(page)).toEqual([]);
  await close();
});
