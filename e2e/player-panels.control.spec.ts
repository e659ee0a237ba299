/** The empty library, and the panels of the local player by arrow keys and under a finger: what is said before play, the settings of each. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { atPlayer } from './app/at-player.ts';
import { dock } from './app/dock.ts';
import { library } from './app/library.ts';
import { EVEN_SCRIPT, openFilm, player, scriptOf, TEST_CLIP, TURNED_SCRIPT } from './app/player.ts';
import { tabTo } from './app/tab-to.ts';
import { axeFindings } from './harness/axe-findings.ts';
import { fingerOn } from './harness/finger.ts';
import { further } from './harness/profile.ts';
import { textFaults } from './harness/text-fit.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE, PHONE_ON_ITS_SIDE } from './harness/visit.ts';
import { words } from './harness/words.ts';

const { device, rests, pageNow, urlOf } = atPlayer();

/** Nothing for 20 s, then strokes that no device can follow; it ends long before its film. */
const UNEVEN_SCRIPT = scriptOf('test-clip.funscript', [
  ...[0, 20_000].map((at) => ({ at, pos: 10 })),
  ...Array.from({ length: 90 }, (_, stroke) => ({ at: 20_100 + stroke * 100, pos: stroke % 2 ? 10 : 90 })),
]);
const FILM = { name: 'turned.webm', mimeType: 'video/webm', buffer: readFileSync(TEST_CLIP) };
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const button = (page: Page, key: string) => page.getByRole('button', { name: words(key), exact: true });
/** Where the dock begins, px from the top of the screen. */
const dockTop = async (page: Page) => (await dock(page).stop().boundingBox())?.y ?? 0;

further('the empty library says what works and takes files by touch, by keyboard and by a drop', async () => {
  const page = pageNow();
  const local = player(page);
  const choose = button(page, 'player.choose');
  for (const line of ['pairs', 'formats', 'alone']) {
    const box = await page.getByText(words(`player.empty.${line}`), { exact: true }).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(await dockTop(page));
  }
  const opened = page.waitForEvent('filechooser');
  await choose.tap();
  expect((await opened).isMultiple()).toBe(true);
  await tabTo(page, choose);
  const chooser = page.waitForEvent('filechooser');
  // Space: of a file picker that Enter opens, Chromium does not always report the opening, on the plainest page either.
  await page.keyboard.press('Space');
  await (await chooser).setFiles([FILM, TURNED_SCRIPT]);
  await local.stage().getByText(TURNED_SCRIPT.name).waitFor();
  await local.back().tap();

  const carried = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(['0,10\n1000,90\n2000,10\n'], 'carried.csv'));
    return files;
  });
  await choose.dispatchEvent('drop', { dataTransfer: carried });
  await local.stage().getByText('carried.csv', { exact: true }).waitFor();
});

further(
  'the panels are reached by arrow keys, hold nothing twice, and fit with large text on every screen',
  async () => {
    const page = pageNow();
    const local = player(page);
    await openFilm(page);
    await tabTo(page, local.panel('feel'));
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const screen of [PHONE, PHONE_ON_ITS_SIDE, DESKTOP]) {
      await page.setViewportSize(screen);
      // The tabs get another place with the next frame.
      await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
      await local.panel('feel').focus();
      for (const name of ['script', 'sync', 'next', 'feel'] as const) {
        await page.keyboard.press('ArrowRight');
        await until(`the panel ${name} is chosen`, async () => {
          return (await local.panel(name).getAttribute('aria-selected')) === 'true';
        });
        expect(await axeFindings(page)).toEqual([]);
        expect(await textFaults(page)).toEqual([]);
      }
    }
    // Arrow keys on the tabs do not seek.
    expect((await local.medium()).ms).toBe(0);
    await page.keyboard.press('End');
    await library(page).card.waitFor();
  },
);

