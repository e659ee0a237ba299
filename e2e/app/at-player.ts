import { afterEach, beforeEach, expect } from 'vitest';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { PHONE, type Visit } from '../harness/visit.ts';
import { visitAgain } from '../harness/visit-again.ts';
import { dock } from './dock.ts';

/** Tests of a person at the local player, on a phone, with a device that rests at first. The page must not report an error. */
export function atPlayer() {
  const suite = withTactus();
  const key = 'DemoHandy1';
  const device = () => suite.tactus.device(key);
  let person: Visit;
  beforeEach(async () => {
    person = await visitAgain(suite.browser, { viewport: PHONE });
    await device().put('/slider/stroke', { min: 0, max: 1 });
    await person.page.goto(`${suite.tactus.url}/local?key=${key}`);
    await dock(person.page).shows('connection.ready');
  });
  afterEach(async () => {
    expect(person.complaints).toEqual([]);
    await device().put('/hsp/stop');
    await person.close();
  });
  return {
    suite,
    device,
    rests: () => until('the device rests', async () => !(await device().isMoving())),
    pageNow: () => person.page,
    /** The address of a page of the app, with the key of the device. */
    urlOf: (path: string) => `${suite.tactus.url}${path}?key=${key}`,
  };
}
