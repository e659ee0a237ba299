/** The device stays in sync with the local player through its interruptions: stall, loop, hidden tab. */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { dock } from './app/dock.ts';
import { follows, type MediumSeen, mediumOf, offPicture } from './app/following.ts';
import { EVEN_SCRIPT, player, TEST_CLIP } from './app/player.ts';
import { startPlainBrowser } from './harness/hidden-tab.ts';
import { further, isDeep } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import type { Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';
const ELSEWHERE = 'https://videos.example/test-clip.webm';
const device = () => suite.tactus.device(KEY);
const rests = () => until('the device rests', async () => !(await device().isMoving()));

let person: Visit;
beforeEach(async () => {
  person = await visitAgain(suite.browser);
});
afterEach(async () => {
  await device().put('/hsp/stop');
  await person.close();
});

/** The clip from a site whose connection fails: after the first part no data before `restore`. */
async function breakingSite(page: Page): Promise<{ restore(): void; isRequested(): boolean }> {
  const clip = readFileSync(TEST_CLIP);
  // A quarter of a minute: a busy machine needs most of it until the device is in sync.
  const firstBytes = Math.round(clip.length / 4);
  let restore: () => void = () => undefined;
  let isRequested = false;
  const mended = new Promise<void>((resolve) => {
    restore = resolve;
  });
  await page.route(ELSEWHERE, async (route) => {
    const [, from = '0'] = /bytes=(\d+)-/.exec((await route.request().headerValue('range')) ?? '') ?? [];
    const start = Number(from);
    const end = start < firstBytes ? firstBytes : clip.length;
    if (start >= firstBytes) {
      isRequested = true;
      await mended;
    }
    await route.fulfill({
      status: 206,
      headers: {
        'content-type': 'video/webm',
        'accept-ranges': 'bytes',
        'content-range': `bytes ${start}-${end - 1}/${clip.length}`,
      },
      body: clip.subarray(start, end),
    });
  });
  return { restore, isRequested: () => isRequested };
}

// `contract/stream` and `contract/sync` show the sync of both transfer modes with both clouds.
describe.each(isDeep ? (['stream', 'upload'] as const) : (['stream'] as const))('sent by %s', (way) => {
  further(
    'a video that stalls pauses the device, and resumes it when its data arrives; so does one that repeats',
    async () => {
      const { page } = person;
      const site = await breakingSite(page);
      await page.goto(`${suite.tactus.url}/local?key=${KEY}`);
      await dock(page).shows('connection.ready');
      const local = player(page);
      await page.getByRole('textbox', { name: words('player.urls.video'), exact: true }).fill(ELSEWHERE);
      await page.getByRole('button', { name: words('player.urls.open'), exact: true }).click();
      await local.files().setInputFiles(EVEN_SCRIPT);
      await local.sendBy(way);
      await local.play().click();
      await follows(device(), mediumOf(page));
      expect(
        await page
          .getByRole('alert')
          .filter({ hasText: words('trouble.otherApp') })
          .count(),
      ).toBe(0);
      await until('the line breaks down', async () => site.isRequested());
      await until(
        'the video has run dry',
        () => local.video().evaluate((video: HTMLVideoElement) => !video.paused && video.readyState < 3),
        30_000,
      );
      await rests();
      site.restore();
      await follows(device(), mediumOf(page));

      await page.getByRole('button', { name: words('player.loop'), exact: true }).click();
      await until('it repeats', () => local.video().evaluate((video: HTMLVideoElement) => video.loop));
      await local.video().evaluate((video: HTMLVideoElement) => {
        video.currentTime = 57;
      });
      await until('it is played from the start again', async () => (await local.medium()).ms < 20_000);
      expect((await local.medium()).paused).toBe(false);
      await follows(device(), mediumOf(page));
      expect(person.complaints).toEqual([]);
    },
  );
});

further(
  'a tab that is hidden plays on, and the device with it',
  async () => {
    const browser = startPlainBrowser();
    try {
      const script = join(tmpdir(), EVEN_SCRIPT.name);
      writeFileSync(script, EVEN_SCRIPT.buffer);
      const tab = await browser.open(`${suite.tactus.url}/local?key=${KEY}`);
      const has = (what: string) => () => tab.evaluate<boolean>(`Boolean(${what})`);
      const button = (key: string) => `document.querySelector('button[aria-label="${words(key)}"]')`;
      await until('the player is there', has(`document.querySelector('main input[type=file]')`));
      await tab.setFiles('main input[type=file]', [TEST_CLIP, script]);
      await until('it can be played', has(`document.querySelector('main video')?.readyState > 2`));
      await until('the device is there', has(`document.body.textContent.includes('${words('connection.ready')}')`));
      await tab.evaluate(`${button('player.play')}.click()`);
      const medium = () =>
        tab.evaluate<MediumSeen>(`(({ currentTime, playbackRate, paused }) => ({
        ms: currentTime * 1_000, atMs: Date.now(), rate: playbackRate, paused
      }))(document.querySelector('main video'))`);
      await follows(device(), medium);

      await browser.open('about:blank');
      await until('it is hidden', has(`document.visibilityState === 'hidden'`));
      await follows(device(), medium);
      const startMs = (await medium()).ms;
      await until('five seconds go by', async () => (await medium()).ms > startMs + 5_000);
      const off = await offPicture(device(), medium);
      expect(Math.abs(off?.ms ?? Number.POSITIVE_INFINITY) - (off?.openMs ?? 0)).toBeLessThan(150);
      await tab.evaluate(`(document.querySelector('main video').currentTime = 40)`);
      await follows(device(), medium);
      await tab.evaluate(`document.querySelector('main video').pause()`);
      await rests();
    } finally {
      await browser.close();
    }
  },
  150_000,
);
