import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { linked } from './app/linked.ts';
import { manual } from './app/manual.ts';
import type { DeviceSeen } from './harness/device-seen.ts';
import { deeper, further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import type { Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
let person: Visit;

beforeEach(async () => {
  person = await visitAgain(suite.browser);
  await person.page.goto(`${suite.tactus.url}/link?key=DemoHandy1&female=no`);
  await dock(person.page).shows('connection.ready');
});
afterEach(async () => {
  expect(person.complaints).toEqual([]);
  await person.close();
});

/** The key of the virtual device of this tab, as the browser stores it. */
const keyOfTab = () =>
  person.page.evaluate(() => {
    const stored: { connectionKey?: string } = JSON.parse(localStorage.getItem('tactus.emulator') ?? '{}');
    return stored.connectionKey ?? '';
  });

async function start(): Promise<{ page: ReturnType<typeof linked>; key: string; device: DeviceSeen }> {
  const page = linked(person.page);
  await page.tab.start().click();
  await page.tab.shows('emulator.linked');
  const key = await keyOfTab();
  return { page, key, device: suite.tactus.device(key) };
}

const isThere = async (device: DeviceSeen) => (await device.get<{ connected: boolean }>('/connected')).connected;

test('a device in this tab is linked, listed, used and driven like any other, and its position is shown', async () => {
  const { page, device } = await start();
  const own = page.device(words('link.tab.nickname'));
  await own.shows('connection.ready');
  await own.use().click();
  await own.shows('link.inUse');
  await dock(person.page).shows('connection.ready');
  await device.put('/hamp/start');
  await device.put('/hamp/velocity', { velocity: 0.5 });
  await dock(person.page).shows('dock.moving');
  const before = await page.tab.strip().screenshot();
  await until('the strip moves', async () => !(await page.tab.strip().screenshot()).equals(before));
  await dock(person.page).stop().click();
  await until('it rests', async () => (await device.hamp()).play_state === 0);
});

further('it goes on while other pages are open, and has the same key after a reload', async () => {
  const { page, key, device } = await start();
  await page.device(words('link.tab.nickname')).use().click();
  await person.page
    .getByRole('navigation')
    .getByRole('link', { name: words('page.hamp'), exact: true })
    .first()
    .click();
  await manual(person.page).start().click();
  await until('it plays', async () => (await device.hamp()).play_state === 1);
  await person.page.keyboard.press('Escape');
  await until('it rests', async () => (await device.hamp()).play_state === 0);
  await person.page.goto(`${suite.tactus.url}/link`);
  await until('it is gone with the page', async () => !(await isThere(device)), 15_000);
  expect((await start()).key).toBe(key);
  await until('it is back', () => isThere(device));
});

deeper('its network can be cut, its slider held, its model changed; switched off it is gone at once', async () => {
  const { page, device } = await start();
  await page.tab.holdSlider().click();
  await page.tab.network().click();
  await page.tab.shows('emulator.waiting');
  await until('its clients hear that it is gone', async () => !(await isThere(device)), 15_000);
  await page.tab.network().click();
  await page.tab.shows('emulator.linked');
  await until('it is back', () => isThere(device));
  await page.tab.model('Oh').click();
  await until('it is an Oh', async () => {
    // While it restarts as another model it refuses: it is no Oh yet.
    const info = await device.get<{ hw_model_no: number }>('/info').catch(() => undefined);
    return info?.hw_model_no === 1;
  });
  await page.tab.shows('emulator.linked');
  await page.tab.stop().click();
  await until('it is gone', async () => !(await isThere(device)), 3_000);
});
