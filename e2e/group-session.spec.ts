import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { dock } from './app/dock.ts';
import { group } from './app/group.ts';
import { guest } from './app/share.ts';
import { axeFindings } from './harness/axe-findings.ts';
import { openRoad } from './harness/breakable-road.ts';
import { type MadeDevice, madeDevice } from './harness/made-device.ts';
import { isVendor } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

/** Behind the vendor's cloud a reading itself is off by some tens of ms. */
const IN_STEP_MS = isVendor ? 120 : 50;
const PLAYING = 1;
/** A lease of ten seconds after the last message, the braking, and a busy machine. */
const LAPSED_MS = 13_000;

const suite = withTactus();
let people: Visit[] = [];

beforeEach(() => {
  people = [];
});
afterEach(async () => {
  for (const { context } of people) await context.close();
  const complaints = people.flatMap((one) => one.complaints);
  // Requests of an ended session are refused, which the pages expect and show, and the browser logs.
  expect(complaints.filter((text) => !/status of (401|409|410)|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
});

interface Person {
  readonly page: Page;
  readonly device: MadeDevice;
}

/** A person with a browser and a device of their own, at an address that contains the key. */
async function person(address: string): Promise<Person> {
  const device = await madeDevice(suite.tactus.url, '4.1.1');
  const comes = await visit(suite.browser, { viewport: PHONE, slowScreen: true });
  people.push(comes);
  const url = new URL(address);
  url.searchParams.set('key', device.key);
  await comes.page.goto(url.href);
  return { page: comes.page, device };
}

async function host(): Promise<Person & { readonly address: string }> {
  const ann = await person(`${suite.tactus.url}/remote?female=no#share`);
  await dock(ann.page).shows('connection.ready');
  const card = group(ann.page);
  await card.begin().click();
  await card.host().fill('Ann');
  await card.create().click();
  await card.pattern('steady').click();
  await card.play().waitFor();
  return { ...ann, address: await card.address() };
}

async function participant(address: string, name: string): Promise<Person> {
  const comes = await person(address);
  await guest(comes.page).name().fill(name);
  await guest(comes.page).join().click();
  await dock(comes.page).shows('connection.ready');
  return comes;
}

/** A person without a device takes a virtual one without leaving the room, follows, and leaves. */
async function withoutDevice(host: Person & { readonly address: string }, name: string): Promise<void> {
  const { page, context } = await visit(suite.browser, { viewport: PHONE, slowScreen: true });
  await page.goto(host.address);
  await guest(page).name().fill(name);
  await guest(page).join().click();
  await page.getByRole('button', { name: words('connect.virtual') }).click();
  await dock(page).shows('connection.ready');
  await group(page).take().click();
  await group(host.page)
    .person(name)
    .getByText(/± \d+ ms/)
    .waitFor();
  await context.close();
}

/** The link is opened again beside the tab that drives: that tab has the device, and this one shows that. */
async function inSecondTab({ page }: Person, address: string): Promise<void> {
  const second = await page.context().newPage();
  await second.goto(address);
  await guest(second).name().fill('Ben again');
  await guest(second).join().click();
  await group(second).shows('banner.heldElsewhere');
  expect(await group(second).take().isDisabled()).toBe(true);
  await second.close();
}

const stateOf = ({ device }: Person) => device.seen.get<{ play_state: number; current_time: number }>('/hsp/state');
const plays = async (one: Person) => (await stateOf(one)).play_state === PLAYING;
const rests = async (one: Person) => !(await plays(one)) && !(await one.device.seen.isMoving());

/** The deviation between the scripts of some devices, ms: the median of several samples. */
async function apartMs(all: readonly Person[]): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < 7; sample += 1) {
    const times = (await Promise.all(all.map(stateOf))).map(({ current_time }) => current_time);
    samples.push(Math.max(...times) - Math.min(...times));
  }
  return samples.sort((one, other) => one - other)[3] ?? Number.NaN;
}

async function inStep(all: readonly Person[]): Promise<void> {
  await until('all of them play', async () => (await Promise.all(all.map(plays))).every(Boolean));
  await until('they are in step', async () => (await apartMs(all)) <= IN_STEP_MS);
}

test('a host’s timeline moves every device in sync; late ones join, a Stop removes one, a pause stops all', async () => {
  const ann = await host();
  expect(ann.address).toMatch(/\/share\/g-[\w-]+#[\w-]{43}$/);
  const ben = await participant(ann.address, 'Ben');
  expect(new URL(ben.page.url()).pathname).toBe('/share/here');
  expect(new URL(ben.page.url()).hash).toBe('');
  expect(await axeFindings(ben.page)).toEqual([]);
  expect(await axeFindings(ann.page)).toEqual([]);

  await group(ann.page).take().click();
  await group(ben.page).take().click();
  await group(ben.page).shows('group.part.waiting');
  await group(ann.page).play().click();
  await inStep([ann, ben]);
  await group(ann.page)
    .person('Ben')
    .getByText(/± \d+ ms/)
    .waitFor();

  // The device of a person who only watches does not move; a late participant's device moves to the script's position first.
  const eve = await participant(ann.address, 'Eve');
  await group(eve.page).shows('group.status.playing');
  expect(await rests(eve)).toBe(true);
  await group(eve.page).take().click();
  await inStep([ann, ben, eve]);

  await withoutDevice(ann, 'Dee');
  await inSecondTab(ben, ann.address);

  await group(ann.page).seek().focus();
  await ann.page.keyboard.press('PageUp');
  await until('the seek reached them', async () => (await stateOf(ben)).current_time > 60_000);
  await inStep([ann, ben, eve]);

  await group(ben.page).stop().click();
  await until('Ben’s device rests', () => rests(ben));
  expect(await plays(ann)).toBe(true);
  expect(await plays(eve)).toBe(true);

  await group(ann.page).pause().click();
  await until('all rest', async () => (await rests(ann)) && (await rests(eve)));
  await group(ann.page).play().click();
  await inStep([ann, eve]);
  expect(await rests(ben)).toBe(true);
  await group(ben.page).again().click();
  await inStep([ann, ben, eve]);

  // The host's network is gone: all devices rest, and continue only when the host plays.
  await ann.page.context().setOffline(true);
  await group(eve.page).shows('group.status.hostGone');
  await until('the others rest', async () => (await rests(ben)) && (await rests(eve)));
  await ann.page.context().setOffline(false);
  await group(ann.page).play().click();
  await inStep([ben, eve]);

  await group(ann.page).sendAway('Eve').click();
  await group(eve.page).shows('group.over.removed');
  await until('Eve’s device rests', () => rests(eve));
  await group(ann.page).end().focus();
  await ann.page.keyboard.down('Enter');
  await group(ben.page).shows('group.over.ended');
  await until('Ben’s device rests', () => rests(ben));
});

test.skipIf(isVendor)('a participant who silently loses the network rests soon; the others go on', async () => {
  const road = await openRoad(suite.tactus.url);
  onTestFinished(road.close);
  const ann = await host();
  const ben = await participant(ann.address.replace(suite.tactus.url, road.url), 'Ben');
  await group(ann.page).take().click();
  await group(ben.page).take().click();
  await group(ann.page).play().click();
  await inStep([ann, ben]);
  road.silence(true);
  await group(ben.page).shows('connection.noNetwork');
  await until('Ben’s device rests', () => rests(ben), LAPSED_MS);
  expect(await plays(ann)).toBe(true);
  road.silence(false);
});
