/** Links and embedded code from an earlier build still lead to the same place. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemTime } from '@tactus/time';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { firstUse } from '../app/first-use.ts';
import { remote } from '../app/remote.ts';
import { guest, startStrokes } from '../app/share.ts';
import { permission, widget } from '../app/widget.ts';
import { launchBrowser } from '../harness/browser.ts';
import { FROZEN, frozenJson, frozenPath, frozenText } from '../harness/frozen.ts';
import { startTactus, type Tactus } from '../harness/tactus.ts';
import { until } from '../harness/until.ts';
import { besidesRefusals, visit } from '../harness/visit.ts';
import { startWidgetHost } from '../harness/widget-host.ts';

interface Links {
  readonly keyInAddress: readonly string[];
  readonly keyAsShare: string;
  readonly keyAsShareToPage: string;
  readonly qrOfDevice: string;
  readonly firmware: readonly string[];
  readonly pages: readonly string[];
  readonly groupPath: string;
  readonly groupOrder: object;
  readonly documents: readonly string[];
}

const KEY = 'DemoHandy1';
let browser: Browser;
let tactus: Tactus;
beforeAll(async () => {
  // The default of browsers: storage of a frame is partitioned by site. The list of the harness switches that off.
  browser = await launchBrowser(['--disable-features=HttpsUpgrades,PaintHolding']);
  tactus = await startTactus();
});
afterAll(async () => {
  await browser?.close();
  await tactus?.close();
});

/** A person with a fresh browser, whose page must report no error. */
async function newPage(): Promise<Page> {
  const person = await visit(browser);
  onTestFinished(async () => {
    await person.close();
    expect(besidesRefusals(person.complaints)).toEqual([]);
  });
  return person.page;
}

describe.each(FROZEN)('of %s', (build) => {
  const links = () => frozenJson<Links>(build, 'links.json', tactus.url);

  test('links with a key connect the device, and the key is removed from the address', async () => {
    for (const address of links().keyInAddress) {
      const page = await newPage();
      await page.goto(address);
      await dock(page).shows('connection.ready');
      await until('the key is gone', async () => !page.url().includes(KEY));
    }
    for (const address of [links().keyAsShare, links().keyAsShareToPage]) {
      const page = await newPage();
      await page.goto(address);
      await guest(page).keyWarning().waitFor();
      await guest(page).continueWithKey().click();
      await dock(page).shows('connection.ready');
      await until('the key is gone', async () => !page.url().includes(KEY));
    }
  });

  test('the code of a device opens the page where a key is typed, and every address its page or document', async () => {
    const page = await newPage();
    await page.goto(links().qrOfDevice);
    await firstUse(page).title().waitFor();
    await page.goto(`${tactus.url}/?key=${KEY}&female=no`);
    await dock(page).shows('connection.ready');
    const title = async () => (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.goto(`${tactus.url}/no-such-page`);
    const missing = await title();
    for (const address of [...links().firmware, ...links().pages]) {
      await page.goto(address);
      expect([address, await title()]).not.toEqual([address, missing]);
    }
    for (const address of links().documents) expect([address, (await fetch(address)).status]).toEqual([address, 200]);
  });

  test('a link of a share, made by the earlier cloud, lets a guest drive within its limits', async () => {
    const { madeAtMs, share, workshop } = frozenJson<{
      madeAtMs: number;
      share: { path: string };
      workshop: { connectionKey: string };
    }>(build, 'cloud.json', tactus.url);
    const folder = mkdtempSync(join(tmpdir(), 'tactus-frozen-cloud-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(frozenPath(build, 'cloud'), folder, { recursive: true });
    // A share expires, so the clock is set to the day on which it was made.
    const aheadMs = madeAtMs - systemTime.now();
    const then = await startTactus(undefined, { dataDir: folder }, undefined, {
      ...systemTime,
      now: () => systemTime.now() + aheadMs,
    });
    onTestFinished(() => then.close());
    const device = then.device(workshop.connectionKey);
    const page = await newPage();
    await page.goto(`${then.url}${share.path}`);
    await guest(page).name().fill('Ann');
    await guest(page).join().click();
    await startStrokes(page, async () => (await device.hamp()).play_state === 1);
    expect((await device.hamp()).velocity).toBeLessThanOrEqual(0.4);
    await remote(page).stop().click();
    await until('the guest’s Stop stops the device', async () => (await device.hamp()).play_state !== 1);
  });

  test('a group session is created by the same request, and its link has the same form and opens', async () => {
    const { groupOrder, groupPath } = links();
    const answer = await fetch(`${tactus.url}/api/tactus/groups`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(groupOrder),
    });
    const { path } = (await answer.json()) as { path: string }; // docs/group-sessions.md
    expect(path).toMatch(new RegExp(groupPath));
    const page = await newPage();
    await page.goto(`${tactus.url}${path}?key=${KEY}`.replace(/(#.*)(\?.*)$/, '$2$1'));
    await guest(page).name().fill('Ben');
    await guest(page).join().click();
    await dock(page).shows('connection.ready');
  });

  test('the code of the widget on another site’s page asks for permission, starts and stops the device', async () => {
    const host = await startWidgetHost(frozenText(build, 'widget.html', tactus.url));
    onTestFinished(() => host.close());
    const plays = async () => (await tactus.device(KEY).hamp()).play_state === 1;
    const page = await newPage();
    await page.goto(`${tactus.url}/settings?key=${KEY}&female=no`);
    await dock(page).shows('connection.ready');
    await page.goto(host.url);
    const [popup] = await Promise.all([page.waitForEvent('popup'), widget(page).ask().click()]);
    await permission(popup).allow().click();
    await page.locator('#state').filter({ hasText: 'ready' }).waitFor();
    await page.locator('#start').click();
    await until('start() starts the device', plays);
    await page.locator('#stop').click();
    await until('stop() stops the device', async () => !(await plays()));
  });
});