further('what matters before play is said until it plays, and every panel is set by touch', async () => {
  const page = pageNow();
  const local = player(page);
  const nowMs = async () => Math.round((await local.medium()).ms);
  await local.files().setInputFiles(TEST_CLIP);
  await local.files().setInputFiles(text('test-clip.csv', '0,10\n100,none\n'));
  await local.alert().filter({ hasText: 'line 2' }).waitFor();
  await openFilm(page, UNEVEN_SCRIPT);
  await local.alert().waitFor({ state: 'detached' });
  const lengths = page.getByText('The script ends at 0:29, the video at 1:00', { exact: true });
  await lengths.waitFor();
  await page.getByText(words('player.length.text')).waitFor();
  await button(page, 'player.skipGap').tap();
  await until('it is a second before the end of the gap', async () => (await nowMs()) === 19_000);
  await button(page, 'player.preFlight.fit').tap();
  await button(page, 'player.preFlight.fit').waitFor({ state: 'detached' });

  await local.invert().tap();
  expect(await local.invert().isChecked()).toBe(true);
  await local.panel('script').tap();
  await page
    .getByRole('region', { name: words('player.recipe.title') })
    .getByText(words('player.recipe.limit'))
    .first()
    .waitFor();
  await page.getByText(words('player.script.highSpeed')).waitFor();
  await button(page, 'player.nextAction').tap();
  await until('it is at the next action', async () => (await nowMs()) === 20_000);
  await button(page, 'player.previousAction').tap();
  await until('it is at the one before', async () => (await nowMs()) === 0);
  await local.panel('sync').tap();
  await button(page, 'player.offset.more').tap();
  const offset = async () => (await device().get<{ offset: number }>('/hstp/offset')).offset;
  await until('the device has the offset', async () => (await offset()) === 10);
  await button(page, 'player.offset.less').tap();
  await until('the device has none', async () => (await offset()) === 0);
  await local.panel('feel').tap();
  await local.part('off').tap();
  await local.on10().tap();
  await local.part('start').tap();
  await local.part('on').tap();

  // Once it plays, the notes before play make room for the faders; the bar with the clock stays in view over a panel.
  await local.on10().tap();
  await local.play().tap();
  await until('the device moves', () => device().isMoving());
  await lengths.waitFor({ state: 'detached' });
  const fader = await local.intensity().evaluate((input) => input.parentElement?.getBoundingClientRect().bottom ?? 0);
  expect(fader).toBeLessThanOrEqual(await dockTop(page));
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const seek = await local.seek().boundingBox();
  expect(seek?.y).toBeGreaterThan(0);
  await dock(page).stop().tap();
  await rests();
  const atMs = await nowMs();

  // Their place is offered when both are opened again.
  await local.back().tap();
  await openFilm(page, UNEVEN_SCRIPT);
  await button(page, 'player.remembered.use').tap();
  await until('it is where it was left', async () => Math.abs((await nowMs()) - atMs) < 500);
});

further('a page that is closed while its film plays has kept the place', async () => {
  const page = pageNow();
  await openFilm(page);
  for (let jumps = 0; jumps < 3; jumps += 1) await player(page).on10().tap();
  await player(page).play().tap();
  await until('it has played for some seconds', async () => (await player(page).medium()).ms > 33_000);
  const next = await page.context().newPage();
  await page.close();
  await next.goto(urlOf('/local'));
  await dock(next).shows('connection.ready');
  await openFilm(next);
  await button(next, 'player.remembered.use').tap();
  await until('it is at its place', async () => (await player(next).medium()).ms >= 30_000);
});

