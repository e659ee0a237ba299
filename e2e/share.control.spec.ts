import { DeviceMode } from '@tactus/protocol';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { choose } from './app/choose.ts';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { remote } from './app/remote.ts';
import { guest, liveSharing, sharing, startStrokes } from './app/share.ts';
import { tabTo } from './app/tab-to.ts';
import { goInApp } from './harness/go-in-app.ts';
import { HOME_DEVICE_KEY, withHome } from './harness/home.ts';
import { deeper, further, isVendor } from './harness/profile.ts';
import { happens, until, WAIT_MS } from './harness/until.ts';
import { besidesRefusals, PHONE, PHONE_ON_ITS_SIDE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

/** The device is in a cloud without guests: its owner's tab bridges it. */
const isBridged = isVendor;
const KEY = HOME_DEVICE_KEY;

/** From a cut to the rest of the device, as far as it is seen from here; to the vendor's cloud every way takes longer. */
const STOPPED_WITHIN_MS = isBridged ? 2_000 : 1_000;

/** A phone's share sheet, which the browsers of tests have not. */
const RECORD_SHARED = 'navigator.share = async ({ url }) => { window.shared = url; };';

/** After so long a guest sees that the owner drives. */
const TOLD_WITHIN_MS = 2_000;

/** With the hand still on the control, a guest's strokes come back within this. */
const AGAIN_WITHIN_MS = 5_000;

const suite = withHome();
let people: Visit[] = [];

/** A person with a browser of their own. Errors of a page without network are ignored. */
async function person(options: Parameters<typeof visit>[1] = { viewport: PHONE }): Promise<Page> {
  const comes = await visit(suite.browser, options);
  people.push(comes);
  return comes.page;
}

const device = () => suite.tactus.device(KEY);
const plays = async () => (await device().hamp()).play_state === 1;

beforeEach(async () => {
  people = [];
  await device().put('/hamp/stop');
  await device().put('/slider/stroke', { min: 0, max: 1 });
});
afterEach(async () => {
  await endAllLinks();
  for (const { context } of people) await context.close();
  const complaints = people.flatMap((one) => one.complaints);
  expect(besidesRefusals(complaints).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

/** As the owner does by hand: a test that fails must not leave its links to the next one. */
async function endAllLinks(): Promise<void> {
  // Home knows a bridged device by a name that was lost with its owner's browser.
  if (isBridged) return;
  const headers = { 'X-Connection-Key': KEY, 'X-Api-Key': 'observer' };
  const answer = await fetch(`${suite.tactus.url}/api/tactus/shares`, { headers });
  const { shares } = (await answer.json()) as { shares: { id: string }[] };
  for (const { id } of shares)
    await fetch(`${suite.tactus.url}/api/tactus/shares/${id}`, { method: 'DELETE', headers });
}

/** Puts the mouse down on the fader of the speed, and moves it a little. */
async function holdFader(page: Page): Promise<void> {
  const box = await remote(page).speed().locator('..').boundingBox();
  if (!box) throw new Error('The fader is not there');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 20, { steps: 3 });
}

/** The owner, at the page of sharing. */
async function owner(): Promise<Page> {
  const page = await person({});
  await page.goto(`${suite.tactus.url}/remote?key=${KEY}&female=no#share`);
  await dock(page).shows('connection.ready');
  return page;
}

/** Makes a link and returns its address. */
async function makeLink(page: Page): Promise<string> {
  const card = sharing(page);
  await card.openLimits();
  await card.name().fill('Evening');
  await choose(card.uses(), words('sharing.uses.any'));
  await card.send().click();
  await card.card.locator('code').first().waitFor();
  return card.address();
}

/** Joins by a link. */
async function enter(address: string, name: string): Promise<Page> {
  const page = await person();
  await page.goto(address);
  await guest(page).name().fill(name);
  await guest(page).join().click();
  await guest(page).leave().waitFor();
  return page;
}

describe('a device that is shared', () => {
  deeper('stops when the guest’s network is cut or their tab is gone', async () => {
    const mine = await owner();
    const address = await makeLink(mine);
    const ann = await enter(address, 'Ann');

    // A cut with the hand on the control: it stops, and ramps up again once the network is back. A busy machine ends a hold
    // by itself now and then: then there was nothing to cut.
    await until(
      'it stops under the hand, shows that, and ramps up again',
      async () => {
        await startStrokes(ann, plays);
        await holdFader(ann);
        await ann.context().setOffline(true);
        await until('it stops under the hand', async () => !(await plays()));
        const said = await happens(guest(ann).shows('share.slipped', {}, TOLD_WITHIN_MS));
        await ann.context().setOffline(false);
        const again = said && (await happens(until('it ramps up again', plays, AGAIN_WITHIN_MS)));
        await ann.mouse.up();
        return again;
      },
      2 * WAIT_MS,
    );

    await startStrokes(ann, plays);
    const cutAt = performance.now();
    await ann.context().setOffline(true);
    await until('it stops when the network is cut', async () => !(await plays()));
    expect(performance.now() - cutAt).toBeLessThan(STOPPED_WITHIN_MS);
    // The second notice replaces the first once the cloud does not answer either.
    await Promise.any([guest(ann).shows('share.lost'), guest(ann).shows('connection.noNetwork')]);
    await ann.context().setOffline(false);
    await guest(ann).leave().click();
    await guest(ann).shows('share.end.left');

    const ben = await enter(address, 'Ben');
    await startStrokes(ben, plays);
    const closedAt = performance.now();
    await ben.close();
    await until('it stops when the tab is gone', async () => !(await plays()));
    expect(performance.now() - closedAt).toBeLessThan(STOPPED_WITHIN_MS);
  });

  further('is shared and driven by keyboard alone, at the page that the link names', async () => {
    const mine = await owner();
    const card = sharing(mine);
    await tabTo(mine, card.send());
    await mine.keyboard.press('Enter');
    await card.card.locator('code').first().waitFor();
    const link = new URL(await card.address());

    const ann = await person();
    await ann.goto(`${link.origin}${link.pathname}/hdsp${link.hash}`);
    await tabTo(ann, guest(ann).join());
    await ann.keyboard.press('Enter');
    await dock(ann).shows('connection.ready');
    expect(await guest(ann).mode('mode.hdsp').isChecked()).toBe(true);
    await tabTo(ann, remote(ann).pad());
    await ann.keyboard.press('End');
    await until('the slider is at the top', async () => {
      return (await device().now<{ position: number }>('/slider/state')).position > 0.97;
    });
    await guest(ann).mode('mode.hamp').focus();
    await guest(ann).mode('mode.hamp').press('Space');
    await tabTo(ann, remote(ann).start());
    await startStrokes(ann, plays, (start) => start.press('Enter'));
    await ann.keyboard.press('Escape');
    await until('it rests', async () => !(await plays()));
    await tabTo(mine, card.revoke());
    await mine.keyboard.press('Enter');
    await tabTo(mine, card.reallyRevoke());
    await mine.keyboard.press('Enter');
    await guest(ann).shows('share.end.revoked');
  });
});

further('on its side a guest’s phone has Start of the strokes above the dock, and it starts by a tap', async () => {
  const address = await makeLink(await owner());
  const ann = await person({ viewport: PHONE_ON_ITS_SIDE });
  await ann.goto(address);
  await guest(ann).join().tap();
  await dock(ann).shows('connection.ready');
  await until('Start is whole above the dock', async () => {
    const [start, bar] = [await remote(ann).start().boundingBox(), await dock(ann).bar().boundingBox()];
    return start !== null && bar !== null && start.y > 0 && start.y + start.height <= bar.y;
  });
  await startStrokes(ann, plays, (start) => start.tap());
  await dock(ann).stop().tap();
  await until('it rests', async () => !(await plays()));
});

further('an owner sees that a guest has control, and a guest without precedence sees that too', async () => {
  const mine = await owner();
  const ann = await enter(await makeLink(mine), 'Ann');
  await goInApp(mine, '/remote');
  // A motion in another mode is attributed to another client.
  await device().put('/mode2', { mode: DeviceMode.IDLE });
  await startStrokes(ann, plays);
  await liveSharing(mine).says('sharing.control.name', { name: 'Ann' });
  for (const banner of ['trouble.guest', 'trouble.otherApp'])
    await mine.getByText(words(banner), { exact: true }).waitFor({ state: 'detached' });
  await remote(mine).showPad().check();
  const busy = ann.getByText(words('share.busy'), { exact: true });
  // On a busy machine a hold may expire by itself: then there is no other guest to precede.
  await until('the guest sees that another person has precedence', async () => {
    await startStrokes(ann, plays);
    await remote(mine).pad().press('Home');
    await remote(mine).pad().press('End');
    return await happens(busy.waitFor({ timeout: TOLD_WITHIN_MS }));
  });
  await startStrokes(ann, plays);
  await busy.waitFor({ state: 'hidden' });
});

test('a link is sent by one tap, and every page shows who has control, takes it back by one tap, and shows that after a reload', async () => {
  const mine = await person();
  await mine.addInitScript(RECORD_SHARED);
  await mine.goto(`${suite.tactus.url}/remote?key=${KEY}&female=no#share`);
  await dock(mine).shows('connection.ready');
  const { card, send, address, strength, speed } = sharing(mine);
  // A phone's first screen has the sentence, the button and the limits; of those, none that the device has no use for.
  await card.getByText(words('sharing.limits'), { exact: true }).tap();
  await speed().waitFor();
  expect(await strength().count()).toBe(0);
  expect(await card.getByRole('switch', { name: words('mode.vibrate'), exact: true }).count()).toBe(0);
  await card.getByText(words('sharing.limits'), { exact: true }).tap();
  const stop = await dock(mine).stop().boundingBox();
  const limits = await card.getByText(words('sharing.limits'), { exact: true }).boundingBox();
  expect((limits?.y ?? 999) + (limits?.height ?? 0)).toBeLessThan(stop?.y ?? 0);
  await send().tap();
  await card.locator('code').first().waitFor();
  const link = await address();
  await until('the share sheet has the link', async () => (await mine.evaluate('window.shared')) === link);

  const ann = await enter(link, 'Ann');
  await goInApp(mine, '/settings');
  await startStrokes(ann, plays);
  await liveSharing(mine).says('sharing.control.name', { name: 'Ann' });
  await liveSharing(mine).takeBack().tap();
  await until('it rests', async () => !(await plays()));
  await guest(ann).shows('share.role.locked');
  await liveSharing(mine).says('sharing.control.locked');
  await mine.reload();
  await liveSharing(mine).says('sharing.control.locked');
});

test('a tap unfolds a diagram of who drives whom, with the tab where one carries the commands', async () => {
  const mine = await person();
  await mine.goto(`${suite.tactus.url}/remote?key=${KEY}&female=no#share`);
  const { card, openWays, ways } = sharing(mine);
  await openWays();
  await ways().waitFor();
  const texts = ['sharing.log.owner', 'sharing.ways.guests', 'sharing.ways.ofYou', 'sharing.ways.ofGuests'];
  texts.push('sharing.ways.cloud', 'sharing.ways.toDevice', ...(isBridged ? ['sharing.ways.tab'] : []));
  const shown = (await ways().innerText()).split('\n').filter((line) => line !== '');
  expect(shown).toEqual([...texts, 'sharing.ways.device'].map((key) => words(key)));
  const { x = 0, width = 0 } = (await ways().boundingBox()) ?? {};
  const { x: left = 0, width: whole = 0 } = (await card.boundingBox()) ?? {};
  expect([x >= left, x + width <= left + whole]).toEqual([true, true]);
});

test.runIf(isBridged)(
  'a tab with a bridge shows it, goes on after a reload, and stops the device when left',
  async () => {
    const mine = await owner();
    const address = await makeLink(mine);
    await sharing(mine).shows('sharing.bridge');
    const ann = await enter(address, 'Ann');
    await startStrokes(ann, plays);
    await mine.goto(`${suite.tactus.url}/settings`);
    await until('it stops with the page', async () => !(await plays()));
    await startStrokes(ann, plays);
    // A new tab beside it takes nothing over: the device stops with the tab that bridges it.
    const beside = await mine.context().newPage();
    await beside.goto(`${suite.tactus.url}/settings`);
    await dock(beside).bar().waitFor();
    await startStrokes(ann, plays);
    const leftAt = performance.now();
    await mine.close({ runBeforeUnload: true });
    await until('it stops with the tab', async () => !(await plays()));
    expect(performance.now() - leftAt).toBeLessThan(STOPPED_WITHIN_MS);
    // Its guests cannot reach it any more.
    await dock(ann).shows('connection.lost');
  },
);

test('a plain key still works, once the person has read that it gives full control', async () => {
  const ann = await person();
  const requests: string[] = [];
  ann.on('request', (request) => requests.push(request.url()));
  await ann.goto(`${suite.tactus.url}/share/${KEY}/hamp`);
  await guest(ann).keyWarning().waitFor();
  expect(ann.url()).not.toContain(KEY);
  expect(await dock(ann).bar().count()).toBe(0);
  await guest(ann).continueWithKey().click();
  await dock(ann).shows('connection.ready');
  await manual(ann).start().click();
  await until('it moves', plays);
  await dock(ann).stop().click();
  await until('it rests', async () => !(await plays()));
  // The page itself, and the vendor's own event stream, which accepts keys nowhere else.
  const withKey = requests.filter((url) => url.includes(KEY) && !url.includes('/sse?'));
  expect(withKey).toEqual([`${suite.tactus.url}/share/${KEY}/hamp`]);
});
