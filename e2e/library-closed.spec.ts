/** The library of a page that stays open while its database is deleted or updated from elsewhere. */

import { afterEach, expect } from 'vitest';
import { library } from './app/library.ts';
import { EVEN_SCRIPT } from './app/player.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { DESKTOP, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
let person: Visit;
afterEach(() => person.close());

further('a library whose database is deleted takes new entries, and one of a newer app asks for a reload', async () => {
  person = await visit(suite.browser, { viewport: DESKTOP });
  const { page } = person;
  await page.addInitScript(
    (settings) => localStorage.setItem('tactus.settings', settings),
    JSON.stringify({ version: 2, deviceSelectionComplete: true, connectionKey: 'DemoHandy1' }),
  );
  await page.goto(`${suite.tactus.url}/local`);
  const shelf = library(page);
  const add = async () => {
    await shelf.addInput().setInputFiles([EVEN_SCRIPT]);
    await shelf.shows(/^1 entry$/);
  };
  await shelf.shows(words('player.library.empty'));
  await add();
  await page.evaluate(() => void indexedDB.deleteDatabase('tactus-library'));
  await shelf.shows(words('player.library.empty'));
  await add();
  await page.evaluate(() => void indexedDB.open('tactus-library', 2));
  await shelf.shows(words('player.library.newer'));
  expect(person.complaints).toEqual([]);
});
