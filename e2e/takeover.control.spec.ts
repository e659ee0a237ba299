import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { beatbox } from './app/beatbox.ts';
import { direct } from './app/direct.ts';
import { dock } from './app/dock.ts';
import { lend } from './app/lend.ts';
import { manual } from './app/manual.ts';
import { random } from './app/random.ts';
import { guest } from './app/share.ts';
import { streamLab } from './app/stream-lab.ts';
import { syncTest } from './app/sync-test.ts';
import { deeper, further, isVendor } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { besidesRefusals, complaintsOf, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';

const suite = withTactus();
afterEach(async () => {
  await suite.tactus.device(KEY).put('/hamp/stop');
});

const plays = async () => (await suite.tactus.device(KEY).hamp()).play_state === 1;
const rests = async () => !(await plays()) && !(await suite.tactus.device(KEY).isMoving());
const goesAt = async (share: number) => Math.abs((await suite.tactus.device(KEY).hamp()).velocity - share) < 0.01;

const startHere = (page: Page) => page.getByRole('button', { name: words('control.startHere'), exact: true });
const showsTakenOver = (page: Page) =>
  page
    .getByRole('alert')
    .filter({ hasText: words('trouble.takenOver') })
    .filter({ hasText: words('trouble.takenOver.text') });
const showsTookOver = (page: Page) => page.getByText(words('trouble.tookOver'), { exact: true });

/** The commands of a page to the device, in order: group and name of each call. */
function commandsOf(page: Page): readonly string[] {
  const lines: string[] = [];
  page.on('request', (request) => {
    const [, call] = /\/((?:hamp|hdsp|hsp|mode2)(?:\/\w+)?)$/.exec(new URL(request.url()).pathname) ?? [];
    if (request.method() === 'PUT' && call !== undefined) lines.push(call);
  });
  return lines;
}

async function openTab(context: BrowserContext, path = '/hamp'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${suite.tactus.url}${path}?key=${KEY}`);
  return page;
}

/** A person who has started the alternating motion in a tab. */
async function personMoving() {
  const person = await visit(suite.browser, { slowScreen: true });
  await person.page.goto(`${suite.tactus.url}/hamp?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  await manual(person.page).start().click();
  await until('the device has come to its speed', () => goesAt(0.2));
  return person;
}

test('one press in a second tab takes over, stops first, and starts at its own speed; both tabs report it', async () => {
  const { page: first, context, complaints, close } = await personMoving();
  const second = await openTab(context);
  const complaintsOfSecond = complaintsOf(second);
  const lines = commandsOf(second);
  await startHere(second).waitFor();
  await until('the second tab shows the speed', async () => (await manual(second).speed().inputValue()) === '20');
  await manual(second).speed().press('End');
  expect(await goesAt(0.2)).toBe(true);
  await startHere(second).click();

  // The notice is shown for a while only.
  await showsTookOver(second).waitFor();
  await until('the second tab moves it at its own speed', () => goesAt(1));
  expect(lines[0]).not.toBe('hamp/start');
  expect(lines.filter((line) => line === 'hamp/start')).toHaveLength(1);
  await startHere(second).waitFor({ state: 'detached' });
  expect(await second.evaluate(() => document.activeElement?.id)).toBe('page');

  // The notice is still shown when the person comes back to that tab.
  await first.bringToFront();
  await showsTakenOver(first).waitFor();
  await startHere(first).click();
  await showsTakenOver(first).waitFor({ state: 'detached' });
  await showsTakenOver(second).waitFor();
  await until('the first tab moves it again', plays);
  // A tab that renews its lease just when the other one takes over is refused.
  expect([complaints, complaintsOfSecond].map(besidesRefusals)).toEqual([[], []]);
  await close();
});

test('a tab that dies while it controls the device locks no other one out', async () => {
  const { page: first, context, close } = await personMoving();
  const second = await openTab(context);
  await startHere(second).waitFor();
  const gone = new Promise((resolve) => first.once('crash', resolve));
  first.goto('chrome://crash').catch(() => undefined); // it never loads
  await gone;
  await startHere(second).waitFor({ state: 'detached' });
  await dock(second).stop().click();
  await until('the device is at rest', rests);
  await manual(second).start().click();
  await until('the second tab drives', plays);
  await second.getByText(words('banner.heldElsewhere'), { exact: true }).waitFor({ state: 'detached' });
  await close();
});

further('of three tabs each takes over with one press, and each that lost control shows it', async () => {
  const { page: first, context, close } = await personMoving();
  const second = await openTab(context);
  const third = await openTab(context, '/random-classic');
  await startHere(second).click();
  await showsTakenOver(first).waitFor();
  await until('the second tab moves it', plays);
  await random(third).start().click();
  await showsTookOver(third).waitFor();
  await showsTakenOver(second).waitFor();
  await showsTakenOver(first).waitFor();
  await until('the third tab moves it', plays);
  await random(third).stop().waitFor();
  // The tab that lost it first takes it back as easily.
  await startHere(first).click();
  await showsTakenOver(third).waitFor();
  await until('the first tab moves it', plays);
  await close();
});

/** The press by which a page moves the device, and the call that follows. */
const STARTS: Readonly<Record<string, { readonly press: (page: Page) => Promise<void>; readonly expected: RegExp }>> = {
  '/remote': { press: (page) => startHere(page).click(), expected: /^hamp\/start$/ },
  '/hdsp': { press: (page) => direct(page).pad.press('End'), expected: /^hdsp\/x/ },
  '/hsp': { press: (page) => streamLab(page).play().click(), expected: /^hsp\/play$/ },
  '/sync': { press: (page) => syncTest(page).play().click(), expected: /^hsp\/play$/ },
  '/beatbox': {
    async press(page) {
      await beatbox(page).paint({ column: 1, row: 1 }, { column: 4, row: 8 });
      await beatbox(page).play().click();
    },
    expected: /^hsp\/play$/,
  },
};

further('one press takes over on every other page that moves the device, after a stop', async () => {
  const { page: first, context, close } = await personMoving();
  for (const [path, { press, expected }] of Object.entries(STARTS)) {
    const second = await openTab(context, path);
    await second.getByText(words('banner.heldElsewhere'), { exact: true }).waitFor();
    await dock(second).shows('dock.moving');
    const lines = commandsOf(second);
    await press(second);
    await until(`${path} sends its start`, async () => lines.some((line) => expected.test(line)));
    expect(`${path} ${lines[0]}`).toMatch(/ (?:hamp\/stop|mode2)$/);
    await showsTakenOver(first).waitFor();
    await second.close();
    await until(`the device is at rest after ${path}`, rests);
    await manual(first).start().click();
    await until('the first tab moves it again', plays);
  }
  await close();
});

deeper(
  'the reason of the stop stays shown once the tab that took over is closed, until the person closes it',
  async () => {
    const { page: first, context, close } = await personMoving();
    const second = await openTab(context);
    await startHere(second).click();
    await showsTakenOver(first).waitFor();
    await second.close({ runBeforeUnload: true });
    await first.getByRole('button', { name: words('banner.heldElsewhere.takeOver') }).waitFor({ state: 'detached' });
    await showsTakenOver(first)
      .getByRole('button', { name: words('app.close') })
      .click();
    await showsTakenOver(first).waitFor({ state: 'detached' });
    await close();
  },
);

(isVendor ? test.skip : further)(
  'a guest of a link is not offered to take over, in the same browser either',
  async () => {
    const { context, close } = await personMoving();
    const lent = lend(suite.tactus.url, KEY);
    const { address } = await lent.make({});
    const visitor = await context.newPage();
    await visitor.goto(address);
    await guest(visitor).name().fill('Ann');
    await guest(visitor).join().click();
    await guest(visitor).leave().waitFor();
    await dock(visitor).stop().waitFor();
    expect(await startHere(visitor).count()).toBe(0);
    expect(await visitor.getByText(words('banner.heldElsewhere'), { exact: true }).count()).toBe(0);
    expect(await plays()).toBe(true);
    await lent.revokeAll();
    await close();
  },
);
