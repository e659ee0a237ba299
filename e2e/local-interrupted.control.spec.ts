/** Interruptions of a film of the local player with a device, which do not end it. */
import { afterEach, beforeEach, expect } from 'vitest';
import { dock } from './app/dock.ts';
import { follows as inStep, mediumOf } from './app/following.ts';
import { EVEN_SCRIPT, player, TEST_CLIP } from './app/player.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { happens, until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const KEY = 'DemoHandy1';
let person: Visit;

const device = () => suite.tactus.device(KEY);
const rests = () => until('the device rests', async () => !(await device().isMoving()));
const follows = () => inStep(device(), mediumOf(person.page));
const nothingIsComplained = () => expect(person.complaints).toEqual([]);

beforeEach(async () => {
  person = await visitAgain(suite.browser, { viewport: PHONE });
  const { page } = person;
  await suite.tactus.setConnected(KEY, true);
  await until('the device is there', () => happens(device().put('/slider/stroke', { min: 0, max: 1 })));
  await page.goto(`${suite.tactus.url}/local?key=${KEY}`);
  await dock(page).shows('connection.ready');
  await player(page).files().setInputFiles(TEST_CLIP);
  await player(page).files().setInputFiles(EVEN_SCRIPT);
  await page.getByText(EVEN_SCRIPT.name).first().waitFor();
});
afterEach(async () => {
  await suite.tactus.setConnected(KEY, true);
  await happens(device().put('/hsp/stop'));
  await person.close();
});

further(
  'a device that was off the network for 4 s goes on with the video, and one that restarts does not',
  async () => {
    const { page } = person;
    const local = player(page);
    await local.play().click();
    await follows();
    await suite.tactus.setConnected(KEY, false);
    await local
      .status()
      .filter({ hasText: words('player.sync.deviceAway') })
      .first()
      .waitFor();
    const lostMs = (await local.medium()).ms;
    await until('4 s of the video go by', async () => (await local.medium()).ms > lostMs + 4_000);
    await suite.tactus.setConnected(KEY, true);
    await follows();
    expect((await local.medium()).ms).toBeGreaterThan(lostMs + 4_000);

    await device().put('/system/reboot', { connection_mode: 1 });
    await local
      .status()
      .filter({ hasText: words('player.paused.newSession') })
      .first()
      .waitFor();
    expect((await local.medium()).paused).toBe(true);
    await rests();
    await local.play().click();
    await follows();
    nothingIsComplained();
  },
);

further('another transfer mode, chosen during play, applies at once: the video and the device go on', async () => {
  const { page } = person;
  const local = player(page);
  await local.play().click();
  await follows();
  for (const way of ['upload', 'stream'] as const) {
    const played = page.waitForRequest(new RegExp(way === 'upload' ? '/hssp/play' : '/hsp/play'));
    await local.sendBy(way);
    await played;
    await follows();
  }
  nothingIsComplained();
});
