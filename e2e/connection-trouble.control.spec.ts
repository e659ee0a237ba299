import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { sheets } from './app/shortcuts.ts';
import { isVendor } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { chunkOf } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
/** The page shows an event of the browser within this time. */
const KNOWN_MS = 1_000;
const WRONG_KEY = 'NobodyHere1';
/** The event stream of either cloud. */
const STREAM = /\/(sse|events)(\?|$)/;

const suite = withTactus();
let person: Visit;
beforeEach(async () => {
  person = await visit(suite.browser, { viewport: PHONE });
});
afterEach(() => person.close());

const banner = (title: string) =>
  person.page
    .getByRole('main')
    .locator('[role=alert], [role=status]')
    .filter({ hasText: words(title) });
const tryAgain = () => person.page.getByRole('main').getByRole('button', { name: words('connection.tryAgain') });

/** Answers requests for the stream like this until it is let through. */
async function answerStream(status: number, headers: Record<string, string> = {}): Promise<() => Promise<void>> {
  const body = JSON.stringify({ error: { name: '', message: 'Not now' } });
  await person.page.route(STREAM, (route) =>
    route.fulfill({ status, headers: { 'content-type': 'application/json', ...headers }, body }),
  );
  return () => person.page.unroute(STREAM);
}

/** The devices stored in the browser. */
const linkedDevices = (): Promise<unknown> =>
  person.page.evaluate(() => JSON.parse(localStorage.getItem('tactus.settings') ?? '{}').linkedDevices ?? []);

async function enterKeyByForm(key: string): Promise<void> {
  const { page } = person;
  await page.goto(`${suite.tactus.url}/device-selection`);
  await page.getByRole('textbox', { name: words('connect.key') }).fill(key);
  await page.getByRole('button', { name: words('connect.submit'), exact: true }).click();
}

test('a wrong key is reported where the cloud can recognise it, and is not stored as a device', async () => {
  await enterKeyByForm(WRONG_KEY);
  if (isVendor) {
    await banner('trouble.deviceOffline').waitFor();
    await banner('trouble.deviceOffline.orKey').waitFor();
    await dock(person.page).shows('connection.offline');
  } else {
    await banner('trouble.unknownKey').waitFor();
    await dock(person.page).shows('connection.unknown');
  }
  expect(await linkedDevices()).toEqual([]);
  const request = person.page.waitForRequest(STREAM);
  await tryAgain().click();
  await request;
  await person.page.goto(`${suite.tactus.url}/link`);
  await person.page
    .getByRole('article')
    .filter({ hasText: words('link.inUse') })
    .waitFor();
  await enterKeyByForm(KEY);
  await dock(person.page).shows('connection.ready');
  expect(await linkedDevices()).toMatchObject([{ connectionKey: KEY }]);
});

test('a device that is off is shown as offline, and distinguished from a wrong key where the cloud can', async () => {
  await suite.tactus.setConnected(KEY, false);
  try {
    await enterKeyByForm(KEY);
    await banner('trouble.deviceOffline').waitFor();
    expect(await banner('trouble.deviceOffline.orKey').count()).toBe(isVendor ? 1 : 0);
  } finally {
    await suite.tactus.setConnected(KEY, true);
  }
  await dock(person.page).shows('connection.ready');
});

test.each([
  ['the button', () => tryAgain().click()],
  ['the form', () => enterKeyAgain()],
])('a refused connection is made when the same key is entered again, by %s', async (_, again) => {
  const free = await answerStream(401);
  await enterKeyByForm(KEY);
  await banner('trouble.refused').waitFor();
  await dock(person.page).shows('connection.refused');
  await free();
  await again();
  await dock(person.page).shows('connection.ready');
});

/** Opens the form within the same page, and submits its key. */
async function enterKeyAgain(): Promise<void> {
  const { page } = person;
  await page.getByRole('link', { name: words('home.checkKey') }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: words('trouble.refused') })
    .waitFor();
  await page.getByRole('button', { name: words('connect.submit'), exact: true }).click();
}

test('too many requests are reported, and connecting resumes by itself after the waiting time', async () => {
  const free = await answerStream(429, { 'retry-after': '3' });
  await enterKeyByForm(KEY);
  await banner('trouble.waiting').waitFor();
  await dock(person.page).shows('connection.waiting');
  await free();
  await dock(person.page).shows('connection.ready');
});

