/**
 * Journey 3: a script on a phone with one thumb. A person with a video and its script on the phone, who never uses a second
 * hand: all by taps, and Stop always under the thumb.
 * Profiles: our own cloud, and one with only the vendor's features.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { follows, mediumOf } from '../app/following.ts';
import { newcomer, openTile, takeVirtual } from '../app/newcomer.ts';
import { EVEN_SCRIPT, player, TEST_CLIP } from '../app/player.ts';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { PHONE } from '../harness/visit.ts';
import { words } from '../harness/words.ts';

const suite = withTactus();
const THUMB_PX = 44;

/** Taps a control that a thumb can hit: at least 44 px in both directions, not covered. */
async function tap(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(THUMB_PX);
  await control.tap();
}

/** Taps a slider at a share of its length. */
async function tapAlong(page: Page, slider: Locator, share: number): Promise<void> {
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.evaluate((input) => {
    const { x, y, width, height } = (input.parentElement ?? input).getBoundingClientRect();
    return { x, y, width, height };
  });
  await page.touchscreen.tap(box.x + box.width * share, box.y + box.height / 2);
}

test('a video with its script is opened, played in sync, sought, sped up, weakened, paused and stopped', async () => {
  const person = await newcomer(suite);
  const { page } = person;
  const local = player(page);
  const { seen: device } = await takeVirtual(page);
  const rests = () => until('the device rests', async () => !(await device.isMoving()));
  const sent = new Set<string>();
  page.on('request', (request) => {
    const [, what] = /\/(temp\/upload|hsp\/play|hssp\/play)/.exec(request.url()) ?? [];
    if (what !== undefined) sent.add(what);
  });
  await openTile(page, 'page.local');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    tap(page.getByRole('main').getByRole('button', { name: words('player.choose'), exact: true })),
  ]);
  expect(chooser.isMultiple()).toBe(true);
  await local.files().setInputFiles(TEST_CLIP);
  await local.files().setInputFiles(EVEN_SCRIPT);
  await page.getByText(EVEN_SCRIPT.name).first().waitFor();

  await tap(local.play());
  await follows(device, mediumOf(page));
  expect([...sent]).toEqual(['hsp/play']);
  const stop = await dock(page).stop().boundingBox();
  expect(stop?.y).toBeGreaterThan(PHONE.height * 0.75);

  await tapAlong(page, local.seek(), 0.97);
  await until('the end is reached', async () => (await local.medium()).paused);
  await rests();
  await tapAlong(page, local.seek(), 0.02);
  await tap(local.play());
  await until('it plays anew', async () => !(await local.medium()).paused && (await local.medium()).ms < 20_000);
  await follows(device, mediumOf(page));
  // From now on it repeats by itself: the test has time.
  await tap(page.getByRole('button', { name: words('player.loop'), exact: true }));

  for (let step = 0; step < 5; step += 1) await tap(local.faster());
  expect((await local.medium()).rate).toBe(1.5);
  await page.getByText('1.5×', { exact: true }).waitFor();
  await follows(device, mediumOf(page));

  await tapAlong(page, local.intensity(), 0.5);
  await until('it is weaker', async () => Math.abs(Number(await local.intensity().inputValue()) - 50) <= 8);
  await tap(local.pause());
  await rests();
  await tap(local.play());
  await follows(device, mediumOf(page));
  await tap(dock(page).stop());
  await until('the video is paused', async () => (await local.medium()).paused);
  await rests();
  await dock(page).shows('dock.stopped');
  expect(person.complaints).toEqual([]);
  await person.close();
});
