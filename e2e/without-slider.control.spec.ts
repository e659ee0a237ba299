/** A device without a slider: the pages that move a slider make it vibrate, and those that cannot lead to one that can. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beatbox } from './app/beatbox.ts';
import { dock } from './app/dock.ts';
import { random } from './app/random.ts';
import { remote } from './app/remote.ts';
import { streamLab } from './app/stream-lab.ts';
import { tabTo } from './app/tab-to.ts';
import { vibration } from './app/vibration.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoOh0001';

interface HvpState {
  readonly enabled: boolean;
  readonly amplitude: number;
}

const suite = withTactus();
let person: Visit;

const state = () => suite.tactus.device(KEY).get<HvpState>('/hvp/state');
const vibrates = async () => {
  const { enabled, amplitude } = await state();
  return enabled && amplitude > 0.05;
};
const rests = async () => !(await state()).enabled;

async function open(path: string) {
  await person.page.goto(`${suite.tactus.url}${path}?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  return person.page;
}

afterEach(async () => {
  await suite.tactus.device(KEY).put('/hvp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

describe('by touch', () => {
  beforeEach(async () => {
    person = await visit(suite.browser, { viewport: PHONE });
  });

  test('a beat vibrates until Stop, and again the second time', async () => {
    const page = await open('/beatbox');
    await page.getByText(words('unsuited.vibrates')).waitFor();
    const box = beatbox(page);
    for (const [column, level] of [
      [1, 10],
      [3, 90],
      [5, 10],
      [7, 90],
    ] as const)
      await box.cell(column, level).tap();
    for (let press = 0; press < 2; press += 1) {
      await box.play().tap();
      await until('the device vibrates', vibrates);
      await dock(page).shows('dock.moving');
      await dock(page).stop().tap();
      await until('the device rests', rests);
      await box.play().waitFor();
    }
  });

  test('a random run vibrates at strengths of its range, and the next pick follows at once', async () => {
    const page = await open('/random-classic');
    const run = random(page);
    expect(await run.highestSpeed().count()).toBe(0);
    await run.preset('intense').tap();
    await run.start().tap();
    await until('the device vibrates', vibrates);
    await run.next().tap();
    await until('two picks are shown', async () => (await run.picks().count()) === 2);
    await run.stop().tap();
    await until('the device rests', rests);
  });

  test('the remote begins with the vibration', async () => {
    const page = await open('/remote');
    expect(await remote(page).start().count()).toBe(0);
    await vibration(page).start().tap();
    await until('the device vibrates', vibrates);
    await dock(page).stop().tap();
    await until('the device rests', rests);
  });
});

describe('by keyboard', () => {
  beforeEach(async () => {
    person = await visit(suite.browser, { viewport: DESKTOP });
  });

  test('a drawn curve vibrates, pauses and goes on', async () => {
    const page = await open('/hsp');
    const lab = streamLab(page);
    expect(await lab.flush().count()).toBe(0);
    await tabTo(page, lab.play());
    await page.keyboard.press('Enter');
    await until('the device vibrates', vibrates);
    await lab.shows('hsp.phase.playing');
    await lab.pause().press('Enter');
    await until('the device rests', rests);
    await lab.resume().press('Enter');
    await until('the device vibrates', vibrates);
    await page.keyboard.press('Escape');
    await until('the device rests', rests);
    await lab.shows('hsp.phase.stopped');
  });

  further('a page that cannot use the device leads to the vibration', async () => {
    for (const path of ['/hamp', '/hdsp', '/sync']) {
      const page = await open(path);
      await page.getByRole('heading', { name: words('unsuited.slider.title'), exact: true }).waitFor();
      const link = page.getByRole('main').getByRole('link', { name: words('page.hvp'), exact: true });
      await tabTo(page, link);
      await page.keyboard.press('Enter');
      await vibration(page).strength().waitFor();
    }
  });
});
