import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { launchBrowser } from './harness/browser.ts';
import { startTactus, type Tactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';

const KEY = 'DemoHandy1';

let tactus: Tactus;
let browser: Browser;
let person: Visit;

beforeAll(async () => {
  tactus = await startTactus();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await tactus.close();
});
beforeEach(async () => {
  person = await visit(browser, { viewport: PHONE });
});
afterEach(async () => {
  await tactus.setConnected(KEY, true);
  await tactus.device(KEY).tell('/hamp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

const plays = async () => (await tactus.device(KEY).hamp()).play_state === 1;
const rests = async () => !(await plays());

test('opening the app on a moving device shows it moving, sends nothing, and Stop works at once', async () => {
  await tactus.device(KEY).tell('/hamp/start');
  await person.page.goto(`${tactus.url}/?key=${KEY}`);
  await dock(person.page).says('dock.moving');
  expect(await plays()).toBe(true);
  await dock(person.page).stop().click();
  await dock(person.page).says('dock.stopped');
  expect(await rests()).toBe(true);
});

test('Escape stops the device from a page that does not control it', async () => {
  await person.page.goto(`${tactus.url}/settings?key=${KEY}`);
  await dock(person.page).says('connection.ready');
  await tactus.device(KEY).tell('/hamp/start');
  await dock(person.page).says('dock.moving');
  await person.page.keyboard.press('Escape');
  await dock(person.page).says('dock.stopped');
  expect(await rests()).toBe(true);
});

test('leaving the page that moves the device stops it first', async () => {
  await person.page.goto(`${tactus.url}/?key=${KEY}`);
  await dock(person.page).says('connection.ready');
  await person.page
    .getByRole('main')
    .getByRole('link', { name: /Manual/ })
    .first()
    .click();
  await manual(person.page).start().click();
  await until('the device plays', plays);
  await person.page.goBack();
  await until('the device rests', rests);
  await until('the home page is shown', async () => new URL(person.page.url()).pathname === '/');
});

test('a device that drops off is said to be lost, and is ready again when it is back', async () => {
  await person.page.goto(`${tactus.url}/?key=${KEY}`);
  await dock(person.page).says('connection.ready');
  await tactus.setConnected(KEY, false);
  await dock(person.page).says('connection.lost');
  await tactus.setConnected(KEY, true);
  await dock(person.page).says('connection.ready');
});

test('what another app does to the device is shown', async () => {
  await person.page.goto(`${tactus.url}/hamp?key=${KEY}`);
  await dock(person.page).says('connection.ready');
  await tactus.device(KEY).tell('/hamp/start');
  await tactus.device(KEY).tell('/hamp/velocity', { velocity: 0.63 });
  await until('the page shows 63 %', async () => (await manual(person.page).speed().inputValue()) === '63');
  await tactus.device(KEY).tell('/slider/stroke', { min: 0.2, max: 0.7 });
  await until('the page shows the window', async () => (await manual(person.page).strokeTop().inputValue()) === '70');
});

test('boost adds 30 % while it is held and falls back on release', async () => {
  await person.page.goto(`${tactus.url}/hamp?key=${KEY}`);
  await manual(person.page).start().click();
  const velocity = async () => (await tactus.device(KEY).hamp()).velocity;
  await until('the ramp ends at 20 %', async () => Math.abs((await velocity()) - 0.2) < 0.005);
  const box = await manual(person.page).boost().boundingBox();
  if (!box) throw new Error('The boost button has no place on the page');
  await person.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await person.page.mouse.down();
  await until('the device goes at 50 %', async () => Math.abs((await velocity()) - 0.5) < 0.005);
  await person.page.mouse.up();
  await until('it falls back', async () => Math.abs((await velocity()) - 0.2) < 0.005);
});
