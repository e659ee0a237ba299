import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { settingsPage } from './app/settings.ts';
import { keysWork } from './app/shortcuts.ts';
import { tabTo } from './app/tab-to.ts';
import { deeper } from './harness/profile.ts';
import { storeSettings } from './harness/stored-settings.ts';
import { withTactus } from './harness/suite.ts';
import { startTactus } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit, visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
const INSIDE = /^(blob:|data:)/;

const suite = withTactus();
let person: Visit;
let page: Page;

const device = () => suite.tactus.device(KEY);
const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('tactus.settings') ?? '{}'));
const velocity = async () => (await device().hamp()).velocity;

async function open(path: string, settings: object = {}, url = suite.tactus.url): Promise<void> {
  await storeSettings(page, url, { connectionKey: KEY, ...settings });
  await page.goto(`${url}${path}`);
  await dock(page).shows('connection.ready');
}

async function come(visitor: Promise<Visit>): Promise<void> {
  person = await visitor;
  page = person.page;
}

/** For what changes the page for good. */
async function comeInNewWindow(): Promise<void> {
  await person.close();
  await come(visit(suite.browser, { viewport: DESKTOP }));
}

beforeEach(async () => {
  await device().put('/slider/stroke', { min: 0.2, max: 0.8 });
  await come(visitAgain(suite.browser, { viewport: DESKTOP }));
});
afterEach(async () => {
  await device().put('/hamp/stop');
  await person.close();
});

describe('limits', () => {
  test('the speed limit applies to new commands and to a running motion, and survives a reload', async () => {
    await open('/hamp', { stopOnLeave: false });
    await manual(page).start().click();
    await manual(page).speed().focus();
    await page.keyboard.press('End');
    await until('the device is fast', async () => (await velocity()) > 0.9);
    await page.getByRole('link', { name: words('page.settings'), exact: true }).click();
    await settingsPage(page).section('settings.limits').click();
    await settingsPage(page).choose('settings.limits.speed', '100 mm/s');
    await until('the device is slower', async () => (await velocity()) < 0.5);
    await page.reload();
    expect((await stored()).limits.maxSpeedMmS).toBe(100);
    await page.goto(`${suite.tactus.url}/hamp`);
    await dock(page).shows('connection.ready');
    await manual(page).start().click();
    await dock(page).shows('dock.moving');
    await manual(page).speed().focus();
    const isSent = page.waitForResponse(/\/hamp\/velocity/);
    await page.keyboard.press('End');
    await isSent;
    expect(await velocity()).toBeLessThan(0.5);
  });

  deeper('the session ends gently: slower step by step, then stopped, with a notice', async () => {
    await open('/hamp', { limits: { sessionMinutes: 0.04 } });
    await manual(page).start().click();
    await device().put('/hamp/velocity', { velocity: 0.6 });
    await until('the device is slower', async () => (await velocity()) < 0.5 && (await velocity()) > 0);
    await page.getByText(words('dock.sessionOver')).waitFor();
    await until('the device rests', async () => (await device().hamp()).play_state !== 1);
  });
});

