import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { chunkOf } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const KEY = 'DemoHandy1';

const suite = withTactus();
let person: Visit;

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
});
afterEach(async () => {
  await suite.tactus.setConnected(KEY, true);
  await suite.tactus.device(KEY).put('/hamp/stop');
  // A part that a test withholds is logged as an error.
  expect(person.complaints.filter((text) => !/ERR_FAILED|dynamically imported/.test(text))).toEqual([]);
  await person.close();
});

const plays = async () => (await suite.tactus.device(KEY).hamp()).play_state === 1;
const rests = async () => !(await plays());

test('opening the app on a moving device shows it moving, sends nothing, and Stop works at once', async () => {
  await suite.tactus.device(KEY).put('/hamp/start');
  await person.page.goto(`${suite.tactus.url}/?key=${KEY}`);
  await dock(person.page).shows('dock.moving');
  expect(await plays()).toBe(true);
  await dock(person.page).stop().click();
  await dock(person.page).shows('dock.stopped');
  expect(await rests()).toBe(true);
});

further('Escape stops the device from a page that does not control it', async () => {
  await person.page.goto(`${suite.tactus.url}/settings?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  await suite.tactus.device(KEY).put('/hamp/start');
  await dock(person.page).shows('dock.moving');
  await person.page.keyboard.press('Escape');
  await dock(person.page).shows('dock.stopped');
  expect(await rests()).toBe(true);
});

further('a part of the app that cannot be loaded removes neither the dock nor Stop', async () => {
  const withheld = person.page.waitForEvent('requestfailed');
  await person.page.route(`**/${chunkOf('src/app/actions/global-shortcuts.tsx')}`, (route) => route.abort());
  await person.page.goto(`${suite.tactus.url}/hamp?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  await manual(person.page).start().click();
  await until('the device plays', plays);
  await withheld;
  await person.page.keyboard.press('Escape');
  await dock(person.page).shows('dock.stopped');
  expect(await rests()).toBe(true);
});

test('leaving the page that moves the device stops it first', async () => {
  await person.page.goto(`${suite.tactus.url}/?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
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

further('a disconnected device is shown as lost, and is ready again when it is back', async () => {
  await person.page.goto(`${suite.tactus.url}/?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  await suite.tactus.setConnected(KEY, false);
  await dock(person.page).shows('connection.lost');
  await suite.tactus.setConnected(KEY, true);
  await dock(person.page).shows('connection.ready');
});

further('changes of the device by another app are shown', async () => {
  await person.page.goto(`${suite.tactus.url}/hamp?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  await suite.tactus.device(KEY).put('/hamp/start');
  await suite.tactus.device(KEY).put('/hamp/velocity', { velocity: 0.63 });
  await until('the page shows 63 %', async () => (await manual(person.page).speed().inputValue()) === '63');
  await suite.tactus.device(KEY).put('/slider/stroke', { min: 0.2, max: 0.7 });
  await until('the page shows the window', async () => (await manual(person.page).strokeTop().inputValue()) === '70');
});

further('boost adds 30 % while it is held and ends on release', async () => {
  await person.page.goto(`${suite.tactus.url}/hamp?key=${KEY}`);
  await manual(person.page).start().click();
  const velocity = async () => (await suite.tactus.device(KEY).hamp()).velocity;
  await until('the ramp ends at 20 %', async () => Math.abs((await velocity()) - 0.2) < 0.005);
  await manual(person.page).boost().hover();
  await person.page.mouse.down();
  await until('the device goes at 50 %', async () => Math.abs((await velocity()) - 0.5) < 0.005);
  await person.page.mouse.up();
  await until('it falls back', async () => Math.abs((await velocity()) - 0.2) < 0.005);
});
