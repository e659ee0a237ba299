/** A tab that is closed right after Start: the start is still on its way, and arrives behind the stop. */
import { expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { withRoad } from './harness/road-suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP } from './harness/visit.ts';

const KEY = 'DemoHandy1';

const suite = withRoad({ viewport: DESKTOP }, (tactus) => tactus.device(KEY).put('/hamp/stop'));

test.each([
  ['its lease is held', /^PUT .*\/hamp\/start/, 1],
  ['its lease is on its way too', /^PUT .*\/hamp\/start|^POST .*\/leases$/, 2],
])('leaves the device at rest, though the start arrives when the tab is gone; %s', async (_, line, count) => {
  const { page } = suite.person;
  await page.goto(`${suite.road.url}/hamp?key=${KEY}`);
  await dock(page).shows('connection.ready');
  const held = suite.road.holdBack(line);
  const before = suite.road.answered.length;
  await manual(page).start().click();
  await until('the start is on its way', async () => held.count() === count);
  await page.close({ runBeforeUnload: true });
  const isStop = (request: string) => /^PUT .*\/(?:mode2|stop)|^DELETE .*\/leases\/./.test(request);
  await until('the stop has arrived', async () => suite.road.answered.slice(before).some(isStop));
  const answers = await held.release();
  const { hamp, isMoving } = suite.tactus.device(KEY);
  expect((await hamp()).play_state).toBe(0);
  expect(await isMoving()).toBe(false);
  expect(answers.join()).toContain('"code":4004');
});
