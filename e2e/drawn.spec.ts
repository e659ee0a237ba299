/** Rendering that only a browser shows: the place and colours of notifications, and the opening of a dialog. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { goInApp } from './harness/go-in-app.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const EDGE_PX = 32;

let person: Visit;
let page: Page;
beforeEach(async () => {
  person = await visit(suite.browser, { viewport: DESKTOP });
  page = person.page;
});
afterEach(() => person.close());

const notification = (key: string) =>
  page
    .getByRole('region', { name: words('notifications.label') })
    .locator('> *')
    .filter({ hasText: words(key) });

/** A colour of the theme, as the browser formats colours. */
const themeColor = (name: string) =>
  page.evaluate((variable) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${variable})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

/** A notification that is shown: its role, the colour of its sign, how far it is from the right edge, px, and whether it is in the lower half. */
async function inspect(key: string) {
  const shown = notification(key);
  await shown.waitFor();
  return shown.evaluate((element) => {
    const { right, top } = element.getBoundingClientRect();
    return {
      role: element.getAttribute('role'),
      color: getComputedStyle(element.querySelector('svg') ?? element).color,
      fromRight: window.innerWidth - right,
      inLowerHalf: top > window.innerHeight / 2,
    };
  });
}

test('the three kinds of notification stand at the bottom right, each with its own colour', async () => {
  await page.goto(`${suite.tactus.url}/debug/emulator?female=false`);
  // The device that the address names is chosen once the page is there.
  await page.getByRole('button', { name: words('emulator.start'), exact: true }).waitFor();
  const copy = page.getByRole('button', { name: words('debug.emulator.copyKey') });
  /** Lets the browser copy, or not. */
  const mayCopy = (may: boolean) =>
    page.evaluate((isAllowed) => {
      const writeText = () =>
        isAllowed ? Promise.resolve() : Promise.reject(new DOMException('No', 'NotAllowedError'));
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    }, may);
  const colors = new Set<string>();
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto(`${suite.tactus.url}/debug/emulator`);
    await page.getByRole('button', { name: words('emulator.start'), exact: true }).click();
    for (const [may, key, variable] of [
      [true, 'debug.emulator.copied', '--ok'],
      [false, 'debug.emulator.noCopy', '--warn'],
    ] as const) {
      await copy.waitFor();
      await mayCopy(may);
      await copy.click();
      const { role, color, fromRight, inLowerHalf } = await inspect(key);
      expect({ color, role, inLowerHalf }).toEqual({
        color: await themeColor(variable),
        role: 'status',
        inLowerHalf: true,
      });
      expect(fromRight).toBeLessThan(EDGE_PX);
      colors.add(color);
    }
    // A language that cannot be loaded.
    await page.route(/\/assets\/de-[^/]*\.js$/, (route) => route.abort());
    await page.goto(`${suite.tactus.url}/settings#language`);
    await choose(page.getByRole('combobox', { name: words('settings.language') }), 'Deutsch');
    const { role, color, fromRight, inLowerHalf } = await inspect('error.languageNotLoaded');
    expect({ color, role, inLowerHalf }).toEqual({
      color: await themeColor('--danger'),
      role: 'alert',
      inLowerHalf: true,
    });
    expect(fromRight).toBeLessThan(EDGE_PX);
    colors.add(color);
  }
  expect(colors.size).toBe(3);
});

test('a dialog opens in 300 ms, and at once with reduced motion', async () => {
  await page.goto(`${suite.tactus.url}/settings?female=false`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const [reducedMotion, durationMs] of [
    ['no-preference', 300],
    ['reduce', 0],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    const durations = await page.evaluate(async () => {
      const opened = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('dialog[open]') === null) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
      });
      document.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
      await opened;
      const inside = document.querySelector('dialog[open] > div');
      return inside?.getAnimations().map((animation) => animation.effect?.getComputedTiming().duration) ?? [];
    });
    // An animation without duration is over before it can be seen.
    expect(durations).toEqual(durationMs === 0 ? [] : [durationMs]);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
});

test('the drawing of charts is fetched in a quiet moment of a page without one', async () => {
  await page.goto(`${suite.tactus.url}/?female=false`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.locator('canvas').count()).toBe(0);
  // Its texts are named in no other script.
  const hasCharts = () =>
    page.evaluate(async () => {
      const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
      const texts = scripts.filter((name) => name.endsWith('.js')).map(async (name) => (await fetch(name)).text());
      return (await Promise.all(texts)).some((text) => text.includes('position.ago'));
    });
  await until('the drawing of charts is there', hasCharts);
});

