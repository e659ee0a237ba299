/**
 * Journey 9: a firmware update that fails and then succeeds. An owner sees new firmware and taps once; the update fails
 * twice with clear reasons, is retried, and left alone until it is done.
 * Profiles: our own cloud, and one with only the vendor's features.
 */
import { expect, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { newcomer, openMenu, typeKey } from '../app/newcomer.ts';
import { updates } from '../app/upkeep.ts';
import { axeFindings } from '../harness/axe-findings.ts';
import { madeDevice } from '../harness/made-device.ts';
import { withTactus } from '../harness/suite.ts';
import { words } from '../harness/words.ts';

const suite = withTactus();

test('an update is refused, abandoned by the device, retried, followed through a reload, and done; motion is blocked meanwhile', async () => {
  const device = await madeDevice(suite.tactus.url, '4.1.0');
  const person = await newcomer(suite);
  const { page } = person;
  const ota = updates(page);
  await typeKey(page, device.key);
  await dock(page).shows('connection.ready');
  const main = page.getByRole('main');
  await main.getByText(words('firmware.updateAvailable')).waitFor();

  // The device gives up early.
  await device.fail({ otaFailsAt: 0.1 });
  await main.getByRole('link', { name: words('firmware.update'), exact: true }).tap();
  await ota.shows('ota.error.failed');
  expect(words('ota.error.failed')).toBe('Failed to update firmware version');
  await ota.shows('ota.failed.device', { percent: '10 %', version: '4.1.0' });
  await dock(page).shows('connection.ready');
  // Its cloud refuses.
  await device.fail({ serverErrors: 1 });
  await ota.start('4.1.1').tap();
  await ota.shows('ota.failed.nothing');
  await ota.shows('error.timeout');
  await device.fail({});

  await ota.start('4.1.1').tap();
  await ota.progress().waitFor();
  await dock(page).shows('dock.updating');

  // No page moves it, no shortcut changes it.
  await openMenu(page, 'page.hamp');
  await main.getByRole('heading', { name: words('unsuited.updating.title'), exact: true }).waitFor();
  expect(await page.getByRole('slider').count()).toBe(0);
  await page.keyboard.press('a');
  await openMenu(page, 'page.ota');
  await ota.progress().or(ota.done('4.1.1')).waitFor();

  // A reload follows the running update, and starts none; a slow browser finds it done.
  await page.reload();
  await ota.progress().or(ota.done('4.1.1')).or(ota.upToDate('4.1.1')).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await ota.done('4.1.1').or(ota.upToDate('4.1.1')).waitFor();
  expect(await device.seen.get('/slider/stroke')).toMatchObject({ min: 0, max: 1 });
  expect(await device.seen.hamp()).toMatchObject({ play_state: 0 });
  expect(await device.seen.get('/info')).toMatchObject({ fw_version: '4.1.1' });
  expect(await ota.anyStart().count()).toBe(0);
  await page.reload();
  await ota.shows('ota.upToDate', { version: '4.1.1' });
  // The browser logs the refusal that the page expects and shows.
  expect(person.complaints.filter((text) => !/status of 500/.test(text))).toEqual([]);
  await person.close();
});
