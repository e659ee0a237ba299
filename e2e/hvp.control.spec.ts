import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { tabTo } from './app/tab-to.ts';
import { vibration } from './app/vibration.ts';
import { deeper, further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const KEY = 'DemoOh0001';

interface HvpState {
  readonly enabled: boolean;
  readonly amplitude: number;
  readonly frequency: number;
}

const suite = withTactus();
let person: Visit;

/** The state that the device reports. */
const state = () => suite.tactus.device(KEY).get<HvpState>('/hvp/state');
const isOn = async () => (await state()).enabled;
const isOff = async () => !(await isOn());

async function openPage(path = '/hvp', key = KEY, shows = 'connection.ready'): Promise<ReturnType<typeof vibration>> {
  await person.page.goto(`${suite.tactus.url}${path}?key=${key}`);
  await dock(person.page).shows(shows);
  return vibration(person.page);
}

/** The commands to the device from now on, with their moments, without reads such as the time. */
function watchRequests(): { atMs: number; path: string }[] {
  const seen: { atMs: number; path: string }[] = [];
  person.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'PUT' && pathname.startsWith('/api/handy-rest/'))
      seen.push({ atMs: performance.now(), path: pathname });
  });
  return seen;
}

const padBox = (page: ReturnType<typeof vibration>) =>
  page.pad().evaluate((pad) => {
    const { x, y, width, height } = pad.getBoundingClientRect();
    return { x, y, width, height };
  });

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
});
afterEach(async () => {
  await suite.tactus.device(KEY).put('/hvp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

describe('vibration', () => {
  test('starts at 30 % and 100 Hz, follows a finger on the pad, and stops', async () => {
    const page = await openPage();
    await page.start().click();
    await until('the device vibrates as the page shows', async () => {
      const { enabled, amplitude, frequency } = await state();
      return enabled && amplitude === 0.3 && frequency === 100;
    });

    const { x, y, width, height } = await padBox(page);
    await person.page.mouse.move(x + width * 0.3, y + height * 0.5);
    await person.page.mouse.down();
    await person.page.mouse.move(x + width * 0.8, y + height * 0.2, { steps: 12 });
    await person.page.mouse.up();
    const strength = Number(await page.strength().inputValue());
    expect(strength).toBeGreaterThan(75);
    await until('the device does what the pad shows', async () => {
      const { amplitude, frequency } = await state();
      return Math.abs(amplitude * 100 - strength) < 0.5 && frequency > 250;
    });

    await page.stop().click();
    await dock(person.page).shows('dock.stopped');
    expect(await isOff()).toBe(true);
  });

  deeper('a wave goes up and down on the device, at two requests a second', async () => {
    await person.close();
    person = await visit(suite.browser, { viewport: PHONE });
    await person.page.clock.install();
    const page = await openPage();
    await page.wave('hvp.wave.pulse').focus();
    await person.page.keyboard.press('Space');
    await page.start().click();
    await until('the device vibrates', isOn);
    const requests = watchRequests();
    const seen = new Set<number>();
    await until('the device was on and off more than once', async () => {
      seen.add((await state()).amplitude);
      return seen.has(0) && seen.has(0.3) && requests.length >= 3;
    });
    await page.wave('hvp.wave.randomWalk').focus();
    await person.page.keyboard.press('Space');
    const walkFrom = requests.length;
    const walkedSteps = () => requests.slice(walkFrom).filter(({ path }) => path.endsWith('/hvp/state'));
    await until('the walk has gone some steps', async () => walkedSteps().length >= 7);
    const [first, last] = [walkedSteps().at(0), walkedSteps().at(-1)];
    const seconds = ((last?.atMs ?? 0) - (first?.atMs ?? 0)) / 1_000;
    expect(walkedSteps().length).toBeLessThanOrEqual(2 * seconds + 2);
    await person.page.keyboard.press('Escape');
    await until('the device is silent', isOff);
    // A running wave would have sent its next steps by then.
    const sent = requests.length;
    await person.page.clock.runFor(5_000);
    expect(requests.slice(sent).filter(({ path }) => path.endsWith('/hvp/state'))).toEqual([]);
    expect(await isOff()).toBe(true);
  });

  further('vibrates as long as the button is held, by finger and by key', async () => {
    const page = await openPage();
    await page.hold().hover();
    await person.page.mouse.down();
    await until('the device vibrates', isOn);
    await person.page.mouse.up();
    await until('the device is silent', isOff);

    await page.hold().focus();
    await person.page.keyboard.down('Space');
    await until('the device vibrates', isOn);
    await person.page.keyboard.up('Space');
    await until('the device is silent', isOff);
  });

  further('works by keyboard alone: start, strength, pad, wave, Escape', async () => {
    const page = await openPage();
    await tabTo(person.page, page.start());
    await person.page.keyboard.press('Enter');
    await until('the device vibrates', isOn);
    await tabTo(person.page, page.strength());
    await person.page.keyboard.press('End');
    await until('the device is at full strength', async () => (await state()).amplitude === 1);
    await tabTo(person.page, page.padStrength());
    await person.page.keyboard.press('Shift+ArrowLeft');
    await until('left on the pad takes 10 %', async () => (await state()).amplitude === 0.9);
    await person.page.keyboard.press('PageUp');
    await until('page up gives 10 %', async () => (await state()).amplitude === 1);
    await person.page.keyboard.press('Shift+ArrowUp');
    await until('up on the pad raises the frequency', async () => (await state()).frequency > 150);
    await person.page.keyboard.press('Escape');
    await until('the device is silent', isOff);
  });

  further('is at the other address too, and shows a device that vibrates already', async () => {
    await suite.tactus.device(KEY).put('/hvp/state', { amplitude: 0.6, frequency: 200, position: 200 });
    const page = await openPage('/Hvp', KEY, 'dock.moving');
    await until('the page shows it', async () => (await page.strength().inputValue()) === '60');
    expect(await isOn()).toBe(true);
    await page.stop().click();
    await until('the device is silent', isOff);
  });

  further('explains to the owner of a device without a motor that there is none', async () => {
    const page = await openPage('/hvp', 'DemoHandy1');
    await page.shows('unsuited.vibration.title').waitFor();
    expect(await page.start().count()).toBe(0);
  });

  deeper('dragging sends at most five values a second, and the last one arrives', async () => {
    const page = await openPage();
    await page.start().click();
    await until('the device vibrates', isOn);
    const requests = watchRequests();
    const { x, y, width, height } = await padBox(page);
    const startMs = performance.now();
    await person.page.mouse.move(x + width / 2, y + height / 2);
    await person.page.mouse.down();
    for (let step = 1; requests.length < 20; step += 1) {
      const angle = step / 4;
      const at = { x: x + width * (0.5 + 0.3 * Math.cos(angle)), y: y + height * (0.5 + 0.3 * Math.sin(angle)) };
      await person.page.mouse.move(at.x, at.y);
    }
    await person.page.mouse.move(x + width * 0.95, y + height * 0.95);
    await person.page.mouse.up();
    const seconds = (performance.now() - startMs) / 1_000;
    expect(requests.length).toBeLessThanOrEqual(5 * seconds + 2);
    const last = Number(await page.strength().inputValue()) / 100;
    await until('the last value arrives', async () => Math.abs((await state()).amplitude - last) < 0.005);
  });
});
