import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { direct } from './app/direct.ts';
import { dock } from './app/dock.ts';
import { framesPass } from './app/key-effects.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';

let person: Visit;
/** The bodies of the direct moves that the page has sent. */
let sent: { readonly call: string; readonly body: Record<string, unknown> }[];

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
  sent = [];
  person.page.on('request', (request) => {
    const call = /\/hdsp\/(\w+)/.exec(request.url())?.[1];
    if (call !== undefined)
      sent.push({ call, body: JSON.parse(request.postData() ?? '{}') as Record<string, unknown> });
  });
  await suite.tactus.device(KEY).put('/slider/stroke', { min: 0, max: 1 });
  await person.page.goto(`${suite.tactus.url}/hdsp?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
});
afterEach(async () => {
  await person.close();
  expect(person.complaints).toEqual([]);
});

/** The slider position that the device reports, per cent of the stroke. */
const position = async () => (await suite.tactus.device(KEY).now<{ position: number }>('/slider/state')).position * 100;
const deviceIsAt = (percent: number) =>
  until(`the device is at ${percent} %`, async () => Math.abs((await position()) - percent) < 2);

test('the slider follows a dragging hand, within the budget, and reaches the last place', async () => {
  const page = direct(person.page);
  const from = await page.placeAt(10);
  await person.page.mouse.move(from.x, from.y);
  await person.page.mouse.down();
  const startMs = Date.now();
  for (const percent of [20, 35, 60, 90, 70, 40, 20, 50, 80, 95]) {
    const { x, y } = await page.placeAt(percent);
    await person.page.mouse.move(x, y, { steps: 12 });
  }
  const { x, y } = await page.placeAt(65);
  await person.page.mouse.move(x, y, { steps: 12 });
  await person.page.mouse.up();
  await deviceIsAt(65);
  const seconds = (Date.now() - startMs) / 1000;
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.length).toBeLessThanOrEqual(5 * seconds + 2);
  expect(sent.at(-1)).toMatchObject({ body: { stop_on_target: false } });
});

test('a Stop ends the press of a hand: what it does then, and its letting go, move nothing', async () => {
  const page = direct(person.page);
  const moveTo = async (percent: number) => {
    const { x, y } = await page.placeAt(percent);
    await person.page.mouse.move(x, y, { steps: 4 });
  };
  await moveTo(20);
  await person.page.mouse.down();
  await moveTo(50);
  await deviceIsAt(50);
  await person.page.keyboard.press('Escape');
  await dock(person.page).shows('dock.stopped');
  const [before, rest] = [sent.length, await position()];
  await moveTo(90);
  await person.page.mouse.up();
  await framesPass(person.page, 4);
  expect([sent.slice(before), Math.abs((await position()) - rest) < 1]).toEqual([[], true]);
});

further('at a speed, by presets and by keys', async () => {
  const page = direct(person.page);
  await page.atSpeed().check();
  await page.faster().click();
  await page.preset('100 %').click();
  await deviceIsAt(100);
  expect(sent.at(-1)).toMatchObject({ call: 'xpvp', body: { vp: 0.55, xp: 1 } });
  await page.pad.focus();
  await person.page.keyboard.press('PageDown');
  await deviceIsAt(90);
  await person.page.keyboard.press('Home');
  await deviceIsAt(0);
});

further('the pad spans the stroke that is set', async () => {
  await suite.tactus.device(KEY).put('/slider/stroke', { min: 0.4, max: 0.6 });
  await direct(person.page).preset('0 %').click();
  await deviceIsAt(0);
  const { position_absolute, min_absolute } = await suite.tactus
    .device(KEY)
    .get<{ position_absolute: number; min_absolute: number }>('/slider/state')
    .then(async (state) => ({
      ...(await suite.tactus.device(KEY).get<{ min_absolute: number }>('/slider/stroke')),
      ...state,
    }));
  expect(Math.abs(position_absolute - min_absolute)).toBeLessThan(2);
});

further('a raw call shows its answer, and the error of a body', async () => {
  const page = direct(person.page);
  await page.openRaw();
  await choose(page.rawCall(), 'PUT /hdsp/xpva');
  await page.rawBody().fill('{"xp": 0.3, "va": 120, "stop_on_target": true}');
  await page.send().click();
  await page.answer().getByText('"result": "ok"').waitFor();
  await page
    .answer()
    .getByText(/\d+ ms/)
    .waitFor();
  await deviceIsAt(30);
  await page.rawBody().fill('{"xp": 7, "va": 120}');
  await page.send().click();
  await page.answer().getByText('"error"').waitFor();
  await page.rawBody().fill('{"xp": ');
  expect(await page.send().isDisabled()).toBe(true);
});

further('Stop ends a move where the slider is', async () => {
  const page = direct(person.page);
  await page.preset('0 %').click();
  await deviceIsAt(0);
  await page.openRaw();
  await page.rawBody().fill('{"xp": 1, "t": 8000}');
  await page.send().click();
  await until('it moves', async () => (await position()) > 5);
  await person.page.keyboard.press('Escape');
  await dock(person.page).shows('dock.stopped');
  await until('it stands still', async () => !(await suite.tactus.device(KEY).isMoving()));
  expect(await position()).toBeLessThan(90);
});
