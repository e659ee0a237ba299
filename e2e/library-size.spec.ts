/** A library of 2,000 entries: the longest task of the page, and what a reload, a damaged record and an export leave of them. */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { LARGE_LIBRARY, largeLibrary } from './app/large-library.ts';
import { library } from './app/library.ts';
import { tabTo } from './app/tab-to.ts';
import { longestTaskMs } from './harness/page-tasks.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const LONGEST_TASK_MS = 50;
let person: Visit;
afterEach(() => person.close());

/** Writes something into the database of the library that no app of ours would. */
const damage = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('tactus-library');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('entries', 'readwrite');
          writing.objectStore('entries').put({ version: 1, id: 5, title: ['broken'] }, 'broken');
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

test('2000 entries are imported, listed, searched and scrolled without a task over 50 ms, and survive a reload and a damaged record', async () => {
  person = await visit(suite.browser, { viewport: DESKTOP });
  const { page } = person;
  const shelf = library(page);
  await page.addInitScript(
    (settings) => localStorage.setItem('tactus.settings', settings),
    JSON.stringify({ version: 2, deviceSelectionComplete: true, connectionKey: 'DemoHandy1' }),
  );
  await page.goto(`${suite.tactus.url}/local`);
  await shelf.shows(words('player.library.empty'));
  await shelf.importInput().setInputFiles({ name: 'seeds.json', mimeType: 'application/json', buffer: largeLibrary() });
  await shelf.shows(/^2,?000 entries$/);
  await damage(page);
  await page.reload();
  await shelf.shows(/^2,?000 entries$/);
  await shelf.shows('1 record could not be read');

  const browse = async () => {
    await shelf.view(words('player.library.playlists')).check();
    await shelf.view(/Incomplete \(2,?000\)/).check();
    await shelf.view(words('player.library.all')).check();
    await shelf.entry('Ride 0').waitFor();
    await shelf.entry('Ride 0').hover();
    for (let turn = 0; turn < 55; turn += 1) await page.mouse.wheel(0, 3_500);
    await shelf.entry('Ride 1999').waitFor();
    await shelf.search().pressSequentially('ride-1', { delay: 30 });
    await shelf.filters().click();
    await choose(shelf.tag(), 'set 7');
    await shelf.shows('111 found');
    await choose(shelf.sort(), words('player.library.sort.longest'));
    await shelf.entry('Ride 1997').waitFor();
    await choose(shelf.sort(), words('player.library.sort.fastest'));
    await choose(shelf.sort(), words('player.library.sort.title'));
    await shelf.search().fill('1997');
    await shelf.shows('1 found');
    await shelf.search().fill('');
    await choose(shelf.tag(), words('player.library.tag.any'));
    await shelf.filters().click();
    await shelf.entry('Ride 0').waitFor();
  };
  expect(await longestTaskMs(page, browse, LONGEST_TASK_MS)).toBeLessThanOrEqual(LONGEST_TASK_MS);

  await tabTo(page, shelf.search());
  await tabTo(page, shelf.entry('Ride 0'));
  await page.keyboard.press('End');
  await until('the last row has the focus', () =>
    shelf.entry('Ride 1999').evaluate((row) => row === document.activeElement),
  );
  await page.keyboard.press('PageUp');
  await until('a row further up has it', () =>
    shelf.entry('Ride 1993').evaluate((row) => row === document.activeElement),
  );
  expect(await shelf.entries.getByRole('listitem').count()).toBeLessThan(40);

  const download = page.waitForEvent('download');
  await shelf.export().click();
  await shelf.shows(words('player.library.export.text'));
  await shelf.card.getByRole('button', { name: words('player.library.export.yes'), exact: true }).click();
  const exported = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(exported.entries).toHaveLength(LARGE_LIBRARY);
  expect(Object.keys(exported.texts)).toHaveLength(LARGE_LIBRARY);
  expect(exported.damaged).toEqual([{ version: 1, id: 5, title: ['broken'] }]);
  expect(person.complaints).toEqual([]);
});
