import { expect, test } from 'vitest';
import { notifyStopFloods } from './notify-floods.ts';
import { GUEST, openScriptedOwner, SHARE } from './testing/scripted-owner.ts';

test('the owner is notified once of each guest who presses Stop again and again, by name', async () => {
  const { ownerSession, reportTrouble } = openScriptedOwner();
  const notified: string[] = [];
  const stop = notifyStopFloods(ownerSession.store, (name) => notified.push(name));
  const here = (...guests: object[]) => reportTrouble('shares', { shares: [{ ...SHARE, guests }] });
  const ben = { ...GUEST, session: 'g-2', name: 'Ben', role: 'viewer' };
  await here(GUEST, ben);
  expect(notified).toEqual([]);
  await here(GUEST, { ...ben, floods: true });
  await here({ ...GUEST, asks: true }, { ...ben, floods: true });
  expect(notified).toEqual(['Ben']);
  await here({ ...GUEST, floods: true }, { ...ben, floods: true });
  expect(notified).toEqual(['Ben', 'Ann']);
  stop();
  await here({ ...GUEST, session: 'g-3', floods: true });
  expect(notified).toHaveLength(2);
});
