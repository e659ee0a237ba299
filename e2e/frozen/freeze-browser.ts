import type { Browser, Page } from 'playwright-core';
import { dock } from '../app/dock.ts';
import { library } from '../app/library.ts';
import { linked } from '../app/linked.ts';
import { player } from '../app/player.ts';
import { remote } from '../app/remote.ts';
import { guest, sharing, startStrokes } from '../app/share.ts';
import { madeDevice } from '../harness/made-device.ts';
import { storeSettings } from '../harness/stored-settings.ts';
import { startTactus, type Tactus } from '../harness/tactus.ts';
import { until } from '../harness/until.ts';
import { DESKTOP, visit } from '../harness/visit.ts';
import { words } from '../harness/words.ts';
import { USED_SETTINGS } from './used-settings.ts';

/** A script of so many seconds, as a file. */
const scriptFile = (name: string, seconds: number) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      actions: Array.from({ length: 2 * seconds + 1 }, (_, half) => ({ at: half * 500, pos: half % 2 ? 70 : 30 })),
    }),
  ),
});

type StorageState = Awaited<ReturnType<import('playwright-core').BrowserContext['storageState']>>;

/** The storage of a browser after a while of use; `http://site` stands for the origin. */
export async function freezeBrowser(browser: Browser): Promise<object> {
  const tactus = await startTactus();
  const person = await visit(browser, { viewport: DESKTOP });
  try {
    const { page } = person;
    // As on a phone: browsers there have no file handles, and none can be written to a fixture.
    await page.addInitScript('delete window.showOpenFilePicker');
    await storeSettings(page, tactus.url, USED_SETTINGS);
    await page.goto(`${tactus.url}/link`);
    await dock(page).shows('connection.ready');
    await linked(page).tab.start().click();
    await until('the device of the tab has a key', () =>
      page.evaluate(() => localStorage.getItem('tactus.emulator') !== null),
    );
    await linked(page).tab.stop().click();
    await fillLibrary(page, tactus);
    await lendOnce(browser, page, tactus, 'DemoHandy1');
    await page.evaluate(() => localStorage.setItem('userLanguage', 'de-DE'));
    return withoutOrigin(await person.context.storageState({ indexedDB: true }), tactus.url);
  } finally {
    await person.close();
    await tactus.close();
  }
}

/** The same for a person whose device is in another cloud, and who shares it by a bridge. */
export async function freezeBridgingBrowser(browser: Browser): Promise<object> {
  const elsewhere = await startTactus(undefined, { profile: 'vendor' });
  const home = await startTactus(undefined, { apiBase: `${elsewhere.url}/api/handy-rest/v3` });
  const person = await visit(browser, { viewport: DESKTOP });
  try {
    const { page } = person;
    const { key } = await madeDevice(elsewhere.url, '4.1.1');
    await page.goto(`${home.url}/remote?key=${key}&female=no#share`);
    await dock(page).shows('connection.ready');
    await lendOnce(browser, page, { ...elsewhere, url: home.url }, key);
    const state = await person.context.storageState({ indexedDB: true });
    return { madeAtMs: Date.now(), ...withoutOrigin(state, home.url) };
  } finally {
    await person.close();
    await home.close();
    await elsewhere.close();
  }
}

async function fillLibrary(page: Page, tactus: Tactus): Promise<void> {
  await page.goto(`${tactus.url}/local`);
  const shelf = library(page);
  for (const file of [scriptFile('Morning.funscript', 30), scriptFile('Interval.funscript', 45)])
    await shelf.addInput().setInputFiles(file);
  await shelf.shows(/^2 entries$/);
  await shelf.edit('Morning').click();
  await shelf.tags().fill('slow, mine');
  await shelf.save().click();
  await shelf.view(words('player.library.playlists')).check();
  await shelf.playlistName().fill('Workout');
  await shelf.createPlaylist().click();
  await shelf.view(words('player.library.all')).check();
  await shelf.addToPlaylist(['Interval', 'Morning'], 'Workout');
  // The settings that the player stores for one script: a window of its own.
  await shelf.entry('Morning').click();
  await until('it plays', async () => (await player(page).pause().count()) === 1);
  await player(page).strokeTop().focus();
  await page.keyboard.press('PageDown');
  await player(page).pause().click();
}

/** Makes a link, lets a guest drive for a moment, and leaves the log of it. */
async function lendOnce(browser: Browser, page: Page, tactus: Tactus, key: string): Promise<void> {
  if (!page.url().includes('/remote')) await page.goto(`${tactus.url}/remote#share`);
  const card = sharing(page);
  await card.openLimits();
  await card.name().fill('Evening');
  await card.uses().selectOption('any');
  await card.send().click();
  await card.card.locator('code').first().waitFor();
  const ann = await visit(browser, { viewport: DESKTOP });
  await ann.page.goto(await card.address());
  await guest(ann.page).name().fill('Ann');
  await guest(ann.page).join().click();
  const device = tactus.device(key);
  await startStrokes(ann.page, async () => (await device.hamp()).play_state === 1);
  await remote(ann.page).stop().click();
  await guest(ann.page).leave().click();
  await guest(ann.page).shows('share.end.left');
  await ann.close();
  await until('the log names the guest', () =>
    page.evaluate(() =>
      Object.entries(localStorage).some(
        ([name, text]) => name.startsWith('tactus.sharing.log.') && text.includes('left'),
      ),
    ),
  );
}

function withoutOrigin(state: StorageState, origin: string): StorageState {
  const text = JSON.stringify({ ...state, origins: state.origins.filter((one) => one.origin === origin) });
  return JSON.parse(text.replaceAll(origin, 'http://site')) as StorageState; // the same with another name in it
}
