/** Palette and help sheet: the same with any cloud. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyEffects } from './app/key-effects.ts';
import { sheets } from './app/shortcuts.ts';
import { axeFindings } from './harness/axe-findings.ts';
import { deeper } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const keys = keyEffects(suite);
let person: Visit;
let page: Page;

const open = (path: string, settings: object = {}) => keys.open(page, path, settings);

beforeEach(async () => {
  await keys.reset();
  person = await visitAgain(suite.browser, { viewport: DESKTOP });
  page = person.page;
});
afterEach(() => person.close());

test('the palette lists every page and action, is filtered by typing, and opens the choice by Enter alone', async () => {
  await open('/settings');
  await page.keyboard.press('Control+k');
  const { find, found } = sheets(page);
  await find().waitFor();
  const names = (await found().allInnerTexts()).join('\n');
  for (const key of ['page.home', 'page.hamp', 'page.hdsp', 'page.hsp', 'page.link', 'action.stop', 'action.topUp'])
    expect(names).toContain(words(key));
  await page.keyboard.type(words('page.random'));
  await until('one is left', async () => (await found().count()) === 1);
  await page.keyboard.press('Enter');
  await sheets(page).gone();
  await until('the page is there', async () => new URL(page.url()).pathname === '/random-classic');
});

test('an action of the palette acts on the device; arrows choose it', async () => {
  await open('/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words('action.topUp'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await keys.strokeIs(20, 90);
});

test('the help sheet lists the keys as they are bound', async () => {
  await open('/', { keyBinding: { stroke: { topUp: 'o' } } });
  await page.keyboard.press('?');
  const { keysOf } = sheets(page);
  expect(await keysOf('action.topUp')).toEqual(['O']);
  expect(await keysOf('action.topDown')).toEqual(['A']);
});

deeper('axe finds nothing in the palette and in the help sheet', async () => {
  await open('/');
  for (const key of ['Control+k', '?']) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheets(page).gone();
  }
});
