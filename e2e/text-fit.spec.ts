/** No text is cut off, lies over another or out of its control: with a text twice as large, a page twice as large, in long words. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { EVEN_SCRIPT, player, TEST_CLIP } from './app/player.ts';
import { random } from './app/random.ts';
import { remote } from './app/remote.ts';
import { vibration } from './app/vibration.ts';
import { goInApp } from './harness/go-in-app.ts';
import { pagePaths, settingsPaths } from './harness/page-paths.ts';
import { isDeep } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { textFaults } from './harness/text-fit.ts';
import { DESKTOP, PHONE, PHONE_ON_ITS_SIDE } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const PATHS = [...pagePaths(), ...settingsPaths(), '/nowhere'];
const LAPTOP = { width: 1280, height: 800 };
/** The phone with its browser at 200 %: half the CSS pixels. */
const ZOOMED_PHONE = { width: 195, height: 422 };
/** Twice the size that a browser has from the start, px. */
const LARGE_TEXT_PX = 32;

interface Appearance {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly locale: string;
  readonly textPx?: number;
}

const APPEARANCES: Readonly<Record<string, Appearance>> = {
  'a phone with text at 200 %': { viewport: PHONE, locale: 'en-US', textPx: LARGE_TEXT_PX },
  'a desktop with text at 200 %': { viewport: DESKTOP, locale: 'en-US', textPx: LARGE_TEXT_PX },
  'a desktop page at 200 %': { viewport: { width: 720, height: 450 }, locale: 'en-US' },
  'a phone in German': { viewport: PHONE, locale: 'de' },
  'a laptop in German': { viewport: LAPTOP, locale: 'de' },
  'a laptop in Japanese': { viewport: LAPTOP, locale: 'ja' },
};

const suite = withTactus();

/** Opens a page in a browser of that language and size. */
async function open({ viewport, locale }: Appearance, path = '/') {
  const person = await visitAgain(suite.browser, { viewport, locale });
  await person.page.goto(`${suite.tactus.url}${path}?key=DemoHandy1&female=false`);
  await dock(person.page, locale).shows('connection.ready');
  return person;
}

/** Sets the text size of a page as a browser would; `undefined`: the initial size. */
const setText = (page: Page, textPx: number | undefined): Promise<void> =>
  page.evaluate((px) => {
    document.documentElement.style.fontSize = px === undefined ? '' : `${px}px`;
  }, textPx);

/** In a deep run every page in every appearance, else each page in one of them, alternating. */
const pathsOf = (turn: number) =>
  PATHS.filter((_, place) => isDeep || place % Object.keys(APPEARANCES).length === turn);

describe.each(
  Object.entries(APPEARANCES).map(([name, appearance], turn) => ({ name, appearance, paths: pathsOf(turn) })),
)('on $name', ({ appearance, paths }) => {
  test('the texts of a page fit, and no control stays under the dock', async () => {
    const person = await open(appearance);
    const faults: Record<string, string[]> = {};
    for (const path of paths) {
      await goInApp(person.page, path, appearance.locale);
      await person.page.getByRole('heading', { level: 1 }).first().waitFor();
      await setText(person.page, appearance.textPx);
      const found = await textFaults(person.page);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
    await person.close();
  }, 240_000);
});

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('with text at 200 % on %s Start of the manual page is on the first screen', async (_, viewport) => {
  const person = await open({ viewport, locale: 'en-US' }, '/hamp');
  await manual(person.page).start().waitFor();
  await setText(person.page, LARGE_TEXT_PX);
  const isMet = await manual(person.page)
    .start()
    .evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  expect(isMet).toBe(true);
  await person.close();
});

test.each(['de', 'ja'])(
  'with large text on a phone the texts of Remote and of an open film fit, and no tab breaks a word (%s)',
  async (locale) => {
    const person = await open({ viewport: PHONE, locale }, '/remote');
    const { page } = person;
    await setText(page, LARGE_TEXT_PX);
    expect(await textFaults(page)).toEqual([]);
    await goInApp(page, '/local', locale);
    const files = page.locator(`input[type="file"][aria-label="${words('player.choose', locale)}"]`);
    await files.setInputFiles([TEST_CLIP]);
    await page.getByRole('tab').first().waitFor();
    await setText(page, LARGE_TEXT_PX);
    expect(await textFaults(page)).toEqual([]);
    expect(await page.getByRole('tab').evaluateAll(severalLines)).toEqual([]);
    await person.close();
  },
);

/** The texts that take more than one line. Runs inside the page. */
function severalLines(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    return lines.size > 1 ? [element.textContent ?? ''] : [];
  });
}

