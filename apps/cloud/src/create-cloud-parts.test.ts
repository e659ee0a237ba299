import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createCloud } from './cloud.ts';
import { defaultConfig } from './config/config.ts';

test('after a restart a stored device replaces the demo device of the same key', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-parts-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const start = () =>
    createCloud({ config: defaultConfig({ dataDir }), time: createFakeTime(), random: createRandom(1) });
  const first = await start();
  const url = '/_control/devices';
  expect((await first.inject({ method: 'DELETE', url: `${url}/DemoHandy1` })).statusCode).toBe(204);
  const payload = { model: 'handy-2-pro', connectionKey: 'DemoHandy1' };
  expect((await first.inject({ method: 'POST', url, payload })).statusCode).toBe(201);
  await first.close();

  const second = await start();
  onTestFinished(() => second.close());
  const { devices } = (await second.inject(url)).json<{ devices: unknown[] }>();
  expect(devices).toMatchObject([
    { connectionKey: 'DemoHandy1', model: 'handy-2-pro' },
    { connectionKey: 'DemoOh0001', model: 'oh' },
  ]);
});
