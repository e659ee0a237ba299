/** A phone on its side whose notch and rounded corners take a part of each end. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withTactus } from './harness/suite.ts';
import { PHONE_ON_ITS_SIDE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();

let person: Visit;
let page: Page;
beforeEach(async () => {
  person = await visit(suite.browser, { viewport: PHONE_ON_ITS_SIDE });
  page = person.page;
});
afterEach(() => person.close());

/** What a notch takes of each end of a phone on its side, px. */
const NOTCH_PX = 47;

test.each(['/', '/hamp', '/settings', '/partners/all', '/device-selection'])(
  'on a phone on its side no text or control of %s is under a notch',
  async (path) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: NOTCH_PX, right: NOTCH_PX } });
    await page.goto(`${suite.tactus.url}${path}?key=DemoHandy1&female=false`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: words('dock.stop'), exact: true }).waitFor();
    const covered = await page.evaluate((notchPx) => {
      const isScrolled = (element: Element): boolean =>
        element.parentElement !== null &&
        (getComputedStyle(element).overflowX !== 'visible' || isScrolled(element.parentElement));
      const hasText = (element: Element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      return [...document.querySelectorAll('body *')]
        .filter((element) => (hasText(element) || element.matches('button, input, a')) && element.checkVisibility())
        .filter((element) => element.parentElement !== null && !isScrolled(element.parentElement))
        .filter((element) => {
          const { left, right, width, bottom } = element.getBoundingClientRect();
          // What only a screen reader shows has no width, and a link that appears with the focus is above the screen.
          return width > 1 && bottom > 0 && (left < notchPx || right > window.innerWidth - notchPx);
        })
        .map((element) => element.outerHTML.slice(0, 120));
    }, NOTCH_PX);
    expect(covered).toEqual([]);
  },
);
