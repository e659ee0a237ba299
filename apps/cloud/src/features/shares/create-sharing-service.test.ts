import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { createCloudParts } from '../../create-cloud-parts.ts';
import type { ShareSettings } from './share.ts';

const KEY = 'DemoHandy1';

/** A device that is shared by a link, whose only guest has come and left again. */
async function leftAlone() {
  const time = createFakeTime();
  const config = defaultConfig({ dataDir: ':memory:' });
  const { shares, leases, fleet, store } = await createCloudParts({ config, time, random: createRandom(1) });
  onTestFinished(async () => {
    shares.close();
    await leases.close();
    fleet.close();
    await store.destroy();
  });
  const terms: ShareSettings = {
    name: 'Evening',
    uses: null,
    viewers: 4,
    expiresAtMs: time.now() + 60_000,
    limits: { allow: ['hamp'], speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
  };
  const lend = async () => {
    const made = await shares.registry.make(KEY, terms);
    if (!made) throw new Error('There is room for a share');
    return made.share;
  };
  const share = await lend();
  const entry = await shares.enter(share, 'Anna');
  if (typeof entry === 'string') throw new Error(entry);
  shares.remove(entry.session, 'left');
  return { time, shares, share, lend };
}

test('a shared control ends with the last link of its device, also when the guests had left before', async () => {
  const { time, shares, share } = await leftAlone();
  await time.settle();
  expect(shares.sharedControlOf(KEY)).toBeDefined();
  await shares.revoke(share);
  await time.settle();
  expect(shares.sharedControlOf(KEY)).toBeUndefined();
});

test('a link that expires without guests ends the shared control', async () => {
  const { time, shares } = await leftAlone();
  await time.run(60_000);
  expect(shares.sharedControlOf(KEY)).toBeUndefined();
});

test('the shared control stays while the device has another link', async () => {
  const { time, shares, share, lend } = await leftAlone();
  const other = await lend();
  await shares.revoke(share);
  await time.settle();
  expect(shares.sharedControlOf(KEY)).toBeDefined();
  await shares.revoke(other);
  await time.settle();
  expect(shares.sharedControlOf(KEY)).toBeUndefined();
});
