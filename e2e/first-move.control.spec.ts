import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { firstUse } from './app/first-use.ts';
import { manual } from './app/manual.ts';
import type { DeviceSeen } from './harness/device-seen.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit, visit } from './harness/visit.ts';

const isVendor = process.env['TACTUS_PROFILE'] === 'vendor';

const suite = withTactus();

/** The device that the app took for this person, as its own cloud knows it. */
async function takenDevice(page: Page): Promise<DeviceSeen> {
  const key = await page.evaluate(() => {
    const found = Object.values(localStorage)
      .map((text) => /"connectionKey":"([a-zA-Z0-9]{5,64})"/.exec(text)?.[1])
      .find((match) => match !== undefined);
    return found ?? '';
  });
  expect(key).not.toBe('');
  return suite.tactus.device(key);
}

/** The picture of the strip, to see that it changes. */
const strip = (page: Page) => dock(page).strip().screenshot();

async function stripMoves(page: Page): Promise<void> {
  const before = await strip(page);
  await until('the strip changes', async () => !(await strip(page)).equals(before));
}

/** Stopped means: the device says so, and its slider stands still. */
async function deviceRests(device: DeviceSeen): Promise<void> {
  await until('the device reports stopped', async () => (await device.hamp()).play_state === 0);
  await until('the slider stands still', async () => !(await device.isMoving()));
}

async function byMouse(page: Page): Promise<void> {
  const [first, controls] = [firstUse(page), manual(page)];
  await first.title().waitFor();
  await page.getByText('The Handy', { exact: true }).first().click();
  await first.tryVirtual().click();
  await dock(page).says('connection.ready');
  const device = await takenDevice(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Manual/ })
    .first()
    .click();

  await controls.start().click();
  await until('the device plays at 20 %', async () => {
    const { play_state, velocity } = await device.hamp();
    return play_state === 1 && Math.abs(velocity - 0.2) < 0.005;
  });
  await dock(page).says('dock.moving');
  await stripMoves(page);

  const box = await controls.speed().evaluate((input) => {
    const { x, y, width, height } = (input.parentElement ?? input).getBoundingClientRect();
    return { x, y, width, height };
  });
  const middle = box.x + box.width / 2;
  await page.mouse.move(middle, box.y + box.height * 0.8);
  await page.mouse.down();
  await page.mouse.move(middle, box.y + box.height * 0.4, { steps: 8 });
  await page.mouse.up();
  const shown = Number(await controls.speed().inputValue());
  expect(shown).toBeGreaterThan(40);
  await until(
    'the device goes at the speed shown',
    async () => Math.abs((await device.hamp()).velocity * 100 - shown) < 1,
  );

  await dock(page).stop().click();
  await dock(page).says('dock.stopped');
  await deviceRests(device);
}

async function byKeyboard(page: Page): Promise<void> {
  const [first, controls] = [firstUse(page), manual(page)];
  await first.title().waitFor();
  await tabTo(page, first.picture('The Handy'));
  await page.keyboard.press('Space');
  await tabTo(page, first.tryVirtual());
  await page.keyboard.press('Enter');
  await dock(page).says('connection.ready');
  const device = await takenDevice(page);
  await tabTo(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /Manual/ })
      .first(),
  );
  await page.keyboard.press('Enter');

  await controls.start().waitFor();
  await tabTo(page, controls.start());
  await page.keyboard.press('Enter');
  await until('the device plays', async () => (await device.hamp()).play_state === 1);

  await tabTo(page, controls.speed());
  await page.keyboard.press('End');
  await until('the device goes at full speed', async () => (await device.hamp()).velocity === 1);
  await page.keyboard.press('Shift+ArrowDown');
  await until('shift and an arrow take 10 %', async () => Math.abs((await device.hamp()).velocity - 0.9) < 0.005);

  await tabTo(page, controls.strokeTop());
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await until('the stroke window follows', async () => {
    const { max } = await device.ask<{ max: number }>('/slider/stroke');
    return Math.abs(max - 0.8) < 0.005;
  });

  await page.keyboard.press('Escape');
  await dock(page).says('dock.stopped');
  await deviceRests(device);
}

/** Presses Tab until the control has the focus, as a person without a mouse does. */
async function tabTo(page: Page, control: ReturnType<Page['locator']>): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The control cannot be reached with Tab');
}

/** What the pages look like does not depend on the cloud: the vendor's is met on one of the two. */
const SIZES = [['phone', PHONE], ...(isVendor ? [] : ([['desktop', DESKTOP]] as const))] as const;

describe.each(SIZES)('a newcomer on a %s', (_, viewport) => {
  async function onFreshBrowser(run: (person: Visit) => Promise<void>): Promise<void> {
    const person = await visit(suite.browser, { viewport });
    await person.page.goto(suite.tactus.url);
    await run(person);
    expect(person.complaints).toEqual([]);
    await person.close();
  }

  test('picks a device, takes a virtual one, starts, changes speed and stops, by mouse', () =>
    onFreshBrowser(({ page }) => byMouse(page)));

  test('does the same by keyboard alone, with stroke window and Escape', () =>
    onFreshBrowser(({ page }) => byKeyboard(page)));
});
