import type { Frame, Page } from 'playwright-core';
import type { Finger, Point } from '../harness/finger.ts';
import { framesPass } from './key-effects.ts';

/** The length of a swipe, px. */
export const SWIPE_PX = 160;
/** On a page that can scroll by less, a scroll cannot be detected, px. */
const LEAST_SCROLL_PX = 40;

interface SweepOptions {
  /** Kinds of controls that were swept before; they are left out, and those of this page are added. Left out: each control. */
  readonly known?: Set<string>;
  /** The document with the controls, if it is a frame of the page. */
  readonly frame?: Frame;
}

/** The result of a sweep. */
interface Sweep {
  /** How many controls the finger swiped from. */
  readonly swept: number;
  /** The changes by swipes, and the controls from which no swipe scrolled; empty if all is well. */
  readonly faults: readonly string[];
}

/**
 * Swipes up or down from every control of a page that was opened with touch, and compares every setting before and after.
 * Left out are upright faders of a page that does not scroll: a finger moves them by their body.
 */
export async function sweepControls(page: Page, finger: Finger, options: SweepOptions = {}): Promise<Sweep> {
  const frame = options.frame ?? page.mainFrame();
  const count = await markControls(frame, options.known);
  const faults: string[] = [];
  let swept = 0;
  for (let index = 0; index < count; index += 1) {
    const from = await placeOn(frame, index);
    if (!from) continue;
    swept += 1;
    const [before, at] = [await settingsOf(frame), await scrolled(page)];
    const up = at.left > LEAST_SCROLL_PX;
    await finger.swipe(from, { x: from.x + 6, y: from.y + (up ? -SWIPE_PX : SWIPE_PX) });
    await framesPass(page, 3);
    const changed = differences(before, await settingsOf(frame));
    if (changed.length > 0) faults.push(`${await nameOf(frame, index)} changed ${changed.join(', ')}`);
    const scrolls = up || at.top > LEAST_SCROLL_PX;
    if (scrolls && (await scrolled(page)).top === at.top) faults.push(`${await nameOf(frame, index)} did not scroll`);
  }
  return { swept, faults };
}

/** All values that a hand may change: controls, stored values but for what a device reports of itself at any time, and the address. */
const settingsOf = (frame: Frame) =>
  frame.evaluate(() => {
    const controls = document.querySelectorAll(
      ':is(input, select, textarea, output, button, [role=combobox], details)',
    );
    return {
      address: location.pathname,
      stored: Object.entries(localStorage)
        .filter(([name]) => !name.startsWith('tactus.device.'))
        .map((entry) => entry.join(' ')),
      controls: [...controls].map((control) => {
        const { value = '', checked = false, open = false } = control as HTMLInputElement & HTMLDetailsElement; // read where there
        const states = ['aria-pressed', 'aria-expanded', 'aria-selected'].map((name) => control.getAttribute(name));
        return [control.getAttribute('aria-label') ?? control.id, value, checked, open, ...states].join(' ');
      }),
    };
  });

type Settings = Awaited<ReturnType<typeof settingsOf>>;

/** The new values, as text. */
const differences = (before: Settings, now: Settings): string[] =>
  [now.address, ...now.stored, ...now.controls].filter(
    (entry) => ![before.address, ...before.stored, ...before.controls].includes(entry),
  );

/** Numbers the controls that a finger may meet, a hidden range input by what is drawn around it. Gives how many there are. */
async function markControls(frame: Frame, known: Set<string> | undefined): Promise<number> {
  const { count, kinds } = await frame.evaluate(
    ({ left }) => {
      const controls = document.querySelectorAll(
        'main :is(button, input, select, summary, label, fieldset, output, canvas, [role=combobox], [role=grid], [data-orientation])',
      );
      const { scrollHeight, clientHeight } = document.documentElement;
      const met = left && new Set(left);
      for (const earlier of document.querySelectorAll('[data-swept]')) earlier.removeAttribute('data-swept');
      let marked = 0;
      for (const control of controls) {
        const shown =
          control.matches('input[type=range]') && control.clientWidth < 20 ? control.parentElement : control;
        if (!(shown instanceof HTMLElement) || !shown.checkVisibility()) continue;
        if (shown.dataset['swept'] !== undefined) continue;
        if (scrollHeight <= clientHeight + 1 && shown.dataset['orientation'] === 'vertical') continue;
        const kind = `${shown.tagName} ${shown.className} ${shown.closest('section')?.className} ${shown.dataset['orientation']} ${scrollHeight > clientHeight}`;
        if (met?.has(kind)) continue;
        met?.add(kind);
        shown.dataset['swept'] = String(marked);
        marked += 1;
      }
      return { count: marked, kinds: [...(met ?? [])] };
    },
    { left: known && [...known] },
  );
  for (const kind of kinds) known?.add(kind);
  return count;
}

/** Where a finger meets a control and no handle of it, in the middle of the screen; undefined where something covers it. */
async function placeOn(frame: Frame, index: number): Promise<Point | undefined> {
  const place = await frame.evaluate(async (number) => {
    const control = document.querySelector(`[data-swept="${number}"]`);
    if (!control?.checkVisibility()) return undefined;
    // Late content moves the control: waits until its place is stable.
    for (let still = 0, before = Number.NaN; still < 4; ) {
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const { top } = control.getBoundingClientRect();
      still = top === before ? still + 1 : 0;
      before = top;
    }
    const { left, top, width, height } = control.getBoundingClientRect();
    for (const share of [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9]) {
      const at = { x: left + width / 2, y: top + height * share };
      const met = document.elementFromPoint(at.x, at.y);
      if (met && control.contains(met) && !met.closest('[data-handle]')) return at;
    }
    return undefined;
  }, index);
  if (!place || frame.parentFrame() === null) return place;
  const box = await (await frame.frameElement()).boundingBox();
  return box ? { x: box.x + place.x, y: box.y + place.y } : undefined;
}

const scrolled = (page: Page) =>
  page.evaluate(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    return { top: scrollTop, left: scrollHeight - clientHeight - scrollTop };
  });

const nameOf = (frame: Frame, index: number) =>
  frame.evaluate((number) => {
    const control = document.querySelector(`[data-swept="${number}"]`);
    return `${control?.tagName} ${control?.className} ${control?.getAttribute('aria-label') ?? control?.textContent?.slice(0, 40)}`;
  }, index);
