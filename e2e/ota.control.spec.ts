import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { tabTo } from './app/tab-to.ts';
import { updates } from './app/upkeep.ts';
import { madeDevice } from './harness/made-device.ts';
import { further, furtherGroup } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
let person: Visit;

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
});
afterEach(async () => {
  await person.close();
});

/** A device of this test alone, connected, with its page open. */
async function open(path: string, firmware = '4.1.0') {
  const device = await madeDevice(suite.tactus.url, firmware);
  await person.page.goto(`${suite.tactus.url}${path}?key=${device.key}&female=no`);
  await dock(person.page).shows('connection.ready');
  return { device, page: updates(person.page) };
}

/** To another page by the app's own links: its state stays. */
async function goTo(path: string): Promise<void> {
  await person.page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

describe('an update that does not succeed', () => {
  further(
    "is 'Specific OTA not found' for a version that is not on the list, and for one that the cloud does not know",
    async () => {
      const { page } = await open('/ota/9.9.9/production');
      await page.shows('ota.error.notFound');
      expect(words('ota.error.notFound')).toBe('Specific OTA not found');
      expect(await page.anyStart().count()).toBe(0);
      await person.page.goto(`${suite.tactus.url}/ota-direct/9.9.9/production`);
      await page.start('9.9.9').click();
      await page.shows('ota.error.notFound');
      await page.shows('ota.error.notFound.text');
      await page.start('9.9.9').waitFor();
    },
  );

  further("is 'Firmware versions not found' where the cloud offers none, until a retry", async () => {
    const none = (url: URL) => url.pathname.endsWith('/ota/versions');
    await person.page.route(none, (route) => route.fulfill({ json: { result: [] } }));
    const { page } = await open('/ota');
    await page.shows('ota.error.versions');
    expect(words('ota.error.versions')).toBe('Firmware versions not found');
    await person.page.unroute(none);
    await page.readAgain().click();
    await page.version('4.0.19').waitFor();
    await page.start('4.1.1').waitFor();
  });

  further('has failed when the connection is lost; a device that went on by itself is followed again', async () => {
    const { device, page } = await open('/ota');
    await page.start('4.1.1').click();
    await until('it is under way', async () => Number(await page.progress().getAttribute('value')) >= 10);
    await suite.tactus.setConnected(device.key, false);
    await page.shows('ota.error.failed');
    await person.page.getByText(words('ota.failed.lost').split('{percent}')[1] ?? '').waitFor();
    await dock(person.page).shows('connection.lost');
    await suite.tactus.setConnected(device.key, true);
    await page.progress().waitFor();
  });
});

furtherGroup('a version', () => {
  test('that moves the device, or has its battery low, waits; by keyboard alone it is chosen from the list and started', async () => {
    const { device, page } = await open('/ota');
    await device.seen.put('/hamp/start');
    await page.shows('ota.check.still.no');
    expect(await page.start('4.1.1').isDisabled()).toBe(true);
    await person.page.keyboard.press('Escape');
    await page.shows('ota.check.still');
    await tabTo(person.page, page.version('4.0.19'));
    await person.page.keyboard.press('Enter');
    await tabTo(person.page, page.start('4.0.19'));
    await person.page.keyboard.press('Enter');
    await page.progress().waitFor();
    // The device rests during the writing: a Stop is confirmed, without the advice to use the power button.
    await person.page.keyboard.press('Escape');
    await dock(person.page).shows('dock.updating');
    await person.page.getByText(words('trouble.updating'), { exact: true }).waitFor();
  });

  test('that runs already is reported, and is not started, not even by a direct link', async () => {
    const { page } = await open('/ota/4.1.0/production');
    await page.shows('ota.upToDate', { version: '4.1.0' });
    await person.page.goto(`${suite.tactus.url}/ota-direct/4.1.0/production`);
    await page.shows('ota.direct');
    await page.shows('ota.upToDate', { version: '4.1.0' });
    expect(await page.anyStart().count()).toBe(0);
  });

  test('that is early is shown after a plain warning, with a second warning', async () => {
    const { page } = await open('/ota-optin');
    await page.shows('ota.optIn.warning');
    expect(await page.version('4.2.0').count()).toBe(0);
    await page.agree().click();
    await page.version('4.2.0').click();
    await page.shows('ota.early.text');
    await page.start('4.2.0').waitFor();
    await goTo('/ota');
    await page.version('4.1.1').waitFor();
    expect(await page.version('4.2.0').count()).toBe(0);
  });
});

further(
  'a device with firmware below 4 is sent to the page for older firmware, from the update page and from control pages',
  async () => {
    const { page } = await open('/ota', '3.2.3');
    await person.page.waitForURL('**/ota-fw3');
    await page.shows('ota.legacy.text');
    await page.shows('ota.legacy.step1');
    await goTo('/hamp');
    await person.page.getByText(words('unsuited.legacy.text')).waitFor();
    await person.page
      .getByRole('main')
      .getByRole('link', { name: words('banner.toUpdate'), exact: true })
      .last()
      .click();
    await person.page.waitForURL('**/ota-fw3');
  },
);

further('the release notes exist for every version, in their own language, and need no device', async () => {
  await person.page.goto(`${suite.tactus.url}/fw-release-notes?female=no`);
  const note = person.page.getByRole('region', { name: '4.1.1', exact: true });
  await note.getByText('The version that virtual devices start with.').waitFor();
  expect(await note.locator('[lang="en"]').count()).toBe(1);
  expect(person.complaints).toEqual([]);
});
