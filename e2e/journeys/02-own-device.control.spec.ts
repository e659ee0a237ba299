/**
 * Journey 2: an owner's device, in the vendor's cloud. Its owner has the connection key on a note and a phone in the
 * other hand; the device is still switched off.
 * Profiles: our own cloud, and one with only the vendor's features, for which this journey is written.
 */
import { expect, test } from 'vitest';
import { direct } from '../app/direct.ts';
import { dock } from '../app/dock.ts';
import { firstUse } from '../app/first-use.ts';
import { manual } from '../app/manual.ts';
import { newcomer, openMenu, openTile, typeKey } from '../app/newcomer.ts';
import { madeDevice } from '../harness/made-device.ts';
import { isVendor } from '../harness/profile.ts';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { words } from '../harness/words.ts';

const suite = withTactus();

test('an owner types the key, reads the meaning of the light, switches the device on and drives it', async () => {
  const device = await madeDevice(suite.tactus.url, '4.1.1');
  const { key, seen } = device;
  await suite.tactus.setConnected(key, false);
  const person = await newcomer(suite);
  const { page } = person;
  const main = page.getByRole('main');

  // A typing error is reported; then the key is right, and the device off.
  await firstUse(page)
    .keyField()
    .fill(`${key.slice(0, 4)} ?`);
  await firstUse(page).connect().tap();
  await page.getByText(words('connect.key.invalid')).waitFor();
  await typeKey(page, key);
  await main.getByText(words('connection.wait')).waitFor();
  await page.getByText(words('trouble.slow.text')).waitFor();

  await suite.tactus.setConnected(key, true);
  await dock(page).shows('connection.ready');
  await main.getByText(words('firmware.upToDate')).waitFor();
  expect(page.url()).not.toContain(key);

  // A slow move to a place first; then strokes, held by a hand.
  await openTile(page, 'page.hdsp');
  const moves: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/hdsp/xpt')) moves.push(request.postDataJSON());
  });
  for (const percent of [25, 80]) {
    const { x, y } = await direct(page).placeAt(percent);
    await page.touchscreen.tap(x, y);
    await until(`it is at ${percent} %`, async () => {
      const { position } = await seen.now<{ position: number }>('/slider/state');
      return Math.abs(position - percent / 100) < 0.03;
    });
    await direct(page).arrives();
    expect(moves.at(-1)).toMatchObject({ t: 300, stop_on_target: true });
  }
  await openMenu(page, 'page.hamp');
  const missing = page.getByText(words('missing.leases'));
  if (isVendor) await missing.waitFor();
  else expect(await missing.count()).toBe(0);
  await manual(page).start().tap();
  await until('it plays', async () => (await seen.hamp()).play_state === 1);
  await device.do({ sliderBlocked: true });
  await main
    .getByRole('alert')
    .filter({ hasText: words('trouble.sliderBlocked') })
    .waitFor();
  await device.do({ sliderBlocked: false });
  await main.getByText(words('trouble.sliderBlocked')).waitFor({ state: 'detached' });
  await until('the hand has stopped it', async () => (await seen.hamp()).play_state === 0);
  await manual(page).start().tap();
  await until('it plays again', async () => (await seen.hamp()).play_state === 1);
  await dock(page).stop().tap();
  await dock(page).shows('dock.stopped');
  await until('it rests', async () => !(await seen.isMoving()));

  // The next evening: the key is known, nothing moves by itself.
  await page.goto(suite.tactus.url);
  await dock(page).shows('connection.ready');
  expect((await seen.hamp()).play_state).toBe(0);
  await page.getByRole('link', { name: words('home.continue').replace('{page}', words('page.hamp')) }).waitFor();
  expect(person.complaints).toEqual([]);
  await person.close();
});
