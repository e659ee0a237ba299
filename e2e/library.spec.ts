/** The library of the player, in a real browser: its own database, stored file handles and files that must be chosen again. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { framesPass } from './app/key-effects.ts';
import { largeLibrary } from './app/large-library.ts';
import { library } from './app/library.ts';
import { player, scriptOf, TEST_CLIP } from './app/player.ts';
import { tabTo } from './app/tab-to.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';
let person: Visit;

async function open() {
  person = await visit(suite.browser, { viewport: DESKTOP });
  const { page } = person;
  await page.addInitScript(
    (settings) => localStorage.setItem('tactus.settings', localStorage.getItem('tactus.settings') ?? settings),
    JSON.stringify({ version: 2, deviceSelectionComplete: true, connectionKey: KEY }),
  );
  await page.goto(`${suite.tactus.url}/local`);
  return { page, shelf: library(page) };
}

beforeEach(() => suite.tactus.device(KEY).put('/slider/stroke', { min: 0, max: 1 }));
afterEach(async () => {
  await person.close();
  await suite.tactus.device(KEY).put('/hsp/stop');
});
const nothingIsComplained = () => expect(person.complaints).toEqual([]);

test('where the browser stores a file’s handle, the video opens after a reload', async () => {
  const { page, shelf } = await open();
  const clip = readFileSync(TEST_CLIP).toString('base64');
  const stub = async () => {
    // The picker belongs to the system: a file of the page's own storage has the same kind of handle.
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('kept.webm');
    Object.assign(window, { showOpenFilePicker: async () => [handle] });
  };
  await page.evaluate(async (base64) => {
    const root = await navigator.storage.getDirectory();
    const writing = await (await root.getFileHandle('kept.webm', { create: true })).createWritable();
    await writing.write(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)));
    await writing.close();
  }, clip);
  await page.evaluate(stub);
  await shelf.addMenu().click();
  await shelf.add().click();
  await shelf.shows(/^1 entry$/);
  await page.reload();
  await shelf.entry('kept').click();
  await player(page).video().waitFor();
  await until('its pictures are there', () =>
    player(page)
      .video()
      .evaluate((video: HTMLVideoElement) => video.readyState >= 2),
  );
  nothingIsComplained();
});

test('where the browser has no handles, a film that it is to keep, now or later, plays after a reload', async () => {
  person = await visit(suite.browser, { viewport: PHONE });
  const { page } = person;
  await page.addInitScript('delete window.showOpenFilePicker');
  await page.goto(`${suite.tactus.url}/local?key=${KEY}`);
  const shelf = library(page);
  await shelf.addInput().setInputFiles(TEST_CLIP);
  await shelf.card.getByRole('button', { name: words('player.library.keepFilms.no'), exact: true }).tap();
  await page.getByText('Keep this film in the browser?').waitFor({ state: 'hidden' });
  await shelf.edit('test-clip').tap();
  const keep = shelf.card.getByRole('button', { name: /^Keep \d+ MB$/ });
  await keep.tap();
  await keep.waitFor({ state: 'hidden' });
  await page.reload();
  await shelf.entry('test-clip').tap();
  await until('it plays', async () => !(await player(page).medium()).paused);
  nothingIsComplained();
});

test('an entry plays by a press, Back returns to its place in the list, and order and filters are there after a reload', async () => {
  const { page, shelf } = await open();
  const film = player(page);
  await shelf.importInput().setInputFiles({ name: 'seeds.json', mimeType: 'application/json', buffer: largeLibrary() });
  await shelf.shows(/^2,?000 entries$/);
  await choose(shelf.sort(), words('player.library.sort.longest'));
  await shelf.entry('Ride 1999').hover();
  await page.mouse.wheel(0, 8_800);
  await shelf.entry('Ride 1895').waitFor();
  const placeOf = () => shelf.entry('Ride 1895').evaluate((row) => row.getBoundingClientRect().top);
  const before = await placeOf();
  // Its film is not here: the script is opened alone, and begins by its own button.
  await shelf.entry('Ride 1895').press('Enter');
  await film.back().waitFor();
  await page.goBack();
  await film.back().waitFor({ state: 'hidden' });
  await expect.poll(placeOf).toBe(before);
  await shelf.entry('Ride 1895').press('Enter');
  await film.back().press('Enter');
  await film.back().waitFor({ state: 'hidden' });
  await expect.poll(placeOf).toBe(before);

  await shelf.filters().click();
  await choose(shelf.filter('script'), words('player.library.script.without'));
  await shelf.shows('0 found');
  await page.reload();
  await shelf.shows('0 found');
  await shelf.filters().click();
  await shelf.card.getByRole('button', { name: words('player.library.filters.clear') }).click();
  await shelf.entry('Ride 1999').waitFor();

  await shelf.card.getByRole('button', { name: words('player.library.choose'), exact: true }).click();
  await tabTo(page, shelf.entries.getByRole('checkbox', { name: /^Ride 1999/ }));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await shelf.shows('2 chosen');
  await choose(shelf.addTo(), words('player.library.addTo.new'));
  await page.getByText('2 entries added to Playlist 1').waitFor();
  await shelf.search().fill('ride-1');
  await shelf.card.getByRole('button', { name: 'Choose all 1,111', exact: true }).click();
  await shelf.card.getByRole('button', { name: words('player.library.remove'), exact: true }).click();
  await shelf.card.getByRole('button', { name: 'Remove these 1,111 from the library', exact: true }).click();
  await shelf.search().fill('');
  await shelf.shows('889 entries');
  nothingIsComplained();
});

test('files with like names are asked about, all at once, and become one entry by keyboard', async () => {
  const { page, shelf } = await open();
  const fileOf = (name: string, text = 'no picture') => ({ name, mimeType: '', buffer: Buffer.from(text) });
  const SCRIPT = '0,10\n1000,90\n';
  await shelf
    .addInput()
    .setInputFiles([
      fileOf('[North] Evening Ride [1080p].mp4'),
      fileOf('[North] Evening Ride.csv', SCRIPT),
      fileOf('watch_3310245_Corner_Table.mp4'),
      fileOf('Corner Table.csv', SCRIPT),
      fileOf('Long Road.mp4'),
      fileOf('Long Road Home.csv', `${SCRIPT}2000,10\n`),
    ]);
  await shelf.pairs().waitFor();
  await shelf.shows(/^5 entries$/);
  expect(await shelf.pairs().getByRole('checkbox', { checked: true }).count()).toBe(2);
  await tabTo(page, shelf.pairs().getByRole('checkbox', { name: /Long Road Home/ }));
  await page.keyboard.press('Space');
  await tabTo(page, shelf.pairs().getByRole('button', { name: 'Put 1 pair together' }));
  await page.keyboard.press('Enter');
  await shelf.shows(/^4 entries$/);
  await shelf.pairs().waitFor({ state: 'hidden' });
  await page.reload();
  await shelf.shows(/^4 entries$/);
  nothingIsComplained();
});

test('a row that is dragged beyond the end of a playlist stays in it; a long playlist scrolls under the row', async () => {
  const { page, shelf } = await open();
  const titles = Array.from({ length: 16 }, (_, index) => `entry ${String(index + 1).padStart(2, '0')}`);
  const files = titles.map((title, index) =>
    scriptOf(
      `${title}.funscript`,
      [0, 500].map((at) => ({ at, pos: index })),
    ),
  );
  await shelf.addInput().setInputFiles(files);
  await shelf.shows(/^16 entries$/);
  const rows = shelf.card.locator('ol');
  /** How far the list has scrolled, its length, and how many rows are in it. */
  const facts = () =>
    rows.evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect();
      const boxes = [...list.children].map((row) => row.getBoundingClientRect());
      const shown = boxes.filter((box) => box.bottom > top && box.top < bottom).length;
      return { scrolled: list.scrollTop, length: list.scrollHeight, shown };
    });
  /** Drags a row so far below the list, to one place after the other. */
  async function drag(title: string, beyondPx: readonly number[], check: () => Promise<void>): Promise<void> {
    const handle = await shelf.move(title).boundingBox();
    const list = await rows.boundingBox();
    if (!handle || !list) throw new Error('No playlist is shown');
    const x = handle.x + handle.width / 2;
    await page.mouse.move(x, handle.y + handle.height / 2);
    await page.mouse.down();
    for (const px of beyondPx) {
      await page.mouse.move(x, list.y + list.height + px, { steps: 10 });
      await framesPass(page, 60);
      await check();
    }
    await page.mouse.up();
  }
  /** Shows the playlist once it has so many entries. */
  async function showPlaylist(count: number): Promise<void> {
    await shelf.view(words('player.library.playlists')).check();
    await until('the playlist has its entries', async () => (await shelf.order().count()) === count);
    await rows.evaluate((list) => list.scrollIntoView({ block: 'center', behavior: 'instant' }));
  }

  await shelf.view(words('player.library.playlists')).check();
  await shelf.playlistName().fill('Evening');
  await shelf.createPlaylist().click();
  await shelf.view(words('player.library.all')).check();
  await shelf.addToPlaylist(titles.slice(0, 3), 'Evening');
  await showPlaylist(3);
  const { length } = await facts();
  await drag('entry 01', [30, 190], async () => expect(await facts()).toEqual({ scrolled: 0, length, shown: 3 }));
  await until('it is the last', async () => (await shelf.order().last().innerText()) === 'entry 01');
  await shelf.view(words('player.library.all')).check();
  await shelf.card.getByRole('button', { name: words('player.library.choose'), exact: true }).click();
  await shelf.card.getByRole('button', { name: 'Choose all 16', exact: true }).click();
  await choose(shelf.addTo(), 'Evening');
  await showPlaylist(16);
  const long = await facts();
  await drag('entry 02', [-5], async () => {
    await until('the list has scrolled', async () => (await facts()).scrolled > 100);
    expect((await facts()).length).toBe(long.length);
  });
  nothingIsComplained();
});
