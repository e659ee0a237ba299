/** Access to `/_control` and `/metrics`: from this machine, and from elsewhere or through a proxy with the token. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningCloud, startCloud } from './running-cloud.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-operators-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const SURFACES = ['GET /_control/devices', 'GET /metrics'];

const statuses = async ({ ask }: RunningCloud, headers: Record<string, string> = {}) =>
  Promise.all(SURFACES.map(async (line) => (await ask(line, { headers, asOwner: false })).status));

test('a request of this machine needs no token', async () => {
  expect(await statuses(await startCloud())).toEqual([200, 200]);
});

test.each([
  ['x-forwarded-for', '192.0.2.7'],
  ['forwarded', 'for=192.0.2.7'],
  ['via', '1.1 proxy'],
  ['cf-connecting-ip', '192.0.2.7'],
  ['true-client-ip', '192.0.2.7'],
  ['x-real-ip', '192.0.2.7'],
  ['fly-client-ip', '192.0.2.7'],
  ['x-forwarded-proto', 'https'],
])('a request that passed a proxy (%s) needs the token, which is in a file beside the store', async (name, value) => {
  const dataDir = newFolder();
  const cloud = await startCloud({ dataDir });
  expect(await statuses(cloud, { [name]: value })).toEqual([401, 401]);
  const file = join(dataDir, 'control-token');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const authorization = `Bearer ${readFileSync(file, 'utf8').trim()}`;
  expect(await statuses(cloud, { [name]: value, authorization })).toEqual([200, 200]);
  expect(await statuses(cloud, { [name]: value, authorization: `${authorization}x` })).toEqual([401, 401]);
});

test('the token in the file survives a restart', async () => {
  const dataDir = newFolder();
  const read = () => readFileSync(join(dataDir, 'control-token'), 'utf8');
  const first = await startCloud({ dataDir }, undefined, () => undefined);
  const token = read();
  await first.cloud.close();
  await startCloud({ dataDir });
  expect(read()).toBe(token);
});

test('a configured token is required on this machine too, for the control surface', async () => {
  const cloud = await startCloud({ controlToken: 'operator' });
  expect(await statuses(cloud)).toEqual([401, 200]);
  expect(await statuses(cloud, { via: '1.1 proxy', authorization: 'Bearer operator' })).toEqual([200, 200]);
});

test('where the control surface is off, the token opens the metrics alone', async () => {
  const cloud = await startCloud({ control: false, controlToken: 'operator' });
  expect(await statuses(cloud, { via: '1.1 proxy', authorization: 'Bearer operator' })).toEqual([404, 200]);
});
