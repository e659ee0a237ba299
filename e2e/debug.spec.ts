import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { dock } from './app/dock.ts';
import { firstUse } from './app/first-use.ts';
import { manual } from './app/manual.ts';
import { settingsPage } from './app/settings.ts';
import { tabTo } from './app/tab-to.ts';
import { workshop } from './app/workshop.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import type { Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
const visits: Visit[] = [];

async function come(path: string): Promise<Visit> {
  const person = await visitAgain(suite.browser);
  visits.push(person);
  await person.page.goto(suite.tactus.url + path);
  return person;
}

afterEach(async () => {
  for (const { complaints } of visits) expect(complaints).toEqual([]);
  for (const person of visits.splice(0)) await person.close();
});

const shows = ({ page }: Visit, key: string) => page.getByText(words(key), { exact: true }).first().waitFor();
const isPlaying = async (key: string) => (await suite.tactus.device(key).hamp()).play_state === 1;

test('the device of this tab is driven from elsewhere, with faults while it moves; closing the tab loses it at once', async () => {
  const owner = await come('/debug/emulator?female=no');
  const emulator = workshop(owner.page);
  await emulator.button('emulator.start').click();
  await emulator.shows('emulator.linked');
  const key = await emulator.key();
  const address = await emulator.link().getAttribute('href');

  const other = await come(new URL(address ?? '').pathname);
  await firstUse(other.page).keyField().fill(key);
  await firstUse(other.page).connect().click();
  await dock(other.page).shows('connection.ready');
  const driving = manual(other.page);
  await other.page
    .getByRole('navigation')
    .getByRole('link', { name: words('page.hamp'), exact: true })
    .first()
    .click();
  await driving.start().click();
  await until('it plays', () => isPlaying(key));

  await emulator.button('emulator.lowMemory').click();
  await shows(other, 'trouble.lowMemory');
  await emulator.toggle('emulator.blocked').click();
  await shows(other, 'trouble.sliderBlocked');
  await until('the hand has stopped it', async () => !(await isPlaying(key)));
  await emulator.toggle('emulator.blocked').click();
  await driving.start().click();
  await until('it plays again', () => isPlaying(key));
  await emulator.button('emulator.heat').click();
  await shows(other, 'trouble.motorHot');
  await emulator.button('emulator.cool').click();
  await emulator.button('emulator.button.up').click();
  await driving.start().click();
  await until('it plays once more', () => isPlaying(key));

  const closedMs = performance.now();
  await owner.page.close();
  await dock(other.page).shows('connection.lost');
  expect(performance.now() - closedMs).toBeLessThan(2_000);
});

test('a recorded session with a fault is saved without its key, opened, stepped through, and replays to the same end', async () => {
  const { page } = await come('/hamp?key=DemoHandy1&female=no');
  await manual(page).start().click();
  await until('it plays', () => isPlaying('DemoHandy1'));
  for (const sliderBlocked of [true, false]) {
    await fetch(`${suite.tactus.url}/_control/devices/DemoHandy1/do`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sliderBlocked }),
    });
    const banner = page.getByText(words('trouble.sliderBlocked'), { exact: true });
    await banner.waitFor({ state: sliderBlocked ? 'visible' : 'hidden' });
  }
  await page
    .getByRole('navigation')
    .getByRole('link', { name: words('page.settings'), exact: true })
    .first()
    .click();
  await settingsPage(page).section('settings.developer').click();
  await settingsPage(page).toggle('settings.developer.mode').click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: words('page.debug'), exact: true })
    .first()
    .click();

  const tools = workshop(page);
  await tools.tool('debug.tool.events').check();
  await tools.field('debug.events.filter').fill('slider_blocked');
  await tools.showsText('• slider_blocked');
  await tools.tool('debug.tool.recorder').check();
  const [saved] = await Promise.all([page.waitForEvent('download'), tools.button('debug.flight.save').click()]);
  const file = readFileSync(await saved.path(), 'utf8');
  expect(file).not.toContain('DemoHandy1');
  await tools
    .field('debug.flight.open')
    .first()
    .setInputFiles({ name: 'flight.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await tools.button('debug.flight.back').click();
  await tools.showsText(/^\d+ of \d+ ·/);
  await tools.button('debug.replay.run').click();
  await tools.shows('debug.replay.same');
});

test('damaged stored texts are marked, repaired by keyboard alone, and taken over at once', async () => {
  const { page } = await come('/debug/channel-store?female=no');
  const store = workshop(page);
  await page.evaluate(() => localStorage.setItem('tactus.emulator', '{"version":'));
  await store.button('debug.store.read').click();
  await store.shows('debug.store.damaged');
  await tabTo(page, store.stored('tactus.emulator'));
  await page.keyboard.press('Enter');
  await store.shows('debug.store.invalid');
  expect(await store.button('debug.store.save').isDisabled()).toBe(true);
  await tabTo(page, store.stored('tactus.settings'));
  await page.keyboard.press('Enter');
  const text = store.field('debug.store.value');
  await text.fill((await text.inputValue()).replace('"developerMode": false', '"developerMode": true'));
  await store.showsText('"developerMode": true,');
  await tabTo(page, store.button('debug.store.save'));
  await page.keyboard.press('Enter');
  await page
    .getByRole('navigation', { name: words('menu.label') })
    .getByRole('link', { name: words('page.debug'), exact: true })
    .waitFor();
});

test('a channel is made, its events are received, it is driven, and its reference is stored', async () => {
  const { page } = await come('/debug/channel?key=DemoHandy1&female=no');
  await dock(page).shows('connection.ready');
  const channel = workshop(page);
  await channel.button('debug.channel.make.submit').click();
  await channel.button('debug.channel.subscribe').click();
  await channel.shows('debug.channel.open');
  await choose(channel.field('debug.channel.call'), 'hamp.start');
  await channel.button('debug.channel.send').click();
  await channel.showsText(/"play_state":1/);
  await channel.showsText('hamp_state_changed');
  await until('it plays', () => isPlaying('DemoHandy1'));
  await channel.button('debug.channel.stop').click();
  await until('it rests', async () => !(await isPlaying('DemoHandy1')));
  const reference = await channel.field('debug.channel.reference').inputValue();
  await page.reload();
  expect(await channel.field('debug.channel.reference').inputValue()).toBe(reference);
});

test('an update is driven to each of its failures, and each ends as it must', async () => {
  const { page } = await come('/debug/ota?female=no');
  const lab = workshop(page);
  for (const key of ['unknown', 'none', 'same', 'fails', 'legacy'].map((name) => `debug.ota.${name}`)) {
    await lab.outcome(key).getByRole('button').click();
    await lab.outcome(key).getByText(words('debug.ota.asExpected')).waitFor();
  }
});

test('"Connect anew" reconnects a connected device, and its motion goes on', async () => {
  const { page } = await come('/debug/channel-sdk?key=DemoHandy1');
  await dock(page).shows('connection.ready');
  await suite.tactus.device('DemoHandy1').put('/hamp/start');
  try {
    await dock(page).shows('dock.moving');
    const stream = page.waitForRequest(/\/(sse|events)(\?|$)/);
    await page.getByRole('button', { name: words('debug.machine.connect'), exact: true }).click();
    await stream;
    await dock(page).shows('dock.moving');
    expect(await isPlaying('DemoHandy1')).toBe(true);
    expect(await dock(page).stop().isEnabled()).toBe(true);
  } finally {
    await suite.tactus.device('DemoHandy1').put('/hamp/stop');
  }
});
