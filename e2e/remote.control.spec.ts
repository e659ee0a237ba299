import { afterEach, beforeEach, expect, test } from 'vitest';
import { direct } from './app/direct.ts';
import { dock } from './app/dock.ts';
import { framesPass, watchCommands } from './app/key-effects.ts';
import { remote } from './app/remote.ts';
import { fingerOn } from './harness/finger.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';
let person: Visit;

const device = () => suite.tactus.device(KEY);
const plays = async () => (await device().hamp()).play_state === 1;
const velocityIs = (velocity: number) =>
  until(`the device goes at ${velocity}`, async () => Math.abs((await device().hamp()).velocity - velocity) < 0.006);
const strokeIs = (min: number, max: number) =>
  until(`the stroke is ${min} to ${max}`, async () => {
    const stroke = await device().get<{ min: number; max: number }>('/slider/stroke');
    return Math.abs(stroke.min - min) < 0.006 && Math.abs(stroke.max - max) < 0.006;
  });

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
  await device().put('/slider/stroke', { min: 0, max: 1 });
  await person.page.goto(`${suite.tactus.url}/remote?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
});
afterEach(async () => {
  await person.close();
  expect(person.complaints).toEqual([]);
});

test('starts, takes presets of speed and stroke, and stops', async () => {
  const page = remote(person.page);
  await page.start().click();
  await velocityIs(0.2);
  await page.preset('fast').click();
  await velocityIs(0.6);
  await strokeIs(0.3, 0.7);
  await page.preset('low').click();
  await velocityIs(0.25);
  await strokeIs(0, 0.4);
  await page.stop().click();
  await until('the device rests', async () => !(await plays()));
  await dock(person.page).shows('dock.stopped');
});

further('a preset taken at rest is the speed of the next start', async () => {
  const page = remote(person.page);
  await page.preset('calm').click();
  await strokeIs(0.1, 0.9);
  expect(await plays()).toBe(false);
  await page.start().focus();
  await person.page.keyboard.press('Enter');
  await velocityIs(0.15);
  await person.page.keyboard.press('Escape');
  await until('the device rests', async () => !(await plays()));
});

test('the pad moves the slider, and the round trip time is shown', async () => {
  const page = remote(person.page);
  await page.reaction().waitFor();
  await page.showPad().check();
  await page.pad().focus();
  await person.page.keyboard.press('End');
  await until('the slider is at the top', async () => {
    return (await device().now<{ position: number }>('/slider/state')).position > 0.97;
  });
});

test('a Stop by another finger ends the press on the pad', async () => {
  const finger = await fingerOn(person.page);
  await remote(person.page).showPad().check();
  await remote(person.page).pad().scrollIntoViewIfNeeded();
  const [from, to, later] = await Promise.all([20, 60, 90].map((percent) => direct(person.page).placeAt(percent)));
  await finger.down(from!);
  await until('the pad is held', () => person.page.locator('[data-held]').isVisible());
  await finger.move(to!);
  await until('the slider follows', async () => {
    return (await device().now<{ position: number }>('/slider/state')).position > 0.5;
  });
  const { x, y, width, height } = (await dock(person.page).stop().boundingBox())!;
  await finger.tapWithOther(to!, { x: x + width / 2, y: y + height / 2 });
  await dock(person.page).shows('dock.stopped');
  const sent = watchCommands(person.page);
  await finger.move(later!);
  await finger.up();
  await framesPass(person.page, 4);
  expect(sent).toEqual([]);
});