further(
  'another film is two taps away from an open one, and what adds to the library opens above the dock',
  async () => {
    const page = pageNow();
    const local = player(page);
    const shelf = library(page);
    await local.files().setInputFiles(text('test-clip.srt', '1\n00:00:05,000 --> 00:00:20,000\nBlue sky\n'));
    await page.getByText(words('player.subtitles.waiting').replace('{names}', 'test-clip.srt')).waitFor();
    await page.getByText(words('player.subtitles.waiting.text')).waitFor();
    await local.files().setInputFiles(TEST_CLIP);
    await local.on10().tap();
    await local.stage().getByText('Blue sky').waitFor();

    await local.panel('next').tap();
    const chooser = page.waitForEvent('filechooser');
    await local.addFiles().tap();
    await (await chooser).setFiles(FILM);
    await local.stage().getByText('turned', { exact: true }).waitFor();
    await page.getByRole('button', { name: /test-clip$/ }).tap();
    await local.stage().getByText('test-clip', { exact: true }).waitFor();

    // A phone that has folders: the browser's picker is replaced by a folder of the page's own.
    await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('films', { create: true });
      const file = await folder.getFileHandle('Long road.webm', { create: true });
      const writing = await file.createWritable();
      await writing.write('no picture');
      await writing.close();
      Object.assign(window, { showOpenFilePicker: async () => [], showDirectoryPicker: async () => folder });
    });
    await shelf.addMenu().tap();
    const address = button(page, 'player.urls');
    await address.waitFor();
    await until('the whole menu is above the dock', async () => {
      const last = await button(page, 'player.library.playOnly').boundingBox();
      return last !== null && last.y + last.height <= (await dockTop(page));
    });
    await address.tap();
    const ELSEWHERE = 'https://videos.example/film.webm';
    await page.route(ELSEWHERE, (route) => route.fulfill({ path: TEST_CLIP }));
    await page.getByRole('textbox', { name: words('player.urls.video'), exact: true }).fill(ELSEWHERE);
    await button(page, 'player.urls.open').tap();
    await local.stage().getByText('film', { exact: true }).waitFor();
    await shelf.addMenu().tap();
    await button(page, 'player.library.addFolder').tap();
    await shelf.shows(/^1 entry$/);
    await shelf.card.getByRole('button', { name: 'Find a script for Long road', exact: true }).tap();
    await shelf.shows(words('player.library.lacksScript.text'));
  },
);

further('the seek bar distinguishes the parts of a dense script, which says its speed under the finger', async () => {
  const page = pageNow();
  const local = player(page);
  // Six strokes a second for 20 minutes, by turns long and short.
  const strokes = Array.from({ length: 14_400 }, (_, at) => ({
    at: at * 83,
    pos: at % 2 ? 10 : Math.floor(at / 600) % 2 ? 95 : 40,
  }));
  await local.files().setInputFiles(scriptOf('dense.funscript', strokes));
  await local.play().waitFor();
  const middleRow = () =>
    local
      .stage()
      .locator('[aria-hidden] > canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const row = canvas.getContext('2d')?.getImageData(0, canvas.height / 2, canvas.width, 1).data ?? [];
        let changes = 0;
        for (let at = 4; at < row.length; at += 4) if (row[at] !== row[at - 4]) changes += 1;
        return changes;
      });
  await until('it is no solid bar', async () => (await middleRow()) > 40);
  const box = (await local.seek().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const finger = await fingerOn(page);
  const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 });
  await finger.down(at(0.2));
  await finger.move(at(0.3));
  await local
    .stage()
    .getByText(/% per second$/)
    .waitFor();
  await finger.up();
});

/** Whether a press on the middle of a control meets it. */
const isMet = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

further(
  'beside the panels of a phone on its side Pause and the seek bar are in reach, however long the name',
  async () => {
    const page = pageNow();
    const local = player(page);
    const name = "My holiday in the mountains with friends part two 2023 1080p director's cut";
    const script = scriptOf(`${name}.funscript`, JSON.parse(String(EVEN_SCRIPT.buffer)).actions);
    await local.files().setInputFiles([{ ...FILM, name: `${name}.webm` }, script]);
    await local.stage().getByText(script.name).waitFor();
    await page.setViewportSize(PHONE_ON_ITS_SIDE);
    await local.play().click();
    const panels = local.stage().getByRole('button', { name: words('player.panels'), exact: true });
    await panels.tap();
    for (const viewport of [PHONE_ON_ITS_SIDE, { width: 667, height: 375 }])
      for (const fontSize of ['', '200%']) {
        await page.setViewportSize(viewport);
        await page.evaluate((size) => Object.assign(document.documentElement.style, { fontSize: size }), fontSize);
        for (const control of [local.pause(), local.seek().locator('..')])
          await until(`it is in reach: ${control}, ${viewport.width} px ${fontSize}`, () => isMet(control));
        expect(await textFaults(page)).toEqual([]);
      }
  },
);

further('going back closes the panels over the picture, and not the film', async () => {
  const page = pageNow();
  const local = player(page);
  await openFilm(page);
  await page.setViewportSize(PHONE_ON_ITS_SIDE);
  await local.play().click();
  await local
    .stage()
    .getByRole('button', { name: words('player.panels'), exact: true })
    .tap();
  const sheet = local.stage().locator('[data-sheet]');
  await sheet.waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  expect((await local.medium()).paused).toBe(false);
  await page.goBack();
  await local.stage().waitFor({ state: 'detached' });
});
