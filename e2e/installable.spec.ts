import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dock } from './app/dock.ts';
import { installed } from './app/installed.ts';
import { launchBrowser } from './harness/browser.ts';
import { copyOfBuild } from './harness/newer-build.ts';
import { startTactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const heading = (key: string) => ({ level: 1, name: words(key) });

async function openInstalled(url: string, language = 'en-US') {
  const person = await visit(browser, { installs: true, locale: language });
  onTestFinished(() => person.close());
  const { page } = person;
  await page.goto(`${url}/?key=DemoHandy1`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const app = installed(page, language);
  await app.ready();
  return { ...person, app };
}

test('the browser recognises the app as installable, with icons of every kind', async () => {
  const tactus = await startTactus();
  onTestFinished(() => tactus.close());
  const { page, context } = await openInstalled(tactus.url);
  const cdp = await context.newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // A context of a test is a private window, where nothing is installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, data } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { name, display, theme_color, icons } = JSON.parse(data ?? '');
  expect({ name, display, theme_color }).toEqual({ name: 'Tactus', display: 'standalone', theme_color: '#0c0e13' });
  expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const { src, type, sizes } of icons) {
    const answer = await page.request.get(tactus.url + src);
    expect(answer.headers()['content-type']).toContain(type);
    const width = (await answer.body()).readUInt32BE(16);
    if (type === 'image/png') expect(`${width}x${width}`).toBe(sizes);
  }
});

test('without the server the app opens, shows that it is offline, and goes on when the server is back', async () => {
  const tactus = await startTactus();
  const { page, context, app } = await openInstalled(tactus.url);
  await page.getByRole('link', { name: words('page.settings') }).click();
  await page.getByRole('heading', heading('page.settings')).waitFor();
  await app.ready();
  await tactus.close();

  // A browser that cannot start the worker in time, as on a busy machine, uses the network instead.
  const opened = () => page.goto(`${tactus.url}/settings`).then(Boolean, () => false);
  await until('the app opens', opened);
  await page.getByRole('heading', heading('page.settings')).waitFor();
  await app.offline().waitFor();
  await page.goto(`${tactus.url}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();

  // No answer of the device's API is cached, and none is replaced.
  const answers = await page.evaluate(async () => {
    const paths = ['/api/handy-rest/v3/servertime', '/metrics', '/healthz', '/_control/devices'];
    return Promise.all(
      paths.map((path) =>
        fetch(path).then(
          ({ status }) => status,
          () => 'no answer',
        ),
      ),
    );
  });
  expect(answers).toEqual(['no answer', 'no answer', 'no answer', 'no answer']);
  expect(
    (await app.cachedPaths()).filter((path) => /^\/(api|metrics|healthz|_control)|DemoHandy1|\?/.test(path)),
  ).toEqual([]);
  const other = await context.newPage();
  await expect(other.goto(`${tactus.url}/api/docs/`)).rejects.toThrow();
  await other.close();

  const again = await startTactus(undefined, { port: Number(new URL(tactus.url).port) });
  onTestFinished(() => again.close());
  await app.offline().waitFor({ state: 'detached' });
  await dock(page).shows('connection.ready');
});

test('a newer version is offered, never reloads a page by itself, and is loaded only while nothing moves', async () => {
  const build = copyOfBuild();
  onTestFinished(() => build.remove());
  const tactus = await startTactus(build.folder);
  onTestFinished(() => tactus.close());
  const { page, app, complaints } = await openInstalled(tactus.url);
  await dock(page).shows('connection.ready');
  const before = await app.entry();
  const device = tactus.device('DemoHandy1');
  await page.goto(`${tactus.url}/hamp`);
  await dock(page).shows('connection.ready');

  build.renew();
  // Checked while the page is idle: for a page that draws, Chromium takes a minute.
  await app.checkForUpdate();
  await app.newVersion().waitFor();
  await page.getByRole('button', { name: words('hamp.start'), exact: true }).click();
  await until('the device moves', async () => (await device.hamp()).play_state === 1);
  expect(await app.newVersion().count()).toBe(1);
  expect(await app.entry()).toBe(before);

  expect(await app.reload().isEnabled()).toBe(false);
  await dock(page).stop().click();
  await until('the device rests', async () => (await device.hamp()).play_state === 0);
  await app.reload().click();
  await until('the newer version runs', async () => (await app.entry().catch(() => before)) !== before);
  expect((await device.hamp()).play_state).toBe(0);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until(
    'the caches of older versions are gone',
    () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('tactus-app-')).length === 1),
    40_000,
  );
  expect(await app.newVersion().count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('started without the site, a browser that has seen only the home page in German opens every page reported as cached', async () => {
  const tactus = await startTactus();
  const { page, app } = await openInstalled(tactus.url, 'de');
  await app.allCached();
  await tactus.close();

  const opened = () => page.goto(`${tactus.url}/`).then(Boolean, () => false);
  await until('the app opens', opened);
  await app.offline().waitFor();
  await page.getByText(words('site.offline.kept', 'de')).waitFor();
  for (const path of ['/settings', '/local', '/about']) {
    await page.goto(`${tactus.url}/`);
    // Before the app runs, an address that is pushed goes unnoticed.
    await app.offline().waitFor();
    await page.evaluate((to) => history.pushState({}, '', to), path);
    await page.getByRole('heading', { level: 1, name: words(`page.${path.slice(1)}`, 'de') }).waitFor();
    expect(await page.getByRole('heading', { name: words('errorPage.title', 'de') }).count()).toBe(0);
  }
  // The text of the last page, which is a separate file for each language.
  await page.getByRole('heading', { name: 'Sicherheit', exact: true }).waitFor();
});

test('a newer version that takes over while no page is open starts without the site, in the language of the person', async () => {
  const build = copyOfBuild();
  onTestFinished(() => build.remove());
  const tactus = await startTactus(build.folder);
  const { page, context, app } = await openInstalled(tactus.url, 'de');
  await app.allCached();
  const before = await app.entry();
  build.renew();
  await app.checkForUpdate();
  await app.newVersion().waitFor();
  await page.close();
  await tactus.close();

  const next = await context.newPage();
  const again = installed(next, 'de');
  // A tab that is opened before the older worker has ended would keep it in use.
  await until('the newer version opens', async () => {
    const isOpen = await next.goto(`${tactus.url}/`).then(Boolean, () => false);
    const entry = isOpen ? await again.entry().catch(() => before) : before;
    if (entry === before) await next.goto('about:blank');
    return entry !== before;
  });
  await again.offline().waitFor();
  await next.getByRole('heading', { level: 1 }).waitFor();
  expect(await next.getByRole('heading', { name: words('errorPage.title', 'de') }).count()).toBe(0);
});

test('a browser that is to save data prefetches nothing, and reports nothing as cached', async () => {
  const tactus = await startTactus();
  const person = await visit(browser, { installs: true });
  onTestFinished(() => person.close());
  const { page } = person;
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto(`${tactus.url}/?key=DemoHandy1`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const app = installed(page);
  await app.ready();
  await tactus.close();
  await until('the app opens', () => page.goto(`${tactus.url}/`).then(Boolean, () => false));
  await app.offline().waitFor();
  await page.getByText(words('site.offline.some')).waitFor();
  await page.evaluate(() => history.pushState({}, '', '/local'));
  await page.getByRole('heading', { name: words('errorPage.title') }).waitFor();
  expect(await page.getByText(words('errorPage.stop')).count()).toBe(0);
});
