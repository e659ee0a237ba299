import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { direct } from './app/direct.ts';
import { dock } from './app/dock.ts';
import { linkByKeyboard, linked } from './app/linked.ts';
import { manual } from './app/manual.ts';
import { streamLab } from './app/stream-lab.ts';
import { further, furtherGroup } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { happens, until } from './harness/until.ts';
import { PHONE, type Visit } from './harness/visit.ts';
import { visitAgain } from './harness/visit-again.ts';
import { words } from './harness/words.ts';

const ONE = 'DemoHandy1';
const OH = 'DemoOh0001';

const suite = withTactus();
let person: Visit;
/** Another virtual device of the same cloud, made for each test. */
let other: string;

beforeEach(async () => {
  const made = await fetch(`${suite.tactus.url}/api/tactus/virtual-devices`, { method: 'POST' });
  other = ((await made.json()) as { connectionKey: string }).connectionKey;
  person = await visitAgain(suite.browser, { viewport: PHONE });
});
afterEach(async () => {
  await suite.tactus.device(ONE).put('/hamp/stop');
  await suite.tactus.device(other).put('/hamp/stop');
  expect(person.complaints).toEqual([]);
  await person.close();
});

const open = async (path = '/link', key = ONE) => {
  await person.page.goto(`${suite.tactus.url}${path}?key=${key}&female=no`);
  await dock(person.page).shows('connection.ready');
  return linked(person.page);
};

/** Links the other device under a name. */
const linkOther = (name = 'Second') => linkByKeyboard(person.page, other, name);

const playing = async (key: string) => (await suite.tactus.device(key).hamp()).play_state === 1;

/** The other device follows, and is driven from the page of manual control. */
async function followOnManual(): Promise<void> {
  const page = await open();
  await linkOther();
  await page.together().click();
  await page.device('Second').follows().click();
  await goTo('/hamp');
}

/** To another page by the app's own links: its state stays. */
async function goTo(path: string): Promise<void> {
  await person.page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

furtherGroup('the test of a device', () => {
  test('does not move a device that moves already', async () => {
    const page = await open();
    await linkOther();
    const device = suite.tactus.device(other);
    await device.put('/hamp/start');
    await page.device('Second').test().click();
    await page.device('Second').shows('link.test.moving');
    expect(await playing(other)).toBe(true);
  });

  test('lets a device that only vibrates vibrate for a moment', async () => {
    const page = await open('/link', OH);
    await page.device('Oh').test().click();
    const state = () => suite.tactus.device(OH).get<{ enabled: boolean; amplitude: number }>('/hvp/state');
    await until('it vibrates', async () => (await state()).enabled);
    expect((await state()).amplitude).toBeLessThanOrEqual(0.2);
    await page.device('Oh').shows('link.test.done');
    await until('it is silent', async () => !(await state()).enabled);
  });
});

describe('several devices together', () => {
  further('Escape stops them, and so does leaving the page', async () => {
    await followOnManual();
    await person.page.reload();
    await dock(person.page).bar().getByText('The Handy + 1', { exact: true }).waitFor();
    await until('the other is there again', async () => {
      await manual(person.page)
        .start()
        .click({ timeout: 2_000 })
        .catch(() => undefined);
      const play = async () => (await playing(ONE)) && (await playing(other));
      const both = await happens(until('both play', play, 2_000));
      if (!both) await dock(person.page).stop().click();
      return both;
    });
    await person.page.keyboard.press('Escape');
    await until('both rest', async () => !(await playing(ONE)) && !(await playing(other)));
    await manual(person.page).start().click();
    await until('both play again', async () => (await playing(ONE)) && (await playing(other)));
    await goTo('/');
    await until('both rest again', async () => !(await playing(ONE)) && !(await playing(other)));
  });

  further('a follower that moves alone makes Stop red, and is stopped by it', async () => {
    await followOnManual();
    await manual(person.page).start().waitFor();
    await suite.tactus.device(other).put('/hamp/start');
    await dock(person.page).shows('dock.moving');
    expect(await playing(ONE)).toBe(false);
    await dock(person.page).stop().click();
    await until('it rests', async () => !(await playing(other)));
  });

  further('a Stop that does not reach one of them reports that, and is retried until it does', async () => {
    await followOnManual();
    await manual(person.page).start().click();
    await until('both play', async () => (await playing(ONE)) && (await playing(other)));
    await suite.tactus.setConnected(other, false);
    await dock(person.page).stop().click();
    await until('the one that can be reached rests', async () => !(await playing(ONE)));
    const notReached = words('dock.stopFailed.several').replace('{devices}', 'Second');
    await dock(person.page).status().filter({ hasText: notReached }).waitFor();
    await suite.tactus.setConnected(other, true);
    await until('the other rests when it is back', async () => !(await playing(other)));
  });

  further('one that stops following is stopped first; a page for one device moves only that one', async () => {
    await followOnManual();
    await manual(person.page).start().click();
    await until('both play', async () => (await playing(ONE)) && (await playing(other)));
    await goTo('/hsp');
    await until('both rest', async () => !(await playing(ONE)) && !(await playing(other)));
    await streamLab(person.page).play().click();
    const streams = async (key: string) =>
      (await suite.tactus.device(key).get<{ play_state: number }>('/hsp/state')).play_state === 1;
    await until('the one moves', () => streams(ONE));
    expect(await streams(other)).toBe(false);
    await dock(person.page).stop().click();
    await until('it rests', async () => !(await streams(ONE)));
  });

  further('go to a place together', async () => {
    await followOnManual();
    await goTo('/hdsp');
    await direct(person.page).preset('100 %').click();
    const near = async (key: string) => (await suite.tactus.device(key).positionMm()) > 90;
    await until('both are there', async () => (await near(ONE)) && (await near(other)));
  });
});