test.each(['en-US', 'de', 'ja'])('the rail shows every page on a screen of 900 px (%s)', async (locale) => {
  const person = await open({ viewport: DESKTOP, locale });
  const rail = person.page.getByRole('navigation', { name: words('menu.label', locale), exact: true });
  const { height, bottom } = await rail.evaluate((nav) => ({
    height: (nav.parentElement?.scrollHeight ?? 0) - (nav.parentElement?.clientHeight ?? 0),
    bottom: nav.querySelector('button:last-of-type')?.getBoundingClientRect().bottom ?? Infinity,
  }));
  expect(height).toBe(0);
  expect(bottom).toBeLessThanOrEqual(DESKTOP.height);
  await person.close();
});

test.each(['en-US', 'de', 'ja'])('the ramp of the manual page is on one line of a phone (%s)', async (locale) => {
  const person = await open({ viewport: PHONE, locale }, '/hamp');
  await person.page.getByRole('button', { name: words('hamp.ramp.shorter', locale), exact: true }).tap();
  const lines = await person.page
    .getByRole('group', { name: words('hamp.ramp', locale), exact: true })
    .locator('output')
    .evaluate((output) => {
      const range = document.createRange();
      range.selectNodeContents(output);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  expect(lines).toBe(1);
  await person.close();
});

test('on a laptop the controls of an open film stay inside their card, volume with them', async () => {
  const person = await open({ viewport: LAPTOP, locale: 'en-US' }, '/local');
  await player(person.page).files().setInputFiles([TEST_CLIP]);
  await player(person.page).files().setInputFiles(EVEN_SCRIPT);
  await player(person.page).part('off').waitFor();
  const volume = person.page.getByRole('slider', { name: words('player.volume'), exact: true });
  await volume.waitFor();
  const boxes = await volume.evaluate((slider) => {
    const stage = slider.closest('section')?.getBoundingClientRect();
    return { right: slider.getBoundingClientRect().right, edge: stage?.right ?? 0 };
  });
  expect(boxes.right).toBeLessThanOrEqual(boxes.edge);
  expect(await textFaults(person.page)).toEqual([]);
  await person.close();
});

/** Whether a press anywhere in the middle of a control reaches the control, once it is scrolled to. */
const isReached = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const shares = [0.1, 0.5, 0.9];
    const places = shares.flatMap((share) => [
      [x + width / 2, y + height * share] as const,
      [x + width * share, y + height / 2] as const,
    ]);
    return places.every(([left, top]) => element.contains(document.elementFromPoint(left, top)));
  });

const CONTROL_PAGES: Readonly<Record<string, (page: Page) => Locator | undefined>> = {
  '/hamp': (page) => manual(page).start(),
  '/hdsp': () => undefined,
  '/random-classic': (page) => random(page).start(),
  '/remote': (page) => remote(page).start(),
  '/beatbox': () => undefined,
  '/local': () => undefined,
  '/hsp': () => undefined,
  '/sync': () => undefined,
  '/hvp': (page) => vibration(page).start(),
};

describe.each([
  ['a phone page at 200 %', { viewport: ZOOMED_PHONE, locale: 'en-US' }],
  ['a phone with text at 200 %', { viewport: PHONE, locale: 'en-US', textPx: LARGE_TEXT_PX }],
] satisfies [string, Appearance][])('on %s', (_, appearance: Appearance) => {
  test('the texts of every page that controls a device fit, and all of Start and Stop can be pressed', async () => {
    const person = await open(appearance);
    const { page } = person;
    for (const [path, startOf] of Object.entries(CONTROL_PAGES)) {
      const key = path === '/hvp' ? '?key=DemoOh0001&female=true' : '';
      await page.goto(suite.tactus.url + path + key);
      await dock(page).shows('connection.ready');
      const start = startOf(page);
      await (start ?? page.getByRole('heading', { level: 1 })).first().waitFor();
      await setText(page, appearance.textPx);
      expect([path, await textFaults(page)]).toEqual([path, []]);
      expect([path, await isReached(dock(page).stop())]).toEqual([path, true]);
      if (start) expect([path, await isReached(start)]).toEqual([path, true]);
    }
    await person.close();
  }, 240_000);
});

test.each([
  ['a phone', PHONE],
  ['a phone on its side', PHONE_ON_ITS_SIDE],
  ['a phone page at 200 %', ZOOMED_PHONE],
  ['a laptop', LAPTOP],
] as const)('on %s "Link it" can be scrolled out from under the dock in German', async (_, viewport) => {
  const person = await open({ viewport, locale: 'de' }, '/link');
  const submit = person.page.getByRole('button', { name: words('link.add.submit', 'de'), exact: true });
  await submit.waitFor();
  expect(await isReached(submit)).toBe(true);
  await person.close();
});
