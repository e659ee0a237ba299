/**
 * Journey 1: the first move without hardware. A curious person on a phone, who owns no device, sees one move and stops it.
 * Profiles: our own cloud, and one with only the vendor's features.
 */
import { expect, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { firstUse } from '../app/first-use.ts';
import { manual } from '../app/manual.ts';
import { takeVirtual } from '../app/newcomer.ts';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { PHONE, visit } from '../harness/visit.ts';
import { words } from '../harness/words.ts';

const suite = withTactus();

test('a new user picks a device, takes a virtual one, starts, changes speed and stops', async () => {
  // Not a window of an earlier visit: the app is loaded for the first time.
  const person = await visit(suite.browser, { viewport: PHONE });
  const { page } = person;
  const controls = manual(page);
  await page.goto(suite.tactus.url);
  await firstUse(page).title().waitFor();
  await page.getByText('The Handy', { exact: true }).first().tap();
  const { seen: device } = await takeVirtual(page);
  await page.getByRole('link', { name: words('home.control'), exact: true }).tap();

  await controls.start().tap();
  await until('the device plays at 20 %', async () => {
    const { play_state, velocity } = await device.hamp();
    return play_state === 1 && Math.abs(velocity - 0.2) < 0.005;
  });
  await dock(page).shows('dock.moving');
  const before = await dock(page).strip().screenshot();
  await until('the strip changes', async () => !(await dock(page).strip().screenshot()).equals(before));

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
  await until('the speed is the one shown', async () => Math.abs((await device.hamp()).velocity * 100 - shown) < 1);

  // Stopped means: the device reports it, and its slider is at rest.
  await dock(page).stop().tap();
  await dock(page).shows('dock.stopped');
  await until('the device reports stopped', async () => (await device.hamp()).play_state === 0);
  await until('the slider stands still', async () => !(await device.isMoving()));
  expect(person.complaints).toEqual([]);
  await person.close();
});
