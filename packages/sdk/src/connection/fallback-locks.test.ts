import { createRandom } from '@tactus/time';
import { expect, test } from 'vitest';
import { createFakeBrowser } from '../testing/fake-tabs.ts';
import { setUpDevice } from '../testing/scripted-device.ts';
import { grantLocksWhenRefused } from './fallback-locks.ts';
import type { LockPort } from './tab-ports.ts';

/** The error of a browser in which the user has blocked the storage of sites. */
const refusing: LockPort = {
  request: () => Promise.reject(new DOMException('The request was denied.', 'SecurityError')),
};

test('where a browser refuses all locks, each device has a stream of its own', async () => {
  const tabs = { ...createFakeBrowser().tabs, locks: refusing };
  const hold = { holder: 'tab', rank: 'owner' as const, locks: refusing };
  const { device, cloud, time, state, connectFully } = setUpDevice({ tabs, hold, random: createRandom(1) });
  await connectFully();
  expect(state()).toMatchObject({ sseConnected: true, connected: true });
  const started = device.hamp.start();
  await time.run(1_000);
  await started;
  expect(cloud.lines()).toContain('PUT /hamp/start');
  expect(state().control).not.toBe('elsewhere');
  device.close();
});

test('a stolen lock is not granted again, and the rejection of the run is passed on', async () => {
  const browser = createFakeBrowser();
  const locks = grantLocksWhenRefused(browser.locks);
  let runs = 0;
  const first = locks.request('device', {}, () => {
    runs += 1;
    return new Promise(() => undefined);
  });
  await locks.request('device', { steal: true }, async () => undefined);
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  expect(runs).toBeLessThan(2);
  const failing = locks.request('other', {}, () => Promise.reject(new Error('of the run')));
  await expect(failing).rejects.toThrow('of the run');
});
