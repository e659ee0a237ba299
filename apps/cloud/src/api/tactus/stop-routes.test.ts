import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { createCloudParts } from '../../create-cloud-parts.ts';
import { createServer } from '../../http/server.ts';
import { mountMultiDeviceStop } from './stop-routes.ts';

test('a Stop of an address that guesses keys is remembered only where a device has the key', async () => {
  const config = defaultConfig({ dataDir: ':memory:', rateLimitPerMinute: 10_000 });
  const parts = await createCloudParts({ config, time: createFakeTime(), random: createRandom(1) });
  onTestFinished(() => parts.store.destroy());
  const server = createServer({ ...parts, webSocketPath: '/link' });
  mountMultiDeviceStop(server, parts);
  const stop = async (connectionKeys: readonly string[]) =>
    (
      await server.inject({
        method: 'POST',
        url: '/stop',
        headers: { 'x-api-key': 'any-id' },
        payload: { connectionKeys },
      })
    ).body;
  const guesses = (from: number) => Array.from({ length: 60 }, (_, index) => `Guess${from + index}`);

  await stop(guesses(1_000));
  const before = parts.orders.size();
  expect(await stop(guesses(2_000))).toContain('Too many unknown connection keys');
  expect(await stop(['DemoHandy1'])).toContain('Too many unknown connection keys');
  await expect.poll(() => parts.orders.size()).toBeGreaterThan(before);
  expect(parts.orders.size()).toBe(before + 1);
});