test('an alert that could not be loaded hides no other banner, and appears with the next trouble', async () => {
  const { page } = person;
  await enterKeyByForm(KEY);
  await dock(page).shows('connection.ready');
  const chunk = `/${chunkOf('src/device/dock/connection-trouble-alert.tsx')}`;
  await page.route(`**${chunk}`, (route) => route.abort());
  const free = await answerStream(401);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(chunk));
  await page.goto(suite.tactus.url);
  await failed;
  await banner('banner.noCloud').waitFor();
  await page.unroute(`**${chunk}`);
  await page.getByRole('link', { name: words('home.checkKey') }).click();
  const refused = page.getByRole('alert').filter({ hasText: words('trouble.refused') });
  await refused.waitFor();
  expect(await refused.count()).toBe(1);
  await free();
  const freeAgain = await answerStream(429, { 'retry-after': '3' });
  await page.getByRole('button', { name: words('connect.submit'), exact: true }).click();
  await banner('trouble.waiting').waitFor();
  await freeAgain();
  await dock(page).shows('connection.ready');
});

test('a tap on the state, or Enter on the name in the dock, opens the sheet that tells the states apart and offers what helps', async () => {
  const { page } = person;
  const { device, gone } = sheets(page);
  const pill = () => page.getByRole('main').getByTitle(words('dock.label'), { exact: true });
  const opened = (key: string) =>
    device()
      .getByRole('alert')
      .filter({ hasText: words(key) })
      .waitFor();
  const free = await answerStream(401);
  await enterKeyByForm(KEY);
  await pill().tap();
  await opened('trouble.refused');
  await free();
  await device()
    .getByRole('button', { name: words('connection.tryAgain') })
    .tap();
  await device()
    .getByRole('status')
    .filter({ hasText: words('connection.ready') })
    .waitFor();
  expect(await device().getByText(KEY).count()).toBe(0);
  await device()
    .getByRole('button', { name: words('connect.key.show') })
    .tap();
  await device().getByText(KEY).waitFor();

  // Going back only closes the sheet: the page stays, and what moves goes on.
  await suite.tactus.device(KEY).put('/hamp/start');
  await dock(page).shows('dock.moving');
  await page.goBack();
  await gone();
  await until('the page is the same', () => Promise.resolve(new URL(page.url()).pathname === '/'));
  expect((await suite.tactus.device(KEY).hamp()).play_state).toBe(1);

  const name = dock(page).name();
  await name.press('Enter');
  await device().waitFor();
  await page.keyboard.press('Escape');
  await gone();
  expect(await name.evaluate((button) => button === document.activeElement)).toBe(true);
  await until('Escape has stopped the device', async () => (await suite.tactus.device(KEY).hamp()).play_state === 0);

  await suite.tactus.setConnected(KEY, false);
  try {
    await name.tap();
    await opened('banner.lost');
    await page.context().setOffline(true);
    await opened('connection.noNetwork');
    await dock(page).shows('connection.noNetwork');
  } finally {
    await page.context().setOffline(false);
    await suite.tactus.setConnected(KEY, true);
  }
});

test('the sheet tells an unknown key from a device that is off, and leads to the choice of another, by touch', async () => {
  const { page } = person;
  const { device, gone } = sheets(page);
  const open = () => page.getByRole('main').getByTitle(words('dock.label'), { exact: true }).tap();
  const alerted = (key: string) =>
    device()
      .locator('[role=alert], [role=status]')
      .filter({ hasText: words(key) })
      .waitFor();
  await enterKeyByForm(WRONG_KEY);
  await dock(page).shows(isVendor ? 'connection.offline' : 'connection.unknown');
  await open();
  await alerted(isVendor ? 'trouble.deviceOffline.orKey' : 'trouble.unknownKey');
  await device()
    .getByRole('link', { name: words('link.another') })
    .tap();
  await gone();
  await page.getByRole('textbox', { name: words('connect.key') }).waitFor();
  await suite.tactus.setConnected(KEY, false);
  try {
    await enterKeyByForm(KEY);
    await banner('trouble.deviceOffline').waitFor();
    await open();
    await alerted('trouble.deviceOffline');
  } finally {
    await suite.tactus.setConnected(KEY, true);
  }
  await device()
    .getByRole('status')
    .filter({ hasText: words('connection.ready') })
    .waitFor();
});

test('an owner whose network is gone sees that within a second, in dock and pill, with the controls off; the page resumes by itself', async () => {
  const { page } = person;
  await page.goto(`${suite.tactus.url}/hamp?key=${KEY}&female=no`);
  await dock(page).shows('connection.ready');
  await manual(page).start().tap();
  await dock(page).shows('dock.moving');
  await page.context().setOffline(true);
  const noNetwork = words('connection.noNetwork');
  await dock(page).status().filter({ hasText: noNetwork }).waitFor({ timeout: KNOWN_MS });
  expect(await page.getByTitle(words('dock.label'), { exact: true }).allInnerTexts()).toContain(noNetwork);
  await until('the controls are off', () => manual(page).speed().isDisabled());
  await page.context().setOffline(false);
  await dock(page).status().filter({ hasNotText: noNetwork }).waitFor();
  await dock(page).stop().tap();
  await until('the device rests', async () => (await suite.tactus.device(KEY).hamp()).play_state === 0);
});
