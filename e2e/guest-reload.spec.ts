import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Lent, lend } from './app/lend.ts';
import { remote } from './app/remote.ts';
import { guest, startStrokes } from './app/share.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { besidesRefusals, PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';

const suite = withTactus();
let people: Visit[] = [];
let lent: Lent;

const device = () => suite.tactus.device(KEY);
const plays = async () => (await device().hamp()).play_state === 1;
const rests = async () => !(await plays()) && !(await device().isMoving());

beforeEach(async () => {
  people = [];
  lent = lend(suite.tactus.url, KEY);
  await device().put('/hamp/stop');
});
afterEach(async () => {
  await lent.revokeAll();
  for (const { context } of people) await context.close();
  expect(besidesRefusals(people.flatMap((one) => one.complaints))).toEqual([]);
});

/** A person with a phone of their own, who joins by a link. */
async function enter(address: string, name: string): Promise<Page> {
  const comes = await visit(suite.browser, { viewport: PHONE });
  people.push(comes);
  await comes.page.goto(address);
  await guest(comes.page).name().fill(name);
  await guest(comes.page).join().tap();
  await isInside(comes.page);
  return comes.page;
}

const isInside = (page: Page) => guest(page).leave().waitFor();
const start = (page: Page) => startStrokes(page, plays, (button) => button.tap({ timeout: 2_000 }));
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

/** The tab duplicated with its storage, as a browser does it. */
async function duplicate(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  return opened;
}

test('a guest who reloads is the same guest; the device stops and stays stopped, and no second use is counted', async () => {
  const link = await lent.make({ uses: 1 });
  const ann = await enter(link.address, 'Ann');
  await start(ann);
  const before = await lent.guests();

  await ann.reload();
  await until('the device stops', rests);
  await isInside(ann);
  await guest(ann).shows('share.role.controller');
  await guest(ann).shows('share.back.stopped');
  expect(await lent.guests()).toEqual([{ ...before[0], used: 1 }]);
  expect(await rests()).toBe(true);
  await start(ann);

  // Another page and back, another page of the share, and the link again: all are the same visit.
  await ann.goto(`${suite.tactus.url}/settings`);
  await until('the device stops', rests);
  await ann.goBack();
  await isInside(ann);
  await ann.goto(`${suite.tactus.url}/share/here/hdsp`);
  await isInside(ann);
  expect(await guest(ann).mode('mode.hdsp').isChecked()).toBe(true);
  await ann.goto('about:blank');
  await ann.goto(link.address);
  await isInside(ann);
  expect(await lent.guests()).toEqual([{ ...before[0], used: 1 }]);
  expect(await rests()).toBe(true);

  // A link to another share is another visit.
  await ann.goto('about:blank');
  await ann.goto((await lent.make({})).address);
  await guest(ann).join().waitFor();
  await ann.goBack();
  await ann.goBack();
  await isInside(ann);

  expect(await stored(ann)).toContain('tgs_');
  await guest(ann).leave().tap();
  await guest(ann).shows('share.end.left');
  expect(await stored(ann)).not.toContain('tgs_');
  await ann.reload();
  await guest(ann).shows('share.end.incomplete');
});

test('a reload before joining shows that share again; once it is used the link is gone', async () => {
  const link = await lent.make({ uses: 1 });
  const secret = new URL(link.address).hash.slice(1);
  const comes = await visit(suite.browser, { viewport: PHONE });
  people.push(comes);
  const { page } = comes;
  await page.goto(link.address);
  await guest(page).join().waitFor();
  await page.reload();
  await guest(page).join().waitFor();
  expect(new URL(page.url()).href).toBe(`${suite.tactus.url}/share/here`);
  await page.goto('about:blank');
  await page.goBack();
  await guest(page).name().fill('Ann');
  await guest(page).join().tap();
  await isInside(page);
  expect(await lent.guests()).toMatchObject([{ name: 'Ann', used: 1 }]);
  expect(await stored(page)).not.toContain(secret);

  // A late guest sees that, and may try again after a reload.
  const late = await visit(suite.browser, { viewport: PHONE });
  people.push(late);
  await late.page.goto(link.address);
  await guest(late.page).join().tap();
  await guest(late.page).shows('share.end.used-up');
  await late.page.reload();
  await guest(late.page).join().tap();
  await guest(late.page).shows('share.end.used-up');
  expect(await stored(late.page)).toContain(secret);
  await late.page.getByRole('link', { name: words('share.end.home') }).tap();
  await until('the link is gone with the page', async () => !(await stored(late.page)).includes(secret));
});

test('a reload of a link with a plain key warns again, and nothing happens before the person confirms', async () => {
  const comes = await visit(suite.browser, { viewport: PHONE });
  people.push(comes);
  const { page } = comes;
  await page.goto(`${suite.tactus.url}/share/${KEY}/hamp`);
  await guest(page).keyWarning().waitFor();
  await page.reload();
  await guest(page).keyWarning().waitFor();
  expect(await page.evaluate(() => localStorage.getItem('tactus.settings') ?? '')).not.toContain(KEY);
  await guest(page).continueWithKey().tap();
  await page.waitForURL('**/hamp');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(KEY);
});

test('a guest whose control was released while the page was away sees that', async () => {
  const ann = await enter((await lent.make({})).address, 'Ann');
  await ann.goto('about:blank');
  await until('control is free', async () => (await lent.guests())[0]?.role === 'viewer');
  await ann.goBack();
  await isInside(ann);
  await guest(ann).shows('share.back.free');
  await guest(ann).take().tap();
  await guest(ann).shows('share.role.controller');
});

test('a guest whose share was ended while the page was away sees the reason after the reload', async () => {
  const ann = await enter((await lent.make({})).address, 'Ann');
  await ann.goto('about:blank');
  await lent.revokeAll();
  await ann.goBack();
  await guest(ann).shows('share.end.revoked');
  expect(await stored(ann)).not.toContain('tgs_');
});

test('a duplicated tab does not drive; it takes over only by a tap, and motion stops first', async () => {
  const link = await lent.make({});
  const ann = await enter(link.address, 'Ann');
  await start(ann);
  const beside = await duplicate(ann);
  await guest(beside).shows('share.elsewhere');
  expect(await remote(beside).start().count()).toBe(0);
  expect(await plays()).toBe(true);

  await guest(beside).takeOver().tap();
  await until('the device stops', rests);
  await isInside(beside);
  await guest(ann).shows('share.elsewhere');
  expect(await lent.guests()).toHaveLength(1);
  await start(beside);

  // Again by the link itself: as another guest, who watches.
  await ann.goto('about:blank');
  await ann.goto(link.address);
  await guest(ann).joinAnew().tap();
  await guest(ann).name().fill('Ann again');
  await guest(ann).join().tap();
  await isInside(ann);
  expect((await lent.guests()).map(({ name }) => name)).toEqual(['Ann', 'Ann again']);
  expect(await plays()).toBe(true);
});
