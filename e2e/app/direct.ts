import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The ends of the stroke lie so far inside the pad. */
const INSET_PX = 24;

/** The page of direct moves. */
export function direct(page: Page) {
  const main = page.getByRole('main');
  const pad = main.getByRole('slider', { name: words('control.pad'), exact: true });
  /** A place on the pad, px, for a height in per cent of the stroke. */
  async function placeAt(percent: number): Promise<{ x: number; y: number }> {
    const { x, y, width, height } = await pad.evaluate((input) => {
      const box = (input.parentElement ?? input).getBoundingClientRect();
      return { x: box.x, y: box.y, width: box.width, height: box.height };
    });
    return { x: x + width / 2, y: y + INSET_PX + (height - 2 * INSET_PX) * (1 - percent / 100) };
  }
  return {
    pad,
    placeAt,
    preset: (text: string) => main.getByRole('button', { name: text, exact: true }),
    atSpeed: () => main.getByRole('radio', { name: words('hdsp.pace.speed'), exact: true }),
    faster: () => main.getByRole('button', { name: words('hdsp.pace.faster'), exact: true }),
    arrives: () => main.getByText(words('hdsp.state.reached'), { exact: true }).waitFor(),
    openRaw: () => main.getByText(words('hdsp.raw'), { exact: true }).click(),
    rawCall: () => main.getByLabel(words('hdsp.raw.call'), { exact: true }),
    rawBody: () => main.getByLabel(words('hdsp.raw.body'), { exact: true }),
    send: () => main.getByRole('button', { name: words('hdsp.raw.send'), exact: true }),
    answer: () => main.getByRole('status', { name: words('hdsp.raw.answer'), exact: true }),
  };
}
