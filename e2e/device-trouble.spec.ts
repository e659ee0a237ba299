/** The faults that a device reports, and the reasons of its disconnects: shown above the page, with advice. */
import { afterEach, expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { configure } from './app/upkeep.ts';
import { type MadeDevice, madeDevice } from './harness/made-device.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
let person: Visit;
let device: MadeDevice;

afterEach(async () => {
  expect(person.complaints).toEqual([]);
  await person.close();
});

/** A person at a page, whose device is connected. */
async function open(path: string, { model = 'handy', viewport = DESKTOP as typeof DESKTOP | typeof PHONE } = {}) {
  person = await visit(suite.browser, { viewport });
  device = await madeDevice(suite.tactus.url, '4.1.1', model);
  await person.page.goto(`${suite.tactus.url}${path}?key=${device.key}&female=no`);
  await dock(person.page).shows('connection.ready');
}

const text = (key: string) => person.page.getByText(words(key), { exact: true });
const part = (key: string) => person.page.getByText(words(key), { exact: false });

test('a fault is shown with advice until it is closed, an unknown one too, and dangers come first', async () => {
  await open('/hamp', { viewport: PHONE });
  await device.do({ error: { code: 100_026, message: 'Hall sensor' } });
  await text('trouble.fault').waitFor();
  await part('trouble.fault.sensor').waitFor();
  await device.do({ sliderBlocked: true });
  await text('trouble.sliderBlocked').waitFor();
  await text('trouble.fault').waitFor({ state: 'hidden' });
  await device.do({ sliderBlocked: false });
  await text('trouble.fault').waitFor();
  const alert = person.page.getByRole('alert').filter({ has: text('trouble.fault') });
  await alert.getByRole('button', { name: words('app.close'), exact: true }).click();
  await text('trouble.fault').waitFor({ state: 'hidden' });
  await device.do({ error: { code: 777_777, message: 'Sprocket' } });
  await part('trouble.fault.unknown').waitFor();
  await person.page.getByText('777777').waitFor();
});

test('a second client that moves the device in its present mode is reported, until this one acts again', async () => {
  await open('/hamp');
  const page = manual(person.page);
  const plays = async () => (await device.seen.hamp()).play_state === 1;
  await page.start().click();
  await until('it plays', plays);
  await dock(person.page).stop().click();
  await until('it rests', async () => !(await plays()));
  // A change soon after a command of this app is attributed to it.
  await until('the notice is shown', async () => {
    await device.seen.put('/hamp/stop');
    await device.seen.put('/hamp/start');
    await device.seen.put('/hamp/velocity', { velocity: 0.4 });
    return text('trouble.otherHand').isVisible();
  });
  await part('trouble.otherHand.text').waitFor();
  await dock(person.page).stop().click();
  await text('trouble.otherHand').waitFor({ state: 'hidden' });
  await until('it rests again', async () => !(await plays()));
  await page.start().click();
  await until('it plays for this app', plays);
  expect(await text('trouble.otherHand').isVisible()).toBe(false);
});

test('a device that shuts down because its battery is empty is shown as empty, not as lost', async () => {
  await open('/hvp', { model: 'oh' });
  await device.do({ batteryLevel: 0 });
  await text('trouble.batteryEmpty').waitFor();
  await text('banner.lost').waitFor({ state: 'hidden' });
  await device.do([{ charger: true }, { connected: true }]);
  await dock(person.page).shows('connection.ready');
  await text('trouble.batteryEmpty').waitFor({ state: 'hidden' });
});

test('the banner of a restart without Wi-Fi states that it does not end by itself, and the device is back after its button', async () => {
  await open('/configure');
  const page = configure(person.page);
  await choose(page.boot(), words('configure.boot.offline'));
  const hold = page.holdRestart();
  await hold.scrollIntoViewIfNeeded();
  await hold.hover();
  await person.page.mouse.down();
  await text('trouble.restartAway').waitFor();
  await person.page.mouse.up();
  await text('trouble.restart').waitFor({ state: 'hidden' });
  // While it boots, it ignores its buttons.
  await until('it is back by its button', async () => {
    await device.do({ press: { button: 'WIFI', event: 'SHORT_PRESS' } });
    return text('trouble.restartAway').isHidden();
  });
  await dock(person.page).shows('connection.ready');
});
