import type { Locator, Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** A text with its names filled in. */
const filled = (key: string, names: Readonly<Record<string, string>>): string =>
  Object.entries(names).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words(key));

/** The beat box. */
export function beatbox(page: Page) {
  const main = page.getByRole('main');
  const button = (key: string, names: Readonly<Record<string, string>> = {}) =>
    main.getByRole('button', { name: filled(key, names), exact: true });
  const grid = main.getByRole('grid', { name: words('beatbox.grid'), exact: true });
  const card = (key: string) => main.getByRole('region', { name: words(key), exact: true });
  const stepper = (key: string) => main.getByRole('group', { name: words(key), exact: true }).getByRole('status');
  return {
    grid,
    /** Drags over the grid through places: columns from 0, rows from 0 at the top. */
    async paint(...places: readonly { readonly column: number; readonly row: number }[]): Promise<void> {
      await grid.scrollIntoViewIfNeeded();
      const box = await grid.boundingBox();
      if (!box) throw new Error('The grid is not shown');
      for (const [index, { column, row }] of places.entries()) {
        const [x, y] = [box.x + ((column + 0.5) / 10) * box.width, box.y + ((row + 0.5) / 10) * box.height];
        await page.mouse.move(x, y);
        if (index === 0) await page.mouse.down();
      }
      await page.mouse.up();
    },
    /** The level that is set in each column; empty where none is. */
    levels: (): Promise<string[]> =>
      grid.evaluate((element) => {
        const columns = element.querySelector('[role=row]')?.children.length ?? 0;
        return Array.from({ length: columns }, (_, column) => {
          const cells = [...element.querySelectorAll('[role=row]')].map((row) => row.children[column]);
          const set = cells.find((cell) => cell?.getAttribute('aria-selected') === 'true');
          return /(\d+) %/.exec(set?.getAttribute('aria-label') ?? '')?.[1] ?? '';
        });
      }),
    cell: (column: number, level: number): Locator =>
      grid.locator(`[aria-label^="${filled('beatbox.cell', { column: `${column}`, level: `${level}` })}"]`),
    play: () => button('beatbox.play'),
    stop: () => button('beatbox.stop'),
    playPlaylist: () => button('beatbox.playlist.play'),
    stopPlaylist: () => button('beatbox.playlist.stop'),
    twice: () => button('beatbox.tempo.double'),
    half: () => button('beatbox.tempo.half'),
    tap: () => button('beatbox.tempo.tap'),
    tempo: () => stepper('beatbox.tempo'),
    name: () => main.getByRole('textbox', { name: words('beatbox.name') }),
    picture: () => main.locator(`input[type=file][aria-label="${words('beatbox.picture')}"]`),
    removePicture: () => button('beatbox.picture.remove'),
    showsUnreadable: (): Promise<void> =>
      main.getByText(words('beatbox.picture.unreadable'), { exact: true }).waitFor(),
    save: () => button('beatbox.save'),
    undo: () => button('beatbox.undo').first(),
    fresh: () => button('beatbox.new'),
    export: () => button('beatbox.export'),
    importFile: () => main.locator(`input[type=file][aria-label="${words('beatbox.import')}"]`),
    open: (name: string) => button('beatbox.open', { name }),
    duplicate: (name: string) => button('beatbox.duplicate', { name }),
    remove: (name: string) => button('beatbox.remove', { name }),
    enlist: (name: string) => button('beatbox.enlist', { name }),
    moreRepeats: (name: string) => button('beatbox.repeats.more', { name }),
    handle: (name: string) =>
      card('beatbox.beats').getByRole('button', { name: filled('beatbox.sort.handle', { what: name }) }),
    names: (): Promise<string[]> => card('beatbox.beats').locator('li [class*=name]').allTextContents(),
    detectFile: () => main.locator(`input[type=file][aria-label="${words('beatbox.detect.file')}"]`),
    detected: () => main.getByRole('textbox', { name: words('beatbox.detect.tempo') }),
    write: () => button('beatbox.detect.write'),
    starter: () => button('beatbox.starter'),
    /** The song that plays along. */
    song: () =>
      page.locator('audio').evaluate((element: HTMLAudioElement) => ({
        ms: element.currentTime * 1_000,
        paused: element.paused,
      })),
    alongSwitch: () => page.getByRole('switch', { name: words('beatbox.song'), exact: true }),
    alert: () => main.getByRole('alert'),
    shows: (key: string): Promise<void> =>
      main
        .getByRole('status')
        .filter({ hasText: words(key) })
        .first()
        .waitFor(),
    showsText: (text: string): Promise<void> => main.getByText(text).first().waitFor(),
  };
}
