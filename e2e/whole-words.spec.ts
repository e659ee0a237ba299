/** Japanese has no spaces and Korean lines may end at any syllable: on a phone they end between words, and still fit. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { brokenWords } from './harness/broken-words.ts';
import { pagePaths, settingsPaths } from './harness/page-paths.ts';
import { withTactus } from './harness/suite.ts';
import { ownFont, textFaults } from './harness/text-fit.ts';
import { PHONE } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const suite = withTactus();

/** A page on a phone in this language. */
async function open(language: string) {
  const person = await visitAgain(suite.browser, { viewport: PHONE, locale: language });
  await person.page.goto(`${suite.tactus.url}/?key=DemoHandy1&female=false`);
  await dock(person.page, language).shows('connection.ready');
  return person;
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(suite.tactus.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await ownFont(page);
}

test.each(['ja', 'ko'])('no page in %s breaks a word over two lines', async (language) => {
  const { page, close } = await open(language);
  const faults: string[] = [];
  for (const path of [...pagePaths(), ...settingsPaths()]) {
    await show(page, path);
    const found = [...(await brokenWords(page, language)), ...(await textFaults(page))];
    faults.push(...found.map((fault) => `${path}: ${fault}`));
  }
  expect(faults).toEqual([]);
  await close();
});

test.each(['ja', 'ko'])('without the rule for %s words would be broken, and the check finds them', async (language) => {
  const { page, close } = await open(language);
  await show(page, '/settings#limits');
  await page.getByRole('main').getByRole('paragraph').first().waitFor();
  expect(await brokenWords(page, language)).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.style.wordBreak = 'normal';
  });
  expect(await brokenWords(page, language)).not.toEqual([]);
  await close();
});
