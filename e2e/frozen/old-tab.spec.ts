/** A tab that was opened with an earlier build, on the present cloud, before and after the present build takes its place. */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { installed } from '../app/installed.ts';
import { launchBrowser } from '../harness/browser.ts';
import { FROZEN, unpackFrozenApp } from '../harness/frozen.ts';
import { startTactus, WEB_ROOT } from '../harness/tactus.ts';
import { until } from '../harness/until.ts';
import { visit } from '../harness/visit.ts';
import { words } from '../harness/words.ts';

const KEY = 'DemoHandy1';
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Replaces the earlier build by the present one. */
function serveThePresent(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  cpSync(WEB_ROOT, folder, { recursive: true });
}

const presentEntry = () => /data-app="([^"]+)"/.exec(readFileSync(join(WEB_ROOT, 'index.html'), 'utf8'))?.[1];

/** The file of a build that a page loads last, once it is idle: the names of its actions, in English. */
function namesOfActions(folder: string): string {
  const assets = join(folder, 'assets');
  const name = readdirSync(assets).find(
    (file) => /\.js$/.test(file) && readFileSync(join(assets, file), 'utf8').includes('"action.palette.hint":"Type to'),
  );
  if (name === undefined) throw new Error('No file of the earlier build has the names of the actions');
  return `/assets/${name}`;
}

async function openOld(build: string, installs: boolean) {
  const app = unpackFrozenApp(build);
  onTestFinished(() => app.remove());
  const tactus = await startTactus(app.folder);
  onTestFinished(() => tactus.close());
  const person = await visit(browser, { installs });
  onTestFinished(() => person.close());
  const { page } = person;
  await page.goto(`${tactus.url}/hamp?key=${KEY}&female=no`);
  await dock(page).shows('connection.ready');
  // That build does not cache this file ahead: a tab whose site is replaced before it is loaded misses it.
  const last = namesOfActions(app.folder);
  await until('the tab has loaded its last file', () =>
    page.evaluate((path) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(path)), last),
  );
  const device = tactus.device(KEY);
  const plays = async () => (await device.hamp()).play_state === 1;
  const start = () => page.getByRole('button', { name: words('hamp.start'), exact: true }).click();
  return { ...person, ...app, device, plays, start, url: tactus.url };
}

describe.each(FROZEN)('a tab of the app of %s', (build) => {
  test('starts and stops the device by button and key, also once another build is served', async () => {
    const { page, folder, plays, start, complaints } = await openOld(build, false);
    await start();
    await until('the old tab starts the device', plays);
    await dock(page).stop().click();
    await until('its Stop stops the device', async () => !(await plays()));

    await start();
    await until('the device moves again', plays);
    serveThePresent(folder);
    await dock(page).stop().click();
    await until('its Stop stops the device under another build', async () => !(await plays()));
    await start();
    await until('the old tab starts the device under another build', plays);
    await page.keyboard.press('Escape');
    await until('Escape stops the device', async () => !(await plays()));
    expect(complaints).toEqual([]);
  });

  test('is offered the present build by its service worker, stops, and goes on with all its data', async () => {
    const { page, folder, plays, start, complaints } = await openOld(build, true);
    const app = installed(page);
    await app.ready();
    const before = await app.entry();
    const settings = () => page.evaluate(() => localStorage.getItem('tactus.settings'));
    const had = JSON.parse((await settings()) ?? '');
    expect((await app.cachedPaths()).length).toBeGreaterThan(5);

    serveThePresent(folder);
    await app.checkForUpdate();
    await app.newVersion().waitFor();
    expect(await app.entry()).toBe(before);
    await start();
    await until('the old tab still starts the device', plays);
    await app.reload().click();
    await until('the present build runs', async () => (await app.entry().catch(() => before)) === presentEntry());
    expect(await plays()).toBe(false);
    await dock(page).shows('connection.ready');
    expect(JSON.parse((await settings()) ?? '')).toMatchObject(had);
    await until(
      'the cache of the old worker is gone',
      () =>
        page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('tactus-app-')).length === 1),
      40_000,
    );
    await start();
    await until('the present build starts the device', plays);
    await dock(page).stop().click();
    await until('and stops the device', async () => !(await plays()));
    expect(complaints).toEqual([]);
  });
});