test('neither the drawing of charts nor the library of analytics is in the scripts that the page names', async () => {
  const read = async (path: string) => (await page.context().request.get(suite.tactus.url + path)).text();
  const paths = (await read('/')).match(/\/assets\/[^"]+\.js/g) ?? [];
  const named = await Promise.all(paths.map(read));
  expect(named.length).toBeGreaterThan(0);
  for (const text of ['position.ago', 'opt_in_capturing'])
    expect(named.some((script) => script.includes(text))).toBe(false);
});

/** How an element is drawn with the colours of the system, which replace every background and shadow of ours. */
const drawnState = (element: HTMLElement | SVGElement) => {
  const probe = document.createElement('i');
  probe.style.backgroundColor = 'Canvas';
  document.body.append(probe);
  const canvas = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const style = getComputedStyle(element);
  return {
    background: style.backgroundColor.endsWith(', 0)') ? canvas : style.backgroundColor,
    outline: style.outlineStyle === 'none' ? '' : style.outlineColor,
    border: style.borderTopWidth === '0px' ? '' : style.borderTopColor,
  };
};

test('with the colours of the system what is chosen, on or current still differs from the rest', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${suite.tactus.url}/?key=DemoHandy1&female=false`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await goInApp(page, '/settings#device');
  const faces = page.locator('label:has(input[type=radio])').filter({ visible: true });
  await faces.first().waitFor();
  const faceOf = (which: string) => faces.locator(`input${which} + span`).first().evaluate(drawnState);
  expect(await faceOf(':checked')).not.toEqual(await faceOf(':not(:checked)'));

  await goInApp(page, '/settings#appearance');
  const row = page.locator('label:has(input[role=switch])').filter({ visible: true }).first();
  const track = row.locator('input + span');
  const before = await track.evaluate(drawnState);
  expect(before.border).not.toBe('');
  await row.click();
  await until('the switch is drawn in its other state', async () => {
    const { background } = await track.evaluate(drawnState);
    return background !== before.background;
  });

  await page.keyboard.press('Control+k');
  const options = page.getByRole('option');
  await options.first().waitFor();
  expect(await options.nth(0).evaluate(drawnState)).not.toEqual(await options.nth(1).evaluate(drawnState));
  await page.keyboard.press('Escape');

  await goInApp(page, '/debug');
  const tabs = page.getByRole('navigation', { name: words('page.debug') }).getByRole('link');
  await tabs.first().waitFor();
  expect(await tabs.nth(0).evaluate(drawnState)).not.toEqual(await tabs.nth(1).evaluate(drawnState));

  await goInApp(page, '/settings#language');
  const box = page.getByRole('combobox').first();
  expect((await box.evaluate(drawnState)).border).not.toBe('');
  await box.click();
  await options.first().waitFor();
  const active = page.locator('[role=option][data-active]');
  const other = page.locator('[role=option]:not([data-active]):not([aria-selected=true])').first();
  expect(await active.evaluate(drawnState)).not.toEqual(await other.evaluate(drawnState));
});

test('the whole ring of the focus is drawn in rows that scroll', async () => {
  await page.setViewportSize(PHONE);
  await page.goto(`${suite.tactus.url}/?key=DemoHandy1&female=false`);
  const entry = page.getByRole('region', { name: words('home.carousel') }).getByRole('link');
  await entry.first().waitFor();
  /** How much of the ring lies outside of the row that cuts it off, px. */
  const cutOff = (element: HTMLElement | SVGElement) => {
    element.focus();
    let row: Element | null = element.parentElement;
    while (row !== null && getComputedStyle(row).overflowX === 'visible') row = row.parentElement;
    if (row === null) return 0;
    const { outlineWidth, outlineOffset } = getComputedStyle(element);
    const ringPx = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const [own, around] = [element.getBoundingClientRect(), row.getBoundingClientRect()];
    return Math.max(
      0,
      around.top - (own.top - ringPx),
      own.bottom + ringPx - around.bottom,
      around.left - (own.left - ringPx),
    );
  };
  await page.keyboard.press('Tab');
  expect(await entry.first().evaluate(cutOff)).toBe(0);
  await goInApp(page, '/debug');
  const tabs = page.getByRole('navigation', { name: words('page.debug') }).getByRole('link');
  await tabs.first().waitFor();
  await page.keyboard.press('Tab');
  expect(await tabs.first().evaluate(cutOff)).toBe(0);
});
