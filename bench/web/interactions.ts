import type { Browser, Page } from 'playwright-core';

/** Control pages; the number of controls on them fits into a minute. */
const PAGES = ['/hamp', '/hdsp', '/hvp', '/hsp', '/random-classic', '/remote', '/settings'] as const;
const CONTROLS_A_PAGE = 10;
const STEPS_OF_A_DRAG = 6;

declare global {
  interface Window {
    /** The longest event of each interaction, ms, by its number. */
    interactionsMs: Map<number, number>;
  }
}

/** Interactions on the control pages, ms from the touch to the next picture, each by its longest event. */
export async function interactionsMs(browser: Browser, url: string): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  await context.addInitScript(watchInteractions);
  const page = await context.newPage();
  try {
    const found: number[] = [];
    for (const path of PAGES) {
      await page.goto(`${url}${path}?key=DemoHandy1`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.getByRole('region').first().waitFor();
      await moveSliders(page);
      await pressButtons(page);
      await page.keyboard.press('Escape');
      found.push(...(await page.evaluate(seenInteractions)));
    }
    return found;
  } finally {
    await context.close();
  }
}

/** Drags every slider there and back, then moves it by keys. */
async function moveSliders(page: Page): Promise<void> {
  const sliders = page.locator('main').getByRole('slider');
  for (let index = 0; index < Math.min(await sliders.count(), CONTROLS_A_PAGE); index += 1) {
    const box = await sliders.nth(index).boundingBox();
    if (box === null || !(await sliders.nth(index).isEnabled())) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 24, y - 40, { steps: STEPS_OF_A_DRAG });
    await page.mouse.move(x, y, { steps: STEPS_OF_A_DRAG });
    await page.mouse.up();
    for (const key of ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']) await page.keyboard.press(key);
  }
}

/** Presses the buttons that lead to no other page. */
async function pressButtons(page: Page): Promise<void> {
  const buttons = page.locator('main').locator('button:enabled, [role="switch"]:enabled, input[type="radio"]:enabled');
  for (let index = 0; index < Math.min(await buttons.count(), CONTROLS_A_PAGE); index += 1) {
    // A button that is gone or covered by a dialog is not pressed.
    await buttons
      .nth(index)
      .click({ timeout: 500 })
      .catch(() => page.keyboard.press('Escape'));
  }
}

/** Runs in the page first. No function in it has a name, because the compiler would call a helper for it. */
function watchInteractions(): void {
  window.interactionsMs = new Map();
  new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries()) {
      const { interactionId = 0, duration } = entry as PerformanceEntry & { interactionId?: number }; // only events are observed
      if (interactionId === 0) continue;
      window.interactionsMs.set(interactionId, Math.max(duration, window.interactionsMs.get(interactionId) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit); // a field that the types lack
}

/** The recorded interactions once the last picture is drawn. */
async function seenInteractions(): Promise<number[]> {
  for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
  return [...window.interactionsMs.values()];
}

/** The figure that "INP" stands for: the worst interaction, except one in fifty. */
export function nextPaintMs(interactions: readonly number[]): number {
  const sorted = [...interactions].sort((one, other) => other - one);
  return sorted[Math.floor(sorted.length / 50)] ?? Number.NaN;
}
