/** A phone opens the app of a computer in the same network: by the code that the computer shows, and drives the device. */
import { expect, onTestFinished, test } from 'vitest';
import { dock } from './app/dock.ts';
import { sharedBrowser } from './harness/browser.ts';
import { startTactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

/** An address of this machine that stands for one in the local network. */
const ADDRESS = '127.0.0.2';
const DEVICE = 'DemoHandy1';

async function start(network: readonly string[]) {
  const tactus = await startTactus(undefined, { network });
  onTestFinished(() => tactus.close());
  const browser = await sharedBrowser();
  /** The card "Open on a phone" with its code shown, on the computer. */
  const computer = await visit(browser, { viewport: DESKTOP });
  onTestFinished(() => computer.close());
  await computer.page.goto(`${tactus.url}/link?key=${DEVICE}`);
  await computer.page.getByRole('button', { name: words('link.phone.show'), exact: true }).click();
  return { tactus, browser, computer: computer.page };
}

test('the computer shows address and code, the phone enters the code once, drives the device, and is let in after a reload', async () => {
  const { tactus, browser, computer } = await start([ADDRESS]);
  const origin = `http://${ADDRESS}:${new URL(tactus.url).port}`;
  await computer.getByText(origin, { exact: true }).waitFor();
  const shown = await computer.getByText(words('link.phone.network').replace('{code}', '')).innerText();
  const code = shown.slice(-9);
  await computer.getByRole('img', { name: words('link.phone.code') }).waitFor();

  const phone = await visit(browser, { viewport: PHONE, locale: 'de' });
  onTestFinished(() => phone.close());
  const { page } = phone;
  await page.goto(`${origin}/hamp`);
  const field = page.getByRole('textbox', { name: 'Code' });
  await field.fill('AAAA-AAAA');
  await page.getByRole('button', { name: 'Öffnen' }).tap();
  await page.getByRole('alert').getByText('Dieser Code stimmt nicht.').waitFor();
  await field.fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Öffnen' }).tap();
  await until('the app is open', async () => page.url().startsWith(`${origin}/device-selection`));

  await page.goto(`${origin}/hamp?key=${DEVICE}`);
  await dock(page, 'de').shows('connection.ready');
  await page.getByRole('button', { name: words('hamp.start', 'de'), exact: true }).tap();
  const isMoving = () => tactus.device(DEVICE).isMoving();
  await until('the device moves', isMoving);
  await dock(page, 'de').stop().tap();
  await until('the device rests', async () => !(await isMoving()));
  await page.reload();
  await dock(page, 'de').shows('connection.ready');
});

test('the address in the QR code opens the app on a phone without typing the code', async () => {
  const { tactus, browser, computer } = await start([ADDRESS]);
  const { links } = await computer.evaluate(() => fetch('/api/tactus/network').then((answer) => answer.json()));
  const phone = await visit(browser, { viewport: PHONE });
  onTestFinished(() => phone.close());
  await phone.page.goto(links[0]);
  await expect.poll(() => new URL(phone.page.url()).pathname).toBe('/device-selection');
  await phone.page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(phone.complaints).toEqual([]);
  expect(new URL(phone.page.url()).port).toBe(new URL(tactus.url).port);
});
