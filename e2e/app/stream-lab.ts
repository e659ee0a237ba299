import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The stream lab. */
export function streamLab(page: Page) {
  const main = page.getByRole('main');
  const button = (key: string) => main.getByRole('button', { name: words(key), exact: true });
  const step = (key: string, what: string) =>
    main.getByRole('button', { name: words(key).replace('{what}', words(what)), exact: true });
  const curve = main.getByRole('slider', { name: words('hsp.curve'), exact: true });
  return {
    curve,
    /** Draws with the mouse through places: shares of the ten seconds, per cent of the stroke. */
    async draw(...places: readonly { readonly along: number; readonly percent: number }[]): Promise<void> {
      const { x, y, width, height } = await curve.evaluate((input) => {
        const surface = input.parentElement ?? input;
        surface.scrollIntoView({ block: 'center' });
        const box = surface.getBoundingClientRect();
        return { x: box.x, y: box.y, width: box.width, height: box.height };
      });
      for (const [index, { along, percent }] of places.entries()) {
        const at = { x: x + width * along, y: y + height * (1 - percent / 100) };
        await page.mouse.move(at.x, at.y, { steps: index === 0 ? 1 : 40 });
        if (index === 0) await page.mouse.down();
      }
      await page.mouse.up();
    },
    play: () => button('hsp.play'),
    pause: () => button('hsp.pause'),
    resume: () => button('hsp.resume'),
    flush: () => button('hsp.flush'),
    stop: () => button('hsp.stop'),
    loop: () => main.getByRole('switch', { name: words('hsp.loop') }),
    faster: () => step('unit.more', 'hsp.rate'),
    fromScript: () => main.getByRole('radio', { name: words('hsp.source.file'), exact: true }),
    file: () => main.locator('input[type=file]'),
    alert: () => main.getByRole('alert'),
    shows: (key: string): Promise<void> =>
      main
        .getByRole('status')
        .filter({ hasText: words(key) })
        .first()
        .waitFor(),
    showsText: (text: string): Promise<void> => main.getByText(text).first().waitFor(),
    /** The lines of the event log that name this. */
    logged: (what: string) => page.getByRole('listitem').filter({ hasText: what }),
  };
}
