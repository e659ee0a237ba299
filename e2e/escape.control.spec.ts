import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { keyEffects } from './app/key-effects.ts';
import { library } from './app/library.ts';
import { linked } from './app/linked.ts';
import { sharing } from './app/share.ts';
import { sheets } from './app/shortcuts.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const APP = fileURLToPath(new URL('../apps/web/src', import.meta.url));

const suite = withTactus();
const keys = keyEffects(suite);
let person: Visit;
let page: Page;

beforeEach(async () => {
  await keys.reset();
  person = await visitAgain(suite.browser, { viewport: DESKTOP });
  page = person.page;
});
afterEach(() => person.close());

const plays = async () => (await keys.device().hamp()).play_state === 1;
const button = (key: string) => page.getByRole('main').getByRole('button', { name: words(key), exact: true });
const question = () => page.getByRole('main').getByRole('alertdialog');

/** An element that opens over the page or in it, its place in the source, and how a person opens it. */
interface Opening {
  readonly name: string;
  readonly file: string;
  readonly path: string;
  open(): Promise<unknown>;
  /** The element that exists while it is open. */
  shown(): Locator;
}

const QUESTIONS: readonly Opening[] = [
  {
    name: 'the question whether a device is forgotten',
    file: 'features/link/linked-card.tsx',
    path: '/link',
    open: () => linked(page).device('The Handy').forget().click(),
    shown: question,
  },
  {
    name: 'the question whether everything is deleted',
    file: 'features/preferences/privacy-card.tsx',
    path: '/settings#privacy',
    open: () => button('settings.privacy.wipe').click(),
    shown: question,
  },
  {
    name: 'the question whether an entry is removed',
    file: 'features/player/library/remove-button.tsx',
    path: '/local',
    async open() {
      const shelf = library(page);
      await shelf.addInput().setInputFiles(script('ride.funscript'));
      await shelf.edit('ride').click();
      await shelf.card.getByRole('button', { name: words('player.library.remove'), exact: true }).click();
    },
    shown: question,
  },
  {
    name: 'the question whether the library is exported',
    file: 'features/player/library/library-actions.tsx',
    path: '/local',
    async open() {
      const shelf = library(page);
      await shelf.addInput().setInputFiles(script('ride.funscript'));
      await shelf.card.getByRole('button', { name: words('player.library.export'), exact: true }).click();
    },
    shown: question,
  },
  {
    name: 'the question whether a playlist is removed',
    file: 'features/player/library/remove-button.tsx',
    path: '/local',
    async open() {
      const shelf = library(page);
      await shelf.view(words('player.library.playlists')).check();
      await shelf.playlistName().fill('Evening');
      await shelf.createPlaylist().click();
      await shelf.card.getByRole('button', { name: words('player.library.playlist.remove'), exact: true }).click();
    },
    shown: question,
  },
  {
    name: 'the question whether a link is revoked',
    file: 'features/remote/sharing/share-item.tsx',
    path: '/remote#share',
    async open() {
      const card = sharing(page);
      await card.send().click();
      await card.revoke().click();
    },
    shown: question,
  },
];

const SHEETS: readonly Opening[] = [
  {
    name: 'the palette',
    file: 'app/actions/command-palette.tsx',
    path: '/hamp',
    open: () => page.keyboard.press('Control+k'),
    shown: () => sheets(page).palette(),
  },
  {
    name: 'the shortcut help',
    file: 'app/actions/help-sheet.tsx',
    path: '/hamp',
    open: () => page.keyboard.press('?'),
    shown: () => sheets(page).help(),
  },
  {
    name: 'the sheet of the device',
    file: 'device/dock/device-sheet.tsx',
    path: '/hamp',
    open: () => dock(page).name().click(),
    shown: () => sheets(page).device(),
  },
];

const LISTS: readonly Opening[] = [
  {
    name: 'the list of a select',
    file: 'ui/select-list.tsx',
    path: '/settings#language',
    async open() {
      await page.getByRole('combobox', { name: words('settings.language'), exact: true }).focus();
      await page.keyboard.press('Space');
    },
    shown: () => page.getByRole('listbox'),
  },
];

const script = (name: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ actions: [0, 500, 1000].map((at) => ({ at, pos: at === 500 ? 90 : 10 })) })),
});

describe('Escape stops the device, and closes', () => {
  for (const opening of [...SHEETS, ...LISTS, ...QUESTIONS]) {
    const declare = SHEETS.includes(opening) ? test : further;
    declare(opening.name, async () => {
      await keys.open(page, opening.path, { stopOnLeave: false });
      await opening.open();
      await opening.shown().waitFor();
      await keys.device().put('/hamp/start');
      await dock(page).shows('dock.moving');
      await page.keyboard.press('Escape');
      await until('the device rests', async () => !(await plays()));
      await opening.shown().waitFor({ state: 'detached' });
    });
  }

  further('a key binding that waits for a press', async () => {
    await keys.open(page, '/settings#keyboard', { stopOnLeave: false });
    const waiting = page.getByRole('button', { name: words('settings.keyboard.waits') });
    await page.getByRole('button', { name: /: Q$/ }).click();
    await keys.device().put('/hamp/start');
    await dock(page).shows('dock.moving');
    await page.keyboard.press('Escape');
    await until('the device rests', async () => !(await plays()));
    expect(await waiting.count()).toBe(0);
  });

  further('nothing while a text is composed, as in Japanese: the key belongs to the composition', async () => {
    await keys.open(page, '/hamp', { stopOnLeave: false });
    await page.keyboard.press('Control+k');
    await sheets(page).find().waitFor();
    await keys.device().put('/hamp/start');
    const devtools = await person.context.newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await page.keyboard.press('Escape');
    expect([await plays(), await sheets(page).palette().isVisible()]).toEqual([true, true]);
    await devtools.send('Input.insertText', { text: 'に' });
    await page.keyboard.press('Escape');
    await until('the device rests', async () => !(await plays()));
    await sheets(page).gone();
  });

  further('every place of the source that opens an overlay is tested here', async () => {
    const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.tsx$/.test(name),
    );
    const opens = (pattern: RegExp) => files.filter((name) => pattern.test(readFileSync(join(APP, name), 'utf8')));
    const walked = new Set([...SHEETS, ...LISTS, ...QUESTIONS].map(({ file }) => file));
    expect(
      opens(/from '.*\/dialog-with-stop\.tsx'|<(InlineQuestion|PhoneMenu)[\s>]|role="(listbox|menu|dialog)"/).sort(),
    ).toEqual([...walked, 'app/main-layout.tsx'].sort());
    // The phone's menu and the blank page are walked in everywhere.control.spec.ts. What is modal is a dialog with its Stop or the blank
    // page, and no list, calendar or colour picker of the browser swallows the key.
    expect(opens(/\.showModal\(|\bpopover[=A-Z]/).sort()).toEqual([
      'app/blank-screen.tsx',
      'device/dock/dialog-with-stop.tsx',
    ]);
    expect(opens(/<select[\s>]|<datalist|type="(color|date|datetime-local|month|time|week)"/)).toEqual([
      'ui/select.tsx',
    ]);
  });
});
