/**
 * Journey 6: a random session with limits. A careful person sets a highest speed, a stroke and a duration first,
 * and then lets go of the controls.
 * Profiles: our own cloud, and one with only the vendor's features.
 */
import { expect, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { manual } from '../app/manual.ts';
import { newcomer, openMenu, takeVirtual } from '../app/newcomer.ts';
import { random } from '../app/random.ts';
import { settingsPage } from '../app/settings.ts';
import type { DeviceSeen } from '../harness/device-seen.ts';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';

const suite = withTactus();
/** 100 mm/s as a share of what the device can do, and a little over: it can go 400. */
const HELD = 0.3;

interface Stroke {
  readonly min: number;
  readonly max: number;
  readonly min_absolute: number;
  readonly max_absolute: number;
}

/** The positions of the slider during two turns, mm. */
async function reach(device: DeviceSeen): Promise<{ lowest: number; highest: number }> {
  const seen: number[] = [];
  let turns = 0;
  await until('it turns round twice', async () => {
    seen.push(await device.positionMm());
    const [before = 0, then = 0, now = 0] = seen.slice(-3);
    if ((then - before) * (now - then) < 0) turns += 1;
    return turns >= 2;
  });
  return { lowest: Math.min(...seen), highest: Math.max(...seen) };
}

test('highest speed, stroke and duration are set, every pick stays within them, and the session ends with Stop', async () => {
  const person = await newcomer(suite);
  const { page } = person;
  const { seen: device } = await takeVirtual(page);
  const stroke = () => device.get<Stroke>('/slider/stroke');
  const rests = async () => (await device.hamp()).play_state === 0;

  await openMenu(page, 'page.settings');
  await settingsPage(page).section('settings.limits').click();
  await settingsPage(page).choose('settings.limits.speed', '100 mm/s');
  await openMenu(page, 'page.hamp');
  await manual(page).strokeTop().focus();
  for (const key of ['PageDown', 'PageDown', 'PageDown']) await page.keyboard.press(key);
  await manual(page).strokeBottom().focus();
  for (const key of ['PageUp', 'PageUp', 'PageUp']) await page.keyboard.press(key);
  await until('the stroke is the middle', async () => {
    const { min, max } = await stroke();
    return Math.abs(min - 0.3) < 0.005 && Math.abs(max - 0.7) < 0.005;
  });

  await openMenu(page, 'page.random');
  const session = random(page);
  await session.preset('intense').focus();
  await page.keyboard.press('Space');
  await session.more('random.session').tap();
  await session.start().tap();
  await until('the device plays', async () => !(await rests()));
  const { min_absolute: minMm, max_absolute: maxMm } = await stroke();
  await until('the slider has come into the stroke', async () => {
    const mm = await device.positionMm();
    return mm >= minMm && mm <= maxMm;
  });
  for (let picks = 1; picks <= 3; picks += 1) {
    const { lowest, highest } = await reach(device);
    expect(lowest).toBeGreaterThanOrEqual(minMm - 0.01);
    expect(highest).toBeLessThanOrEqual(maxMm + 0.01);
    expect(await stroke()).toMatchObject({ min: 0.3, max: 0.7 });
    expect((await device.hamp()).velocity).toBeLessThanOrEqual(HELD);
    await session.next().tap();
  }
  await until('every pick is shown', async () => (await session.picks().count()) >= 4);
  await page.getByText(/^\d+:\d\d left of the session$/).waitFor();

  await session.stop().tap();
  await dock(page).shows('dock.stopped');
  await until('it rests', rests);
  await until('the slider stands still', async () => !(await device.isMoving()));
  expect(await stroke()).toMatchObject({ min: 0.3, max: 0.7 });
  expect(person.complaints).toEqual([]);
  await person.close();
});
