import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { group } from './app/group.ts';
import { guest } from './app/share.ts';
import { type MadeDevice, madeDevice } from './harness/made-device.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { besidesRefusals, PHONE, type Visit, visit } from './harness/visit.ts';

const PLAYING = 1;
/** The page shows an event of the browser within this time. */
const KNOWN_MS = 1_000;

const suite = withTactus();
let people: Visit[] = [];

beforeEach(() => {
  people = [];
});
afterEach(async () => {
  for (const { context } of people) await context.close();
  const own = people.flatMap(({ complaints }) => complaints);
  expect(besidesRefusals(own).filter((text) => !/ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)/.test(text))).toEqual([]);
});

interface Person {
  page: Page;
  readonly device: MadeDevice;
}

/** A person with a phone and a device of their own, at an address that contains the key. */
async function person(address: string): Promise<Person> {
  const device = await madeDevice(suite.tactus.url, '4.1.1');
  const comes = await visit(suite.browser, { viewport: PHONE, slowScreen: true });
  people.push(comes);
  const url = new URL(address);
  url.searchParams.set('key', device.key);
  await comes.page.goto(url.href);
  return { page: comes.page, device };
}

/** A host who plays a pattern, and a participant who follows. */
async function playing() {
  const ann = await person(`${suite.tactus.url}/remote?female=no#share`);
  await dock(ann.page).shows('connection.ready');
  const card = group(ann.page);
  await card.begin().tap();
  await card.host().fill('Ann');
  await card.create().tap();
  await card.pattern('steady').tap();
  await card.play().waitFor();
  const ben = await person(await card.address());
  await guest(ben.page).name().fill('Ben');
  await guest(ben.page).join().tap();
  await dock(ben.page).shows('connection.ready');
  await group(ben.page).take().tap();
  await group(ben.page).shows('group.part.waiting');
  await card.play().tap();
  await until('Ben’s device goes along', () => plays(ben));
  return { ann, ben, address: await card.address() };
}

const plays = async ({ device }: Person) =>
  (await device.seen.get<{ play_state: number }>('/hsp/state')).play_state === PLAYING;
const rests = async (one: Person) => !(await plays(one)) && !(await one.device.seen.isMoving());
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

/** Whether all of a control is seen, without a scroll. */
async function isAboveDock(page: Page, control: Locator): Promise<boolean> {
  const [box, bar] = [await control.boundingBox(), await dock(page).bar().boundingBox()];
  return box !== null && bar !== null && box.y > 0 && box.y + box.height <= bar.y;
}

/** The host's page is the host's again after the reload: playback continues only by a press. */
async function hostIsBack(ann: Person, ben: Person): Promise<void> {
  await group(ann.page).shows('group.status.wasAway');
  await group(ben.page).shows('group.status.hostBack');
  expect(await rests(ben)).toBe(true);
  await group(ann.page).play().tap();
  await until('Ben’s device goes along', () => plays(ben));
}

test('a host who reloads or visits another page is host of the same session; all devices rest meanwhile, with a reason', async () => {
  const { ann, ben, address } = await playing();
  await ann.page.reload();
  await until('everything rests', () => rests(ben));
  await hostIsBack(ann, ben);
  expect(await group(ann.page).address()).toBe(address);

  await ann.page.goto(`${suite.tactus.url}/settings`);
  await group(ben.page).shows('group.status.hostGone');
  await until('everything rests', () => rests(ben));
  await ann.page.goto(`${suite.tactus.url}/remote#share`);
  await hostIsBack(ann, ben);

  // On another visit, in a tab of its own: the page of sharing and the link of the session both lead back.
  await ann.page.close();
  await until('everything rests', () => rests(ben));
  const visits = [`${suite.tactus.url}/remote#share`, address];
  for (const to of visits) {
    const page = await people[0]?.context.newPage();
    if (!page) throw new Error('Ann is gone');
    ann.page = page;
    await page.goto(to);
    if (to !== address)
      await until('the way back is on the first screen', () => isAboveDock(page, group(page).comeBack()));
    await (to === address ? group(page).comeBackFromLink() : group(page).comeBack()).tap();
    await hostIsBack(ann, ben);
    if (to !== address) await page.close();
  }
  expect(await group(ann.page).address()).toBe(address);

  // The tab duplicated, as a browser does it: the session is left to the first tab, until the person moves it.
  const opened = ann.page.context().waitForEvent('page');
  await ann.page.evaluate(() => void window.open(location.href));
  const beside = await opened;
  await group(beside).shows('group.elsewhere');
  expect(await plays(ben)).toBe(true);
  await group(beside).takeOver().tap();
  await group(beside).play().waitFor();
  await group(ann.page).shows('group.elsewhere');
  await until('everything rests', () => rests(ben));

  expect(await stored(beside)).toContain('tgg_');
  await group(beside).end().focus();
  await beside.keyboard.down('Enter');
  await group(ben.page).shows('group.over.ended');
  expect(await stored(beside)).not.toContain('tgg_');
});

test('a host on a phone has Pause on the first screen, without a scroll; the invitation is folded once somebody has joined', async () => {
  const { ann } = await playing();
  const card = group(ann.page);
  expect(await card.code().isVisible()).toBe(false);
  await ann.page.reload();
  await card.shows('group.status.wasAway');
  await card.play().tap();
  await until('Pause is seen', () => isAboveDock(ann.page, card.pause()));
  expect(await ann.page.evaluate(() => window.scrollY)).toBe(0);
  await card.invitation().tap();
  await card.code().waitFor();
});

test('a participant who reloads is the same participant, and follows again only after a tap', async () => {
  const { ann, ben } = await playing();
  await ben.page.reload();
  await until('Ben’s device rests', () => rests(ben));
  await group(ben.page).shows('group.status.playing');
  expect(await group(ann.page).person('Ben').count()).toBe(1);
  await dock(ben.page).shows('connection.ready');
  expect(await rests(ben)).toBe(true);
  await group(ben.page).take().tap();
  await until('Ben’s device goes along', () => plays(ben));
  await group(ben.page).leave().tap();
  await group(ben.page).shows('group.over.left');
  expect(await stored(ben.page)).not.toContain('tgg_');
});

test('a host and a participant who lose the network see that within a second, and go on automatically once it is back', async () => {
  const { ann, ben } = await playing();
  await ben.page.context().setOffline(true);
  await group(ben.page).shows('group.status.lost', KNOWN_MS);
  await group(ben.page).shows('group.part.unknown');
  await ben.page.context().setOffline(false);
  await group(ben.page).shows('group.status.playing');
  await until('the Stop that could not be sent is carried out', () => rests(ben));
  await until('it may go along', () => group(ben.page).again().isEnabled());
  await group(ben.page).again().tap();
  await until('Ben’s device goes along', () => plays(ben));

  await ann.page.context().setOffline(true);
  await group(ann.page).shows('group.status.hostLost', KNOWN_MS);
  expect(await group(ann.page).seek().isDisabled()).toBe(true);
  await group(ben.page).shows('group.status.hostGone');
  await until('everything rests', () => rests(ben));
  await ann.page.context().setOffline(false);
  await hostIsBack(ann, ben);
});