describe('keyboard and gamepad', () => {
  test('a key is bound by pressing it, works on other pages, and is restored after a reload', async () => {
    await open('/settings#keyboard');
    const binding = settingsPage(page).binding('settings.keyboard', 'action.topUp');
    await binding.click();
    await page.keyboard.press('o');
    await until('it is shown', async () => (await binding.innerText()) === 'O');
    await page.reload();
    expect(await binding.innerText()).toBe('O');
    await dock(page).shows('connection.ready');
    await page
      .getByRole('link', { name: words('page.home') })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: words('page.settings') }).waitFor({ state: 'detached' });
    await keysWork(page);
    await page.keyboard.press('o');
    const top = async () => Math.round((await device().get<{ max: number }>('/slider/stroke')).max * 100);
    await until('the top is raised', async () => (await top()) === 90);
  });

  deeper('a key with another use is refused, and its use is named', async () => {
    await open('/settings#keyboard');
    const page_ = settingsPage(page);
    const binding = page_.binding('settings.keyboard', 'action.topUp');
    await binding.click();
    await page.keyboard.press('a');
    await page_.shows('settings.keyboard.conflict', { key: 'A', action: words('action.topDown') });
    expect(await binding.innerText()).toBe('Q');
  });

  test('a button of a gamepad is bound by pressing it; B stays with Stop', async () => {
    await comeInNewWindow();
    await page.addInitScript(() => {
      const pad = { index: 0, buttons: Array.from({ length: 17 }, () => ({ pressed: false })) };
      let reads = 0;
      Object.assign(window, {
        reads: () => reads,
        press: (button: number, pressed: boolean) => Object.assign(pad.buttons[button] ?? {}, { pressed }),
      });
      navigator.getGamepads = () => {
        reads += 1;
        return [pad] as unknown as ReturnType<typeof navigator.getGamepads>; // what the app reads
      };
    });
    const reads = () => page.evaluate(() => (window as unknown as { reads(): number }).reads());
    const press = async (button: number) => {
      for (const pressed of [true, false]) {
        await page.evaluate(
          ([index, now]) => (window as unknown as { press(i: number, p: boolean): void }).press(index, now), // put there above
          [button, pressed] as const,
        );
        const before = await reads();
        await until('it is read', async () => (await reads()) > before + 1);
      }
    };
    await open('/settings#gamepad');
    const page_ = settingsPage(page);
    const binding = page_.binding('settings.gamepad', 'action.topUp');
    await binding.click();
    await press(3);
    await until('it is shown', async () => (await binding.innerText()) === 'Y');
    await binding.click();
    await press(1);
    await page_.shows('settings.keyboard.conflict', { key: 'B', action: words('action.stop') });
    expect((await stored()).gamepad.buttons.topUp).toBe(3);
  });
});

describe('privacy', () => {
  test('wiping stops the device and leaves none of our data in the browser', async () => {
    await open('/settings#privacy', { stopOnLeave: false });
    await device().put('/hamp/start');
    await dock(page).shows('dock.moving');
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('tactus-player');
          opening.onsuccess = () => {
            opening.result.close();
            resolve();
          };
        }),
    );
    await settingsPage(page).button('settings.privacy.wipe').click();
    await settingsPage(page).button('settings.privacy.wipe.yes').click();
    await page.getByRole('heading', { level: 1, name: words('deviceSelection.title') }).waitFor();
    expect((await device().hamp()).play_state).not.toBe(1);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored).not.toContain('DemoHandy1');
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(databases).not.toContain('tactus-player');
  });

  test('removing the device stops it and deletes its key and its stored state', async () => {
    await open('/settings#privacy', { stopOnLeave: false });
    await device().put('/hamp/start');
    await dock(page).shows('dock.moving');
    const facts = () => page.evaluate((key) => localStorage.getItem(`tactus.device.${key}`), KEY);
    expect(await facts()).toContain('fw_version');
    await settingsPage(page).button('settings.forgetKey').click();
    await settingsPage(page).section('settings.device.title').click();
    await page.getByRole('main').getByText(words('settings.noKey'), { exact: true }).waitFor();
    await until('the device is at rest', async () => (await device().hamp()).play_state !== 1);
    expect(await facts()).toBeNull();
  });

  test('requests go only to this site', async () => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!INSIDE.test(url) && !url.startsWith(suite.tactus.url)) elsewhere.push(url);
    });
    await open('/settings', { analyticsAgreed: true });
    for (const path of ['/', '/hamp', '/link']) await page.goto(`${suite.tactus.url}${path}`);
    await dock(page).shows('connection.ready');
    expect(elsewhere).toEqual([]);
  });
});

