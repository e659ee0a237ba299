/** The storage of a browser from an earlier build, opened with the present one: nothing is lost. */
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { FROZEN, frozenJson, type StoredState } from '../harness/frozen.ts';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { DESKTOP, visit } from '../harness/visit.ts';
import { words } from '../harness/words.ts';

const suite = withTactus();
const german = (key: string) => words(key, 'de');

/** Values that change with use: the last page, and the facts of the devices. */
const CHANGES = new Set(['lastControlPage', 'darkMode']);

const storedNow = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));

describe.each(FROZEN)('the storage of %s', (build) => {
  test('is taken over completely: device, settings, language, library, playlist, script memory, log of guests', async () => {
    const { url } = suite.tactus;
    const stored = frozenJson<StoredState>(build, 'browser.json', url);
    const before = Object.fromEntries((stored.origins[0]?.localStorage ?? []).map(({ name, value }) => [name, value]));
    const person = await visit(suite.browser, { viewport: DESKTOP, stored });
    onTestFinished(() => person.close());
    const { page } = person;
    const main = page.getByRole('main');

    // A setting is changed, so that the present build writes the settings again.
    await page.goto(`${url}/settings#appearance`);
    await dock(page, 'de').shows('connection.ready');
    await main.getByRole('switch', { name: german('settings.darkMode'), exact: true }).click();
    const settingsNow = async () => JSON.parse((await storedNow(page))['tactus.settings'] ?? '{}');
    await until('the change is stored', async () => (await settingsNow()).darkMode === true);
    const had = JSON.parse(before['tactus.settings'] ?? '{}');
    // A later build may add a setting to a group; what was set stays.
    for (const name of Object.keys(had).filter((one) => !CHANGES.has(one)))
      expect({ [name]: (await settingsNow())[name] }).toMatchObject({ [name]: had[name] });
    // None of it was set aside as unreadable.
    const aside = (names: readonly string[]) => names.filter((name) => name.startsWith('tactus.settings.aside'));
    expect(aside(Object.keys(await storedNow(page)))).toEqual(aside(Object.keys(before)));

    await page.goto(`${url}/link`);
    for (const name of ['Desk', 'Travel']) await main.getByRole('article', { name, exact: true }).waitFor();

    await page.goto(`${url}/beatbox`);
    for (const name of ['Calm', 'Brisk'])
      await expect.poll(() => page.evaluate(() => localStorage.getItem('tactus.settings'))).toContain(`"${name}"`);

    await page.goto(`${url}/local`);
    const shelf = main.getByRole('region', { name: german('player.library'), exact: true });
    const entries = shelf.getByRole('list', { name: german('player.library.entries'), exact: true });
    for (const title of ['Morning', 'Interval'])
      await entries
        .getByRole('button', { name: new RegExp(`^${title}`) })
        .first()
        .waitFor();
    await shelf.getByRole('radio', { name: german('player.library.playlists') }).check();
    await expect.poll(() => shelf.locator('ol > li').allInnerTexts()).toEqual(['Interval', 'Morning']);
    await shelf.getByRole('radio', { name: german('player.library.all'), exact: true }).check();
    await entries
      .getByRole('button', { name: /^Morning/ })
      .first()
      .click();
    // The script exists, and so does the window that was stored for it.
    await main.getByRole('button', { name: german('player.remembered.use'), exact: true }).waitFor();

    await page.goto(`${url}/remote#share`);
    await main.getByText(german('sharing.log'), { exact: true }).click();
    await main.getByText('Ann').first().waitFor();

    const now = await storedNow(page);
    expect(Object.keys(now)).toEqual(expect.arrayContaining(Object.keys(before)));
    for (const name of ['tactus.emulator', 'tactus.device.latest', 'userLanguage'])
      expect([name, now[name]]).toEqual([name, before[name]]);
    expect(person.complaints).toEqual([]);
  });
});
