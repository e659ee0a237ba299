/** A tab that stays open while another build replaces its own: every file has another name. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { dock } from './app/dock.ts';
import { installed } from './app/installed.ts';
import { sharedBrowser } from './harness/browser.ts';
import { goInApp } from './harness/go-in-app.ts';
import { copyOfBuild } from './harness/newer-build.ts';
import { pagePaths } from './harness/page-paths.ts';
import { startTactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';

async function openTab({ installs, dataDir = ':memory:' }: { installs: boolean; dataDir?: string }) {
  const build = copyOfBuild();
  onTestFinished(() => build.remove());
  const tactus = await startTactus(build.folder, { dataDir });
  onTestFinished(() => tactus.close());
  const person = await visit(await sharedBrowser(), { installs });
  onTestFinished(() => person.close());
  const { page } = person;
  await page.goto(`${tactus.url}/hamp?key=${KEY}&female=no`);
  await dock(page).shows('connection.ready');
  const device = tactus.device(KEY);
  return {
    ...person,
    folder: build.folder,
    url: tactus.url,
    app: installed(page),
    renew: () => build.renew(),
    moves: async () => (await device.hamp()).play_state === 1,
    start: () => page.getByRole('button', { name: words('hamp.start'), exact: true }).click(),
  };
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Opens a page as a link of the app does, and returns whether it is shown. */
async function opens(page: Page, path: string): Promise<boolean> {
  await goInApp(page, path);
  return (await page.getByRole('heading', { name: words('errorPage.title') }).count()) === 0;
}

async function failingPages(page: Page): Promise<string[]> {
  const failing: string[] = [];
  for (const path of pagePaths()) if (!(await opens(page, path))) failing.push(path);
  return failing;
}

test('an open tab goes on with its own version though the site has none of its files any more', async () => {
  const { page, app, renew, moves, start, complaints } = await openTab({ installs: true });
  await app.ready();
  await app.allCached();
  const entry = await app.entry();
  await start();
  await until('the device moves', moves);
  renew();
  await app.checkForUpdate();
  await app.newVersion().waitFor();
  expect(await moves()).toBe(true);
  expect(await app.reload().isEnabled()).toBe(false);
  await dock(page).stop().click();
  await until('the old tab stops the device', async () => !(await moves()));
  expect(await failingPages(page)).toEqual([]);
  expect(await app.entry()).toBe(entry);
  expect(complaints).toEqual([]);
});

test('a tab without a service worker gets the files of its own version from the site, and is offered the newer one', async () => {
  const dataDir = dataFolder();
  const { page, app, folder, renew, moves, start, complaints } = await openTab({ installs: false, dataDir });
  await until('the cloud has stored the files of its build', async () => {
    const files = readdirSync(join(folder, 'assets'), { withFileTypes: true }).filter((entry) => entry.isFile());
    return files.every(({ name }) => existsSync(join(dataDir, 'app-files/assets', name)));
  });
  const entry = await app.entry();
  await start();
  await until('the device moves', moves);
  renew();
  // Another person opens the newer version before this tab sends any request.
  await page.request.get(page.url());
  await until('the tab is notified, which checks whenever it becomes visible', async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    return (await app.newVersion().count()) === 1;
  });
  expect(await app.reload().isEnabled()).toBe(false);
  await dock(page).stop().click();
  await until('the old tab stops the device', async () => !(await moves()));
  expect(await failingPages(page)).toEqual([]);
  expect(await app.entry()).toBe(entry);
  await app.reload().click();
  await until('the newer version runs', async () => (await app.entry().catch(() => entry)) !== entry);
  // Every page of a tab that has no older version is opened by text-fit.spec.ts.
  await dock(page).shows('connection.ready');
  expect(await opens(page, '/settings')).toBe(true);
  expect(complaints).toEqual([]);
});

test('while one tab goes on with the newer version, another opens every page of the older one', async () => {
  const { page, context, app, url, renew } = await openTab({ installs: true });
  await app.ready();
  await app.allCached();
  const other = await context.newPage();
  await other.goto(`${url}/settings`);
  await other.getByRole('heading', { level: 1, name: words('page.settings') }).waitFor();
  const entry = await app.entry();
  renew();
  await app.checkForUpdate();
  await app.reload().click();
  await until('the newer version runs in one tab', async () => (await app.entry().catch(() => entry)) !== entry);
  const olderCaches = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('tactus-app-')).length - 1);
  await until('the newer version is cached', async () => (await olderCaches()) === 1);
  expect(await failingPages(other)).toEqual([]);
  expect(await installed(other).entry()).toBe(entry);

  await other.close();
  await page.reload();
  await until('the cache of the older version is gone with its last tab', async () => (await olderCaches()) === 0);
});

test('the notice of a newer version is gone for good once it is closed, and the tab goes on', async () => {
  const { page, app, renew } = await openTab({ installs: true });
  await app.ready();
  await app.allCached();
  renew();
  await app.checkForUpdate();
  await app.newVersion().waitFor();
  await page.getByRole('button', { name: words('app.close') }).click();
  await app.newVersion().waitFor({ state: 'detached' });
  await app.checkForUpdate();
  expect(await opens(page, '/settings')).toBe(true);
  expect(await app.newVersion().count()).toBe(0);
});
