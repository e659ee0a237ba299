import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { dock } from './app/dock.ts';
import { tabTo } from './app/tab-to.ts';
import { configure, updates } from './app/upkeep.ts';
import { type MadeDevice, madeDevice } from './harness/made-device.ts';
import { deeper, further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
let person: Visit;
let device: MadeDevice;

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: DESKTOP });
});
afterEach(async () => {
  expect(person.complaints).toEqual([]);
  await person.close();
});

async function open(model = 'handy') {
  device = await madeDevice(suite.tactus.url, '4.1.1', model);
  await person.page.goto(`${suite.tactus.url}/configure?key=${device.key}&female=no`);
  await dock(person.page).shows('connection.ready');
  return configure(person.page);
}

/** Holds a button with the mouse until a condition is true. */
async function hold(button: Locator, what: string, condition: () => Promise<boolean>): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await person.page.mouse.down();
  await until(what, condition);
  await person.page.mouse.up();
}

test('stroke window and time offset are set by keyboard, and stored by the device', async () => {
  const page = await open();
  await tabTo(person.page, page.strokeTop());
  await person.page.keyboard.press('PageDown');
  await until('the device has it', async () => {
    const { max } = await device.seen.get<{ max: number }>('/slider/stroke');
    return Math.abs(max - 0.9) < 0.001;
  });
  await tabTo(person.page, page.earlierOffset());
  await person.page.keyboard.press('Enter');
  await until(
    'the device has it',
    async () => (await device.seen.get<{ offset: number }>('/hstp/offset')).offset === 10,
  );
  await person.page.reload();
  await until(
    'the page reads it again',
    async () => (await page.offset().innerText()) === words('unit.ms').replace('{value}', '10'),
  );
  expect(await page.strokeTop().inputValue()).toBe('90');
});

further(
  'Wi-Fi goes off only after a warning and a long press; then the device is gone until its button is pressed',
  async () => {
    const page = await open();
    await until('Wi-Fi is read', () => page.wifi().isChecked());
    await page.wifi().click();
    await page.shows('configure.wifi.lockOut.text');
    await page.cancel().click();
    expect(await page.wifi().isChecked()).toBe(true);
    await page.wifi().click();
    await page.holdWifiOff().click();
    expect(await device.seen.get('/system/interfaces/status')).toMatchObject({ wifi: true });
    const isGone = async () => (await page.main.getByText(words('configure.gone.text')).count()) > 0;
    await hold(page.holdWifiOff(), 'the device has left', isGone);
    await device.do({ press: { button: 'WIFI', event: 'SHORT_PRESS' } });
    await dock(person.page).shows('connection.ready');
    await until('Wi-Fi is on again', () => page.wifi().isChecked());
    await page.ble().click();
    await until('Bluetooth is on', async () => {
      return (await device.seen.get<{ ble: boolean }>('/system/interfaces/status')).ble;
    });
  },
);

further(
  'a restart needs a long press too, by keyboard as well, in the chosen boot mode; modes without Wi-Fi have a warning',
  async () => {
    const page = await open();
    await page.shows('configure.boot.wifi.advice');
    await choose(page.boot(), words('configure.boot.ble'));
    await page.shows('configure.boot.lockOut');
    await choose(page.boot(), words('configure.boot.wifiBle'));
    const before = await device.seen.get<{ boot_session_id: number }>('/sids');
    await tabTo(person.page, page.holdRestart());
    await person.page.keyboard.press('Enter');
    expect(await device.seen.get('/sids')).toMatchObject({ boot_session_id: before.boot_session_id });
    await person.page.keyboard.down('Enter');
    await person.page.getByText(words('trouble.restart'), { exact: true }).waitFor();
    await person.page.keyboard.up('Enter');
    await dock(person.page).shows('connection.ready');
    await until('Bluetooth is on', () => page.ble().isChecked());
    const after = await device.seen.get<{ boot_session_id: number }>('/sids');
    expect(after.boot_session_id).not.toBe(before.boot_session_id);
  },
);

deeper('another environment needs a long press, and decides which firmware is offered', async () => {
  const page = await open();
  await page.environment('configure.environment.staging').check({ force: true });
  await page.shows('configure.environment.warning.text');
  await hold(page.holdEnvironment(), 'it is staging', async () => {
    return (await device.seen.get<{ environment: number }>('/system/environment')).environment === 1;
  });
  await person.page
    .getByRole('main')
    .getByRole('link', { name: words('banner.toUpdate'), exact: true })
    .last()
    .click();
  await updates(person.page).start('4.2.0').waitFor();
});

further('the facts are those of the device and its capabilities', async () => {
  const page = await open();
  const shows = (key: string, text: string) =>
    until(`${key} says ${text}`, async () => (await page.fact(key).innerText()).includes(text));
  await shows('configure.model', 'The Handy');
  await shows('firmware.label', '4.1.1');
  await shows('configure.travel', 'mm');
  await shows('configure.speeds', 'mm/s');
  await shows('configure.temperature', '°C');
  await device.do({ motorTemperature: 80 });
  await person.page.getByText(words('trouble.motorHot'), { exact: true }).waitFor();
  await until('the temperature is shown', async () =>
    /^\D*(7[1-9]|80)/.test(await page.fact('configure.temperature').innerText()),
  );
  await shows('configure.has', words('configure.has.slider'));
  await page.shows('led.pinkSteady.meaning');
  const oh = await open('oh');
  await until('it vibrates', async () =>
    (await oh.fact('configure.has').innerText()).includes(words('configure.has.lra')),
  );
  expect(await oh.strokeTop().count()).toBe(0);
  expect(await oh.fact('configure.travel').count()).toBe(0);
});
