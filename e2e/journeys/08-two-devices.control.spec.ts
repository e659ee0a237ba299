/**
 * Journey 8: two devices at once. A person whose friend brings a second device moves both together, each at its own strength.
 * Profiles: our own cloud, and one with only the vendor's features.
 */
import { expect, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { linked } from '../app/linked.ts';
import { manual } from '../app/manual.ts';
import { newcomer, openMenu, typeKey } from '../app/newcomer.ts';
import { madeDevice } from '../harness/made-device.ts';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { words } from '../harness/words.ts';

const suite = withTactus();

test('a second device is linked, named, tried out, follows the first at half its strength, and stops with it', async () => {
  const [own, other] = [await madeDevice(suite.tactus.url, '4.1.1'), await madeDevice(suite.tactus.url, '4.1.1')];
  const plays = async ({ seen }: typeof own) => (await seen.hamp()).play_state === 1;
  const velocity = async ({ seen }: typeof own) => (await seen.hamp()).velocity;
  const person = await newcomer(suite);
  const { page } = person;
  await typeKey(page, own.key);
  await dock(page).shows('connection.ready');

  await openMenu(page, 'page.link');
  const devices = linked(page);
  await devices.keyField().fill(other.key);
  await devices.nameField().fill('Second');
  await devices.add().tap();
  await devices.device('Second').shows('connection.ready');
  // A small move shows which one it is.
  const startMm = await other.seen.positionMm();
  const away: number[] = [];
  await devices.device('Second').test().tap();
  await until('it has moved, with a notice', async () => {
    away.push(Math.abs((await other.seen.positionMm()) - startMm));
    return devices.device('Second').card.getByText(words('link.test.done')).isVisible();
  });
  expect(Math.max(...away)).toBeGreaterThan(3);
  expect(Math.max(...away)).toBeLessThan(10);
  expect(Math.abs((await other.seen.positionMm()) - startMm)).toBeLessThan(2);
  expect(await other.seen.isMoving()).toBe(false);
  await devices.together().tap();
  await devices.device('Second').follows().tap();
  for (let presses = 0; presses < 10; presses += 1) await devices.device('Second').lessStrength().tap();

  await openMenu(page, 'page.hamp');
  await dock(page).bar().getByText('The Handy + 1', { exact: true }).waitFor();
  await manual(page).start().tap();
  await until('both play', async () => (await plays(own)) && (await plays(other)));
  await manual(page).speed().focus();
  await page.keyboard.press('End');
  await until('the one goes at full speed', async () => (await velocity(own)) === 1);
  await until('the other at half', async () => Math.abs((await velocity(other)) - 0.5) < 0.01);

  await dock(page).stop().tap();
  await dock(page).shows('dock.stopped');
  await until('both rest', async () => !(await plays(own)) && !(await plays(other)));

  // The friend goes home: one device is left, and the key is deleted.
  await openMenu(page, 'page.link');
  await devices.device('Second').forget().tap();
  await devices.device('Second').reallyForget().tap();
  await until('one is left', async () => (await devices.devices().count()) === 1);
  await openMenu(page, 'page.hamp');
  await manual(page).start().tap();
  await until('it plays', () => plays(own));
  expect(await plays(other)).toBe(false);
  await dock(page).stop().tap();
  await until('it rests', async () => !(await plays(own)));
  expect(person.complaints).toEqual([]);
  await person.close();
});
