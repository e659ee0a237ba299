import { NO_CONTROL, type ShareAuditEntry } from '@tactus/protocol';
import { createDevice } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { readPointPlayerAfterGuest } from './read-after-guest.ts';
import type { ShareOwnerFacts } from './share-owner-session.ts';

test('the point player is read once a guest has begun to play on it, since no event reports that', async () => {
  const requests: string[] = [];
  const time = createFakeTime();
  const device = createDevice({
    ...{ apiBase: 'http://cloud.invalid', apiKey: 'test', time, random: createRandom(1) },
    fetch(address) {
      requests.push(new URL(String(address), 'http://cloud.invalid').pathname);
      return new Promise<Response>(() => undefined);
    },
  });
  onTestFinished(device.close);
  void device.connect('DemoHandy1').catch(() => undefined);
  const ownerSession = createStore<ShareOwnerFacts>()(() => ({
    ...{ state: 'open', shares: [], control: NO_CONTROL, log: [], links: {} },
  }));
  onTestFinished(readPointPlayerAfterGuest(ownerSession, device));

  async function reads(what: string, detail: string): Promise<number> {
    const entry: ShareAuditEntry = { at: 1, share: 's-1', session: 'g-1', who: 'Ann', what, detail };
    ownerSession.setState(({ log }) => ({ log: [entry, ...log] }));
    await time.run(10);
    return requests.filter((path) => path === '/hsp/state').length;
  }
  expect(await reads('start', 'hamp')).toBe(0);
  expect(await reads('stop', 'hsp.stop')).toBe(0);
  expect(await reads('start', 'hsp')).toBe(1);
  ownerSession.setState({ state: 'lost' });
  await time.run(10);
  expect(requests.filter((path) => path === '/hsp/state')).toHaveLength(1);
});
