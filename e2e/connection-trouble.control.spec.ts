import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { isVendor } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
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

/** Answers the stream so until the way is free. */
async function answerStream(status: number, headers: Record<string, string> = {}): Promise<() => Promise<void>> {
  const body = JSON.stringify({ error: { name: '', message: 'Not now' } });
  await person.page.route(STREAM, (route) =>
    route.fulfill({ status, headers: { 'content-type': 'application/json', ...headers }, body }),
  );
  return () => person.page.unroute(STREAM);
}

/** The devices that the browser remembers. */
const linkedDevices = (): Promise<unknown> =>
  person.page.evaluate(() => JSON.parse(localStorage.getItem('tactus.settings') ?? '{}').linkedDevices ?? []);

async function giveKeyByForm(key: string): Promise<void> {
  const { page } = person;
  await page.goto(`${suite.tactus.url}/device-selection`);
  await page.getByRole('textbox', { name: words('connect.key') }).fill(key);
  await page.getByRole('button', { name: words('connect.submit'), exact: true }).click();
}

test('a wrong key is said to be one where the cloud can tell, and is no device that is remembered', async () => {
  await giveKeyByForm(WRONG_KEY);
  if (isVendor) {
    await banner('trouble.deviceOffline').waitFor();
    await banner('trouble.deviceOffline.orKey').waitFor();
    await dock(person.page).says('connection.offline');
  } else {
    await banner('trouble.unknownKey').waitFor();
    await dock(person.page).says('connection.unknown');
  }
  expect(await linkedDevices()).toEqual([]);
  const asked = person.page.waitForRequest(STREAM);
  await tryAgain().click();
  await asked;
  await person.page.goto(`${suite.tactus.url}/link`);
  await person.page
    .getByRole('article')
    .filter({ hasText: words('link.inUse') })
    .waitFor();
  await giveKeyByForm(KEY);
  await dock(person.page).says('connection.ready');
  expect(await linkedDevices()).toMatchObject([{ connectionKey: KEY }]);
});

test('a device that is off is said to be offline, apart from a wrong key where the cloud can tell', async () => {
  await suite.tactus.setConnected(KEY, false);
  try {
    await giveKeyByForm(KEY);
    await banner('trouble.deviceOffline').waitFor();
    expect(await banner('trouble.deviceOffline.orKey').count()).toBe(isVendor ? 1 : 0);
  } finally {
    await suite.tactus.setConnected(KEY, true);
  }
  await dock(person.page).says('connection.ready');
});

test.each([
  ['the button', () => tryAgain().click()],
  ['the form', () => giveKeyAgain()],
])('a connection that was refused is made when the same key is given again, by %s', async (_, again) => {
  const free = await answerStream(401);
  await giveKeyByForm(KEY);
  await banner('trouble.refused').waitFor();
  await dock(person.page).says('connection.refused');
  await free();
  await again();
  await dock(person.page).says('connection.ready');
});

/** Goes to the form within the same page, and gives the key that stands there. */
async function giveKeyAgain(): Promise<void> {
  const { page } = person;
  await page.getByRole('link', { name: words('home.checkKey') }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: words('trouble.refused') })
    .waitFor();
  await page.getByRole('button', { name: words('connect.submit'), exact: true }).click();
}

test('too many requests are said, and connecting goes on by itself when their time is over', async () => {
  const free = await answerStream(429, { 'retry-after': '3' });
  await giveKeyByForm(KEY);
  await banner('trouble.waiting').waitFor();
  await dock(person.page).says('connection.waiting');
  await free();
  await dock(person.page).says('connection.ready');
});

test('an alert that could not be loaded hides no other banner, and is there with the next trouble', async () => {
  const { page } = person;
  await giveKeyByForm(KEY);
  await dock(page).says('connection.ready');
  const chunk = /\/trouble-alert-[^/]*\.js/;
  await page.route(chunk, (route) => route.abort());
  const free = await answerStream(401);
  const failed = page.waitForEvent('requestfailed', (request) => chunk.test(request.url()));
  await page.goto(suite.tactus.url);
  await failed;
  await banner('banner.noCloud').waitFor();
  await page.unroute(chunk);
  await page.getByRole('link', { name: words('home.checkKey') }).click();
  const refused = page.getByRole('alert').filter({ hasText: words('trouble.refused') });
  await refused.waitFor();
  expect(await refused.count()).toBe(1);
  await free();
  const freeAgain = await answerStream(429, { 'retry-after': '3' });
  await page.getByRole('button', { name: words('connect.submit'), exact: true }).click();
  await banner('trouble.waiting').waitFor();
  await freeAgain();
  await dock(page).says('connection.ready');
});
