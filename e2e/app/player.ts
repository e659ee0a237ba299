import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** A minute of moving pictures and a tone, 25 pictures a second; made by `ffmpeg -f lavfi -i testsrc -f lavfi -i sine`. */
export const TEST_CLIP = fileURLToPath(new URL('../media/test-clip.webm', import.meta.url));

/** A script that goes up and down evenly, a second each way, for a minute: its position at any time is plain. */
export const EVEN_SCRIPT = evenScript('test-clip.funscript', 10, 90);
/** The same the other way round, as long. */
export const TURNED_SCRIPT = evenScript('turned.funscript', 90, 10);

function evenScript(name: string, even: number, odd: number) {
  return scriptOf(
    name,
    Array.from({ length: 61 }, (_, second) => ({ at: second * 1_000, pos: second % 2 ? odd : even })),
  );
}

/** A script file with these actions. */
export function scriptOf(name: string, actions: readonly { readonly at: number; readonly pos: number }[]) {
  return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ actions })) };
}

/** Opens the clip with a script, and waits for both. */
export async function openFilm(page: Page, script = EVEN_SCRIPT): Promise<void> {
  await player(page).files().setInputFiles(TEST_CLIP);
  await player(page).files().setInputFiles(script);
  await page.getByText(script.name).first().waitFor();
}

/** The local player. */
export function player(page: Page) {
  const main = page.getByRole('main');
  const button = (key: string) => main.getByRole('button', { name: words(key), exact: true });
  const panel = (name: 'feel' | 'script' | 'sync' | 'next') =>
    page.getByRole('tab', { name: words(`player.panel.${name}`), exact: true });
  return {
    files: () => main.locator(`input[type="file"][aria-label="${words('player.choose')}"]`),
    video: () => main.locator('video:not([data-seek-frame])'),
    play: () => button('player.play'),
    pause: () => button('player.pause'),
    back10: () => button('player.back10'),
    on10: () => button('player.on10'),
    previousEntry: () => button('player.previousEntry'),
    nextEntry: () => button('player.nextEntry'),
    faster: () => button('player.rate.faster'),
    part: (state: 'off' | 'start' | 'on') => button(`player.part.${state}`),
    fullScreen: () => button('player.full'),
    stage: () => main.getByRole('region', { name: words('player.stage'), exact: true }),
    picture: () => main.locator('[data-picture]'),
    seek: () => main.getByRole('slider', { name: words('player.heatmap.name'), exact: true }),
    panel,
    /** Chooses how the script is sent, in its panel. */
    async sendBy(way: 'stream' | 'upload'): Promise<void> {
      await panel('sync').click();
      await page.getByRole('radio', { name: words(`player.way.${way}`), exact: true }).check();
      await panel('feel').click();
    },
    /** Brings the library into view: with something open it is a part of a panel, except on wide screens. */
    async showLibrary(): Promise<void> {
      const shelf = page.getByRole('region', { name: words('player.library'), exact: true });
      if ((await panel('next').count()) > 0 && !(await shelf.isVisible())) await panel('next').click();
    },
    /** In a panel: adds files to those that are open. */
    addFiles: () =>
      page
        .getByRole('tabpanel')
        .getByRole('button', { name: words('player.add'), exact: true })
        .first(),
    back: () => button('player.library.back'),
    invert: () => page.getByRole('switch', { name: words('player.invert'), exact: true }),
    intensity: () => page.getByRole('slider', { name: words('player.intensity'), exact: true }),
    strokeTop: () => page.getByRole('slider', { name: words('control.stroke.top'), exact: true }),
    alert: () => main.getByRole('alert'),
    status: () => main.getByRole('status'),
    /** The present time of the medium, ms, and whether it is paused. */
    medium: () =>
      main.locator('video:not([data-seek-frame]), audio').evaluate((element: HTMLMediaElement) => ({
        ms: element.currentTime * 1_000,
        paused: element.paused,
        rate: element.playbackRate,
      })),
  };
}
