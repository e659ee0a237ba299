/**
 * A canary connection key is found only in its header, the local storage and the legacy link. An owner
 * and a guest use the app, with errors and analytics; then all requests, logs, saved and
 * stored data are searched. Our own cloud takes keys in headers, so the two addresses that contain
 * it for the vendor's cloud are not allowed here. The cloud's side alone: contract/shares/canary.test.ts.
 */
import { readFileSync } from 'node:fs';
import { createLog } from '@tactus/cloud';
import { systemTime } from '@tactus/time';
import type { Download } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { dock } from './app/dock.ts';
import { firstUse } from './app/first-use.ts';
import { manual } from './app/manual.ts';
import { openMenu, typeKey } from './app/newcomer.ts';
import { remote } from './app/remote.ts';
import { settingsPage } from './app/settings.ts';
import { guest, sharing } from './app/share.ts';
import { workshop } from './app/workshop.ts';
import { createKeySearch, type FoundKey, type Place, searchBrowser, watchVisit } from './harness/key-search.ts';
import { openRecordingRoad } from './harness/recording-road.ts';
import { startTactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { DESKTOP, PHONE } from './harness/visit.ts';

const CANARY = 'CanaryBird7Sings';

/** All searched places, and the permitted finds: none, or those that match a description and a test. */
interface Allowed {
  readonly what: string;
  readonly test: (found: FoundKey) => boolean;
}
const NOTHING = undefined;
const PLACES: Readonly<Record<Place, Allowed | undefined>> = {
  'address of a request': {
    what: 'the legacy link, in the one request that opens it',
    test: ({ who, before, after }) => who === 'legacy' && before === '/share/' && after === '/hamp',
  },
  'header of a request': {
    what: 'X-Connection-Key, and X-Connection-Keys of the stream for several devices; no Referer, no other',
    test: ({ who, before, after }) => who !== 'guest' && /^x-connection-keys?: $/.test(before) && after === '',
  },
  'body of a request': NOTHING,
  'header of an answer': NOTHING,
  'body of an answer': {
    what: 'frames of the event stream, to clients that have sent the key',
    test: ({ who, before }) => who !== 'guest' && before.endsWith('"connection_key":"'),
  },
  'request to anybody else': NOTHING,
  analytics: NOTHING,
  console: NOTHING,
  'uncaught error': NOTHING,
  'text of the page': NOTHING,
  'title of the page': NOTHING,
  'referrer of the page': NOTHING,
  'address of the page': NOTHING,
  history: NOTHING,
  'timings of the page': {
    what: 'the legacy link, as the page was loaded by it',
    test: ({ who, before, after }) => who === 'legacy' && before.endsWith('/share/') && after === '/hamp',
  },
  localStorage: {
    what: 'the settings, and what is known of the device',
    test: ({ who, before }) => who !== 'guest' && before.startsWith('tactus.'),
  },
  sessionStorage: NOTHING,
  IndexedDB: NOTHING,
  'Cache Storage': NOTHING,
  cookies: NOTHING,
  'saved file': NOTHING,
  'log of the cloud': NOTHING,
};

const textOf = async (saving: Promise<Download>) => readFileSync(await (await saving).path(), 'utf8');

test('a connection key leaves its owner’s browser in its header and nowhere else', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', time: systemTime, destination: { write: (line) => lines.push(line) } });
  const service = await openRecordingRoad();
  onTestFinished(() => service.close());
  const tactus = await startTactus(undefined, { analyticsKey: 'phc_canary', analyticsHost: service.url }, log);
  onTestFinished(() => tactus.close());
  const control = async (method: string, path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${tactus.url}/_control/devices${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.ok, await answer.text()).toBe(true);
  };
  await control('POST', '', { model: 'handy', connectionKey: CANARY });
  const device = tactus.device(CANARY);
  const plays = async () => (await device.hamp()).play_state === 1;
  const search = createKeySearch(CANARY);

  // The owner links the device, agrees to analytics and looks around.
  const owner = await watchVisit('owner', tactus.url, [service.url], { viewport: DESKTOP, installs: true });
  const mine = owner.page;
  await mine.goto(owner.road.url);
  await firstUse(mine).title().waitFor();
  await typeKey(mine, CANARY);
  await dock(mine).shows('connection.ready');
  await openMenu(mine, 'page.settings');
  for (const [section, key] of [
    ['settings.privacy', 'settings.privacy.analytics'],
    ['settings.developer', 'settings.developer.mode'],
  ] as const) {
    await settingsPage(mine).section(section).click();
    await settingsPage(mine).toggle(key).click();
  }
  for (const key of ['page.hdsp', 'page.hsp', 'page.random', 'page.link', 'page.configure', 'page.hamp'])
    await openMenu(mine, key);
  await mine.reload();
  await dock(mine).shows('connection.ready');
  await manual(mine).start().click();
  await until('it plays', plays);
  await manual(mine).speed().focus();
  await mine.keyboard.press('ArrowUp');
  await dock(mine).stop().click();
  await until('it rests', async () => !(await plays()));

  // An error, and the device lost.
  await control('PUT', `/${CANARY}/faults`, { serverErrors: 1 });
  await manual(mine).start().click();
  await until('the server has answered 500', async () => owner.road.passed.some(({ status }) => status === 500));
  search.scan('owner', 'text of the page', [await mine.locator('body').innerText()]);
  await control('PUT', `/${CANARY}/faults`, {});
  await tactus.setConnected(CANARY, false);
  await dock(mine).shows('connection.lost');
  await tactus.setConnected(CANARY, true);
  await dock(mine).shows('connection.ready');
  await dock(mine).stop().click();
  await until('it rests again', async () => !(await plays()));

  // A link for a guest, who drives and is stopped.
  await openMenu(mine, 'home.share');
  const card = sharing(mine);
  await card.send().click();
  await card.card.locator('code').first().waitFor();
  const link = new URL(await card.address());
  const ann = await watchVisit('guest', tactus.url, [], { viewport: PHONE });
  await ann.page.goto(`${ann.road.url}${link.pathname}${link.hash}`);
  await guest(ann.page).name().fill('Ann');
  await guest(ann.page).join().click();
  await guest(ann.page).leave().waitFor();
  await until(
    'the guest drives',
    async () => {
      const start = remote(ann.page).start();
      // It is shown while nothing moves; the next press requests a hold again that a busy machine lost.
      await start.click({ timeout: 1_000 }).catch(() => undefined);
      return plays();
    },
    30_000,
  );
  await dock(mine).stop().click();
  await until('the owner stops it', async () => !(await plays()));
  await guest(ann.page).leave().click();
  await guest(ann.page).shows('share.end.left');

  // The files that a person may save.
  await openMenu(mine, 'page.settings');
  const saves = [
    ['settings.developer', 'settings.developer.trace'],
    ['settings.backup', 'settings.backup.export'],
  ] as const;
  for (const [section, name] of saves) {
    await settingsPage(mine).section(section).click();
    const button = settingsPage(mine).button(name);
    const [file] = await Promise.all([textOf(mine.waitForEvent('download')), button.click()]);
    expect(file.length, name).toBeGreaterThan(100);
    search.scan('owner', 'saved file', [file]);
  }
  await openMenu(mine, 'page.debug');
  await workshop(mine).tool('debug.tool.recorder').check();
  const save = workshop(mine).button('debug.flight.save');
  const [flight] = await Promise.all([textOf(mine.waitForEvent('download')), save.click()]);
  expect(flight).toContain('hamp.start');
  search.scan('owner', 'saved file', [flight]);

  // The legacy link, which gives full control.
  const legacy = await watchVisit('legacy', tactus.url, [], { viewport: PHONE });
  await legacy.page.goto(`${legacy.road.url}/share/${CANARY}/hamp`);
  await guest(legacy.page).keyWarning().waitFor();
  await guest(legacy.page).continueWithKey().click();
  await dock(legacy.page).shows('connection.ready');

  await until(
    'analytics are sent',
    async () => service.passed.some(({ body }) => body().includes('$pageview')),
    20_000,
  );
  await until('the app is cached', () => mine.evaluate(async () => (await caches.keys()).length > 0));
  for (const watched of [owner, ann, legacy]) await searchBrowser(search, watched);
  search.scan(
    'owner',
    'analytics',
    service.passed.flatMap((one) => [one.address, JSON.stringify(one.headers), one.body()]),
  );
  search.scan('cloud', 'log of the cloud', lines);

  const leaks = search.found.filter((one) => !PLACES[one.place]?.test(one));
  expect(leaks.map(({ who, place, before }) => `${who}, ${place}: …${before.slice(-100)}`)).toEqual([]);
  expect(search.found.filter(({ place }) => place === 'address of a request')).toHaveLength(1);
  expect([owner, ann, legacy].flatMap(({ elsewhere, broke }) => [...elsewhere, ...broke])).toEqual([]);

  // Asserts that there were texts to search.
  const allowedOf = (place: Place) => search.found.filter((one) => one.place === place).length;
  expect(allowedOf('header of a request')).toBeGreaterThan(20);
  expect(allowedOf('localStorage')).toBeGreaterThan(0);
  const mayBeEmpty: readonly Place[] = [
    'request to anybody else',
    'uncaught error',
    'cookies',
    'sessionStorage',
    'IndexedDB',
  ];
  const searched = Object.keys(PLACES) as Place[]; // the keys of the table
  expect(searched.filter((place) => !search.looked.get(place) && !mayBeEmpty.includes(place))).toEqual([]);
});