describe('analytics, where a service is configured', () => {
  test('leave the browser only while the person agrees, contain no key, and a refusal is logged', async () => {
    const received: string[] = [];
    const service = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts);
        const isZipped = body[0] === 0x1f && body[1] === 0x8b;
        if (request.method === 'POST') received.push((isZipped ? gunzipSync(body) : body).toString());
        response.writeHead(request.method === 'POST' ? 403 : 200, {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
        });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo; // it listens on a port
    let said = 0;
    /** Waits ten seconds of the page's time, and until requests of that time have arrived: a later one of ours has. */
    const afterAWhile = async () => {
      await page.clock.runFor(10_000);
      said += 1;
      const word = `word ${said}`;
      await page.context().request.post(`http://127.0.0.1:${port}/`, { data: word });
      await until('the word has arrived', async () => received.includes(word));
      return received.filter((text) => !text.startsWith('word'));
    };
    const tactus = await startTactus(undefined, {
      analyticsKey: 'phc_test',
      analyticsHost: `http://127.0.0.1:${port}`,
    });
    try {
      await comeInNewWindow();
      await page.clock.install();
      await open('/settings', {}, tactus.url);
      await page
        .getByRole('link', { name: words('page.home') })
        .first()
        .click();
      expect(await afterAWhile()).toEqual([]);
      await page.goto(`${tactus.url}/settings#privacy`);
      await settingsPage(page).toggle('settings.privacy.analytics').click();
      // Events before the sender is loaded are not sent later.
      await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('ph_')));
      await page
        .getByRole('link', { name: words('page.home') })
        .first()
        .click();
      await until('a page view is sent', async () => /\$pageview/.test(received.join()));
      await until('a page leave is sent', async () => /\$pageleave/.test(received.join()));
      await page.goto(`${tactus.url}/settings#privacy`);
      await settingsPage(page).toggle('settings.privacy.analytics').click();
      const before = await afterAWhile();
      await page
        .getByRole('link', { name: words('page.home') })
        .first()
        .click();
      expect(await afterAWhile()).toEqual(before);
      expect(received.join()).not.toContain(KEY);
      expect(received.join()).not.toContain('current_url');
      await until('the refusal is logged', async () => person.complaints.join().includes('Bad HTTP status: 403'));
    } finally {
      await tactus.close();
      service.closeAllConnections();
      await new Promise((resolve) => service.close(resolve));
    }
  });
});

describe('the theme', () => {
  test('is that of the system where a person wants it so, over a reload, until they choose dark or light', async () => {
    await open('/settings#appearance', { darkMode: true });
    const mode = (wanted: string) => page.locator(`html[data-mode="${wanted}"]`).waitFor();
    const toggle = async (key: string) => {
      await tabTo(page, settingsPage(page).toggle(key));
      await page.keyboard.press('Space');
    };
    await page.emulateMedia({ colorScheme: 'light' });
    await mode('dark');
    await toggle('settings.systemTheme');
    await mode('light');
    await page.reload();
    await mode('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await mode('dark');
    expect(await stored()).toMatchObject({ darkMode: true, followSystemTheme: true });
    await toggle('settings.darkMode');
    await mode('light');
    expect(await stored()).toMatchObject({ darkMode: false, followSystemTheme: false });
    await page.emulateMedia({ colorScheme: null });
  });
});

describe('a backup', () => {
  test('is exported without the key, imported on another day, and a bad file changes nothing', async () => {
    await open('/settings#backup', { darkMode: false });
    const page_ = settingsPage(page);
    const saving = page.waitForEvent('download');
    await page_.button('settings.backup.export').click();
    const path = await (await saving).path();
    await page_.section('settings.appearance').click();
    await page_.toggle('settings.darkMode').click();
    await until('it is dark', async () => (await stored()).darkMode === true);
    await page_.section('settings.backup').click();
    const before = await stored();
    const bad = { name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"format":1}') };
    await page_.file().setInputFiles(bad);
    await page_.shows('settings.backup.notABackup');
    expect(await stored()).toEqual(before);
    await page_.file().setInputFiles(path);
    await page_.shows('settings.backup.restored');
    expect(await stored()).toMatchObject({ darkMode: false, connectionKey: KEY });
  });
});

describe('developer', () => {
  test('another API base is used from the next start on', async () => {
    await open('/settings#developer', { developerMode: true });
    const elsewhere = page.waitForRequest((request) => request.url().includes('/elsewhere/v3/'));
    await page.getByLabel(words('settings.developer.apiBase'), { exact: true }).fill('/elsewhere/v3');
    await settingsPage(page).button('settings.developer.apply').click();
    expect((await elsewhere).url()).toContain(suite.tactus.url);
  });

  test('the trace is saved without a key in it', async () => {
    await open('/settings#developer');
    const saving = page.waitForEvent('download');
    await settingsPage(page).button('settings.developer.trace').click();
    const stream = await (await saving).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer); // a file's stream
    const text = Buffer.concat(parts).toString();
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toContain(KEY);
  });
});
