/** The list of the linked devices: the same with any cloud. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { linkByKeyboard, linked } from './app/linked.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const ONE = 'DemoHandy1';

const suite = withTactus();
let person: Visit;
/** Another virtual device of the same cloud, made for each test. */
let other: string;

beforeEach(async () => {
  const made = await fetch(`${suite.tactus.url}/api/tactus/virtual-devices`, { method: 'POST' });
  other = ((await made.json()) as { connectionKey: string }).connectionKey;
  person = await visitAgain(suite.browser, { viewport: PHONE });
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: suite.tactus.url });
});
afterEach(async () => {
  expect(person.complaints).toEqual([]);
  await person.close();
});

const open = async () => {
  await person.page.goto(`${suite.tactus.url}/link?key=${ONE}&female=no`);
  await dock(person.page).shows('connection.ready');
  return linked(person.page);
};

/** Links the other device under a name. */
const linkOther = (name = 'Second') => linkByKeyboard(person.page, other, name);

describe('the linked devices', () => {
  test('are those that were in use and those added, with name, model, firmware and a masked key', async () => {
    const page = await open();
    const one = page.device('The Handy');
    await one.shows('link.inUse');
    expect(await one.card.innerText()).toContain('4.1.1');
    expect(await one.card.innerText()).not.toContain(ONE);
    await linkOther();
    expect(await page.devices().count()).toBe(2);
    const second = page.device('Second');
    await second.card.getByText('The Handy', { exact: false }).first().waitFor();
    await suite.tactus.setConnected(other, false);
    await person.page.reload();
    await second.shows('connection.offline');
    await second.showKey().click();
    expect(await second.card.innerText()).toContain(other);
    await second.copyKey().click();
    await second.shows('link.key.copied');
    expect(await person.page.evaluate(() => navigator.clipboard.readText())).toBe(other);
    await suite.tactus.setConnected(other, true);
  });

  test('accept no invalid key, and none twice', async () => {
    const page = await open();
    await page.add().click();
    await page.showsText('error.connectionKeyRequired');
    await page.keyField().fill('a b');
    await page.showsText('connect.key.invalid');
    await page.keyField().fill(ONE);
    await page.showsText('link.add.twice');
    expect(await page.devices().count()).toBe(1);
  });

  test('are renamed, chosen, and removed after a confirmation', async () => {
    const page = await open();
    await linkOther();
    await page.device('Second').rename().click();
    await page.device('Second').nameField().fill('Left');
    await page.device('Second').save().click();
    await page.device('Left').use().click();
    await page.device('Left').shows('link.inUse');
    await dock(person.page).shows('connection.ready');
    await page.device('Left').forget().click();
    await page.device('Left').reallyForget().click();
    await page.device('The Handy').shows('link.inUse');
    await person.page.reload();
    await page.device('The Handy').shows('link.inUse');
    expect(await page.devices().count()).toBe(1);
  });
});

test('the key of the first page is masked until the person shows it', async () => {
  await person.page.goto(`${suite.tactus.url}/device-selection?key=${ONE}`);
  const field = person.page.getByRole('textbox', { name: words('connect.key') });
  await until('the key is in the field', async () => (await field.inputValue()) === ONE);
  const masked = () => field.evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security'));
  expect(await masked()).toBe('disc');
  await person.page.getByRole('button', { name: words('connect.key.show'), exact: true }).click();
  expect(await masked()).toBe('none');
});

describe('a phone', () => {
  test('gets the address of the site as a code, without the key, and a notice when it cannot reach it', async () => {
    const page = await open();
    await page.showCode().click();
    await page.code().waitFor();
    await page.showsText('link.phone.unreachable');
    await person.page.getByText(`${suite.tactus.url}/device-selection`, { exact: true }).waitFor();
    await until(
      'the code is drawn',
      async () => ((await page.code().locator('path').getAttribute('d')) ?? '').length > 500,
    );
  });
});
