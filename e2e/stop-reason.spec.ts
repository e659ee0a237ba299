/** Where the app stops the device by itself, one line gives the reason, on the page that is open by then. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';

const suite = withTactus();
let person: Visit;
let page: Page;

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
  page = person.page;
});
afterEach(async () => {
  await suite.tactus.device(KEY).put('/hamp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

const handy = () => suite.tactus.device(KEY);
const plays = async () => (await handy().hamp()).play_state === 1;
const rests = async () => !(await plays());
const reason = (key: string) =>
  page.getByRole('region', { name: words('notifications.label') }).getByText(words(key), { exact: true });

/** The first page is home, so that there is one to go back to. */
async function moveOnManual(): Promise<void> {
  await page.goto(`${suite.tactus.url}/?key=${KEY}&female=false`);
  await dock(page).shows('connection.ready');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Manual/ })
    .first()
    .tap();
  await manual(page).start().tap();
  await until('the device plays', plays);
  await dock(page).shows('dock.moving');
}

test('after a page is left the next one shows why the device stopped, once, and not for one at rest', async () => {
  await moveOnManual();
  await page.goBack();
  await reason('dock.stopped.pageLeft').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await reason('dock.stopped.pageLeft').count()).toBe(1);
  await until('the device rests', rests);
  // It ends with the next page, whose controls it would cover.
  await page.goForward();
  await manual(page).start().waitFor();
  expect(await reason('dock.stopped.pageLeft').count()).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await reason('dock.stopped.pageLeft').count()).toBe(0);
});

test('a screen shown again after hiding reports that hiding stopped the device', async () => {
  await moveOnManual();
  await page.keyboard.press('h');
  await until('the device rests', rests);
  const back = page.getByRole('button', { name: words('app.hidden.back') });
  await back.waitFor();
  expect(await reason('dock.stopped.hidden').count()).toBe(0);
  await back.tap();
  await reason('dock.stopped.hidden').waitFor();
});

test('a device that another one replaces is reported as stopped', async () => {
  await moveOnManual();
  await page.goto(`${suite.tactus.url}/settings`);
  await dock(page).shows('connection.ready');
  await handy().put('/hamp/start');
  await dock(page).shows('dock.moving');
  await page.evaluate(() => {
    history.pushState(null, '', '/settings?key=DemoOh0001');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await reason('dock.stopped.deviceChanged').waitFor();
  await until('the device rests', rests);
});
