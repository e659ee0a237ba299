import { afterEach, beforeEach, describe, expect } from 'vitest';
import { dock } from './app/dock.ts';
import { syncTest } from './app/sync-test.ts';
import { tabTo } from './app/tab-to.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';
let person: Visit;

const device = () => suite.tactus.device(KEY);
const storedMs = async () => (await device().get<{ offset: number }>('/hstp/offset')).offset;
const stores = (ms: number) => until(`the device stores ${ms} ms`, async () => (await storedMs()) === ms);
const moves = () => until('the device moves', () => device().isMoving());
const rests = () => until('the device rests', async () => !(await device().isMoving()));

async function open(viewport: typeof PHONE | typeof DESKTOP) {
  person = await visitAgain(suite.browser, { viewport });
  await person.page.goto(`${suite.tactus.url}/sync?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  return { page: person.page, bench: syncTest(person.page) };
}

beforeEach(async () => {
  await device().put('/slider/stroke', { min: 0, max: 1 });
  await device().put('/hstp/offset', { offset: 0 });
});
afterEach(async () => {
  await person.close();
  await device().put('/hsp/stop');
});
const nothingIsComplained = () => expect(person.complaints).toEqual([]);

describe('the clip uploaded', () => {
  further('plays with the device, is nudged and typed until in sync, pauses and stops with it', async () => {
    const { page, bench } = await open(PHONE);
    const plays = new Set<string>();
    page.on('request', (request) => {
      const [, player] = /\/(hsp|hssp)\/play/.exec(request.url()) ?? [];
      if (player !== undefined) plays.add(player);
    });
    await bench.way('upload').check();
    await bench.play().click();
    await bench.shows('sync.state.following');
    await moves();
    await until('the way that was chosen is the way it is played', async () => plays.size > 0);
    expect([...plays]).toEqual(['hssp']);

    await bench.earlier(100).click();
    await bench.earlier(10).click();
    await bench.later(1).click();
    await stores(109);
    await bench.stored('+109').waitFor();
    await bench.typed().fill('-5001');
    expect(await bench.store().isDisabled()).toBe(true);
    await bench.typed().fill('-250');
    await bench.store().click();
    await stores(-250);
    await bench.stored('-250').waitFor();
    expect(await device().isMoving()).toBe(true);

    await bench.pause().click();
    await rests();
    await bench.play().click();
    // The slider moves before that, to the position of the clip.
    await bench.shows('sync.state.following');
    await moves();
    await dock(page).stop().click();
    await rests();
    await bench.shows('sync.state.stopped');
    expect(await bench.play().isEnabled()).toBe(true);
    nothingIsComplained();
  });
});

further(
  'everything works by keyboard alone, and the choices of the page and the offset are restored after opening again',
  async () => {
    const { page, bench } = await open(DESKTOP);
    await tabTo(page, bench.play());
    await page.keyboard.press('Enter');
    await moves();
    await tabTo(page, bench.loop());
    await page.keyboard.press('Space');
    await tabTo(page, bench.later(50));
    await page.keyboard.press('Enter');
    await tabTo(page, bench.typed());
    await page.keyboard.type('−75');
    await page.keyboard.press('Enter');
    await stores(-75);
    await tabTo(page, bench.again());
    await page.keyboard.press('Enter');
    await page.getByText(words('sync.clock.now')).waitFor();
    expect(await bench.clocks().innerText()).toMatch(/±\s\d/);
    await tabTo(page, bench.simulator());
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await rests();

    await page.reload();
    await dock(page).shows('connection.ready');
    await bench.stored('-75').waitFor();
    expect(await bench.loop().isChecked()).toBe(true);
    expect(await bench.simulator().isChecked()).toBe(false);
    nothingIsComplained();
  },
  60_000,
);

further(
  'leaving the page stops the device',
  async () => {
    const { page, bench } = await open(DESKTOP);
    await bench.play().click();
    await moves();
    await page
      .getByRole('link', { name: words('page.home'), exact: true })
      .first()
      .click();
    await rests();
    nothingIsComplained();
  },
  60_000,
);
