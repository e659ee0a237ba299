import type { Page } from 'playwright-core';

/**
 * The texts of a page that do not fit, as messages; none is expected: text that is cut off or exceeds its control, overlapping
 * texts, elements wider than the screen, controls that cannot be scrolled out from under another element.
 */
export async function textFaults(page: Page): Promise<string[]> {
  await ownFont(page);
  return page.evaluate(findFaults);
}

/** Waits until the texts are in the app's own font. */
export async function ownFont(page: Page): Promise<void> {
  await page.locator('html[data-font]').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
}

/** Runs inside the page. */
function findFaults(): string[] {
  const faults = new Set<string>();
  const NEAR_PX = 2;
  const name = (element: Element) => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[aria-hidden="true"], [inert], dialog:not([open]), option');

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add(`the page is ${scrollWidth - clientWidth} px wider than the screen`);

  interface Text {
    readonly element: Element;
    readonly box: DOMRect;
  }
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || node.textContent?.trim() === '' || !isShown(element)) continue;
    // For screen readers alone.
    if (element.clientWidth === 1 || element.closest('[class*="hidden"], [class*="words"]')?.clientWidth === 1)
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1) texts.push({ element, box });
  }

  /** The visible part of a box inside the elements that clip or scroll it. */
  function visiblePart(element: Element, box: DOMRect): DOMRect {
    let { left, top, right, bottom } = box;
    for (let around: Element | null = element; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const edge = around.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  }

  for (const { element, box } of texts) {
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      const isCut = overflowX === 'hidden' || overflowX === 'clip' || textOverflow === 'ellipsis';
      if (isCut && (box.right > edge.right + NEAR_PX || box.left < edge.left - NEAR_PX)) {
        faults.add(`cut off: ${name(element)}`);
        break;
      }
      if (overflowX === 'auto' || overflowX === 'scroll') break;
    }
    const control = element.closest('button, a, label, output, select, [role="button"], h1, h2');
    const edge = control?.getBoundingClientRect();
    const isInline = control !== null && getComputedStyle(control).display === 'inline';
    if (control && edge && !isInline && (box.right > edge.right + NEAR_PX || box.left < edge.left - NEAR_PX))
      faults.add(`out of its control: ${name(control)}`);
    if (control?.matches('[aria-keyshortcuts="Escape"]') && edge && getComputedStyle(control).borderRadius === '50%') {
      const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
      // The letters are not as high as their line.
      const middle = box.height / 4;
      const corners = [box.left, box.right].flatMap((side) => [-middle, middle].map((up) => Math.hypot(side - x, up)));
      if (Math.max(...corners) > edge.width / 2) faults.add(`out of its circle: ${name(control)}, ${y}`);
    }
  }

  const layerOf = (element: Element) =>
    element.closest('[data-dock], [data-covering], dialog, nav, [class*="item"][role]');
  const seen = texts
    .map(({ element, box }) => ({ element, box: visiblePart(element, box) }))
    .filter(({ box }) => box.width > NEAR_PX && box.height > NEAR_PX);
  for (const [index, one] of seen.entries())
    for (const other of seen.slice(index + 1)) {
      if (one.element === other.element || layerOf(one.element) !== layerOf(other.element)) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const least = Math.min(one.box.height, other.box.height);
      if (width > NEAR_PX && height > least / 3)
        faults.add(`over each other: ${name(one.element)} / ${name(other.element)}`);
    }

  const controls = [...document.querySelectorAll('main :is(button, a, select, input:not([type="file"]))')];
  for (const control of controls.filter(isShown)) {
    const target = control.matches('input') ? (control.closest('label') ?? control) : control;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = target.getBoundingClientRect();
    if (width < 4 || height < 4) continue;
    const met = document.elementFromPoint(x + width / 2, y + height / 2);
    if (met === null) faults.add(`off the screen: ${name(target) || target.getAttribute('aria-label')}`);
    else if (met.closest('[data-dock], nav, header')?.contains(target) === false)
      faults.add(`covered: ${name(target) || target.getAttribute('aria-label')}`);
  }
  window.scrollTo(0, 0);
  return [...faults];
}
