import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { deeper, further, isVendor } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
/** 10 s after a closed connection; and the device needs a moment to brake. */
const STOPPED_WITHIN_MS = 12_000;

const suite = withTactus();
afterEach(async () => {
  await suite.tactus.device(KEY).put('/hamp/stop');
});

const plays = async () => (await suite.tactus.device(KEY).hamp()).play_state === 1;
const rests = async () => !(await plays()) && !(await suite.tactus.device(KEY).isMoving());

/** A person who has started the alternating motion. */
async function personMoving() {
  const person = await visit(suite.browser);
  const leases: string[] = [];
  person.page.on('request', (request) => {
    if (request.url().includes('/api/tactus/leases')) leases.push(request.method());
  });
  await person.page.goto(`${suite.tactus.url}/hamp?key=${KEY}`);
  await dock(person.page).shows('connection.ready');
  await manual(person.page).start().click();
  await until('the device plays', plays);
  return { ...person, leases };
}

/** The page crashes. */
async function crash(page: Page): Promise<void> {
  const gone = new Promise((resolve) => page.once('crash', resolve));
  page.goto('chrome://crash').catch(() => undefined); // it never loads
  await gone;
}

/** How often the direction of a motion changes. */
function turnsIn(places: readonly number[]): number {
  const directions = places.slice(1).map((place, index) => Math.sign(place - (places[index] ?? place)));
  const moving = directions.filter((direction) => direction !== 0);
  return moving.slice(1).filter((direction, index) => direction !== moving[index]).length;
}

describe(isVendor ? "the vendor's cloud" : 'our cloud', isVendor ? testsOfTheVendors : testsOfOurCloud);

function testsOfOurCloud(): void {
  test('stops the device when the page that moves it is closed', async () => {
    const { page, context, complaints } = await personMoving();
    await page.close({ runBeforeUnload: true });
    await until('the device is at rest', rests, STOPPED_WITHIN_MS);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('stops the device when the page is reloaded', async () => {
    const { page, close } = await personMoving();
    await page.reload();
    await until('the device is at rest', rests, STOPPED_WITHIN_MS);
    await close();
  });

  test('stops the device within twelve seconds when the page crashes', async () => {
    const { page, close } = await personMoving();
    const before = performance.now();
    await crash(page);
    await until('the device is at rest', rests, STOPPED_WITHIN_MS);
    // The expired lease stopped it, not a request of the page.
    expect(performance.now() - before).toBeGreaterThan(2_000);
    await close();
  });

  deeper('lets it move as long as the page is open, visible or hidden', async () => {
    const { page, context, leases, complaints, close } = await personMoving();
    const other = await context.newPage();
    await other.bringToFront();
    const renewals = () => leases.filter((method) => method === 'PUT').length;
    await until('the lease is renewed for longer than it lasts', async () => renewals() >= 3);
    expect(await plays()).toBe(true);
    await page.bringToFront();
    await dock(page).stop().click();
    await until('the device is at rest', rests);
    await until('the lease is let go', async () => leases.includes('DELETE'));
    expect(complaints).toEqual([]);
    await close();
  });
}

function testsOfTheVendors(): void {
  test('has no leases: a page sends the stop itself while it is being closed', async () => {
    const { page, context, leases, complaints } = await personMoving();
    await page.close({ runBeforeUnload: true });
    await until('the device is at rest', rests, STOPPED_WITHIN_MS);
    expect([leases, complaints]).toEqual([[], []]);
    await context.close();
  });

  deeper('receives the stop from a page that is reloaded', async () => {
    const { page, close } = await personMoving();
    await page.reload();
    await until('the device is at rest', rests, STOPPED_WITHIN_MS);
    await close();
  });

  test('stops no motion of a page that crashes: it continues', async () => {
    const { page, leases, close } = await personMoving();
    await crash(page);
    const places: number[] = [];
    await until('it goes on up and down', async () => {
      places.push(await suite.tactus.device(KEY).positionMm());
      return turnsIn(places) >= 4;
    });
    expect(await plays()).toBe(true);
    expect(leases).toEqual([]);
    await close();
  });
}

further('a second tab cannot drive the device until it takes control, which stops motion', async () => {
  const { page, context, complaints, close } = await personMoving();
  const second = await context.newPage();
  await second.goto(`${suite.tactus.url}/hamp?key=${KEY}`);
  await dock(second).shows('dock.moving');
  await second.getByText(words('banner.heldElsewhere'), { exact: true }).waitFor();
  await manual(second).speed().press('End');
  await manual(second).strokeTop().press('ArrowDown');
  await second.getByText(words('error.heldElsewhere')).waitFor();
  expect((await suite.tactus.device(KEY).hamp()).velocity).toBeLessThan(0.5);

  await second.getByRole('button', { name: words('banner.heldElsewhere.takeOver') }).click();
  await until('the device is at rest', rests);
  await manual(second).start().click();
  await until('the second tab drives', plays);
  await page.bringToFront();
  await page.getByText(words('trouble.takenOver'), { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

further('a tab that was open before another one drives reports another tab at once, not another app', async () => {
  // In another mode, so that the start changes it.
  await suite.tactus.device(KEY).put('/hdsp/xpt', { xp: 0.5, t: 500, stop_on_target: true });
  const first = await visit(suite.browser);
  const idle = await first.context.newPage();
  for (const page of [first.page, idle]) {
    await page.goto(`${suite.tactus.url}/hamp?key=${KEY}`);
    await dock(page).shows('connection.ready');
  }
  await manual(first.page).start().click();
  await until('the device plays', plays);
  await idle.getByText(words('banner.heldElsewhere'), { exact: true }).waitFor();
  await dock(idle).shows('dock.moving');
  expect(await idle.getByText(words('trouble.otherApp'), { exact: true }).count()).toBe(0);
  expect(first.complaints).toEqual([]);
  await first.close();
});
