import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { firstUse } from './app/first-use.ts';
import { manual } from './app/manual.ts';
import { tabTo } from './app/tab-to.ts';
import type { DeviceSeen } from './harness/device-seen.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, visit } from './harness/visit.ts';

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

/** Stopped means: the device says so, and its slider stands still. */
async function deviceRests(device: DeviceSeen): Promise<void> {
  await until('the device reports stopped', async () => (await device.hamp()).play_state === 0);
  await until('the slider stands still', async () => !(await device.isMoving()));
}

async function byKeyboard(page: Page): Promise<void> {
  const [first, controls] = [firstUse(page), manual(page)];
  await first.title().waitFor();
  await tabTo(page, first.picture('The Handy'));
  await page.keyboard.press('Space');
  await tabTo(page, first.tryVirtual());
  await page.keyboard.press('Enter');
  await dock(page).shows('connection.ready');
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
    const { max } = await device.get<{ max: number }>('/slider/stroke');
    return Math.abs(max - 0.8) < 0.005;
  });

  await page.keyboard.press('Escape');
  await dock(page).shows('dock.stopped');
  await deviceRests(device);
}

test('a new user picks a device, takes a virtual one, starts, changes speed and stroke, and stops, by keyboard alone', async () => {
  const person = await visit(suite.browser, { viewport: DESKTOP });
  await person.page.goto(suite.tactus.url);
  await byKeyboard(person.page);
  expect(person.complaints).toEqual([]);
  await person.close();
});
