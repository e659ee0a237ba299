/** A data folder that is removed, renamed or replaced under a cloud: nothing is acknowledged that no restart would find. */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { createCloud } from '../cloud.ts';
import { defaultConfig } from '../config/config.ts';
import { openStore } from '../store/database.ts';
import { largeScript, OWNER, sendTo, upload } from '../testing/stored-requests.ts';

const GONE =
  'The folder of the store of this server was removed or replaced, and nothing was stored. Whoever runs the server must put it back and start the server again.';

async function startIn(dataDir: string) {
  const config = defaultConfig({ dataDir, rateLimitPerMinute: 0 });
  const cloud = await createCloud({ config, time: systemTime, random: createRandom(1) });
  onTestFinished(() => cloud.close());
  const send = sendTo(cloud);
  const write = (key = 'First00001') => send('POST /api/tactus/channels', {}, { connectionKeys: [key] });
  return { cloud, send, write };
}

function makeDataDir(): string {
  const parent = mkdtempSync(join(tmpdir(), 'tactus-removed-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  return join(parent, 'data');
}

const onUnix = test.skipIf(process.platform === 'win32');

onUnix.each([
  ['removed', (folder: string) => rmSync(folder, { recursive: true })],
  ['renamed', (folder: string) => renameSync(folder, `${folder}-before`)],
  [
    'replaced by a copy',
    (folder: string) => {
      cpSync(folder, `${folder}-copy`, { recursive: true });
      rmSync(folder, { recursive: true });
      renameSync(`${folder}-copy`, folder);
    },
  ],
  ['without its log', (folder: string) => rmSync(join(folder, 'tactus.db-wal'))],
])('where the data folder is %s, writes are refused and the cloud is not ready; commands go on', async (_, change) => {
  const dataDir = makeDataDir();
  const { send, write } = await startIn(dataDir);
  expect([(await write()).status, (await send('GET /readyz')).status]).toEqual([201, 200]);

  change(dataDir);
  const isThere = existsSync(dataDir);
  for (const _time of [1, 2]) expect(await write()).toMatchObject({ status: 507, json: { error: { message: GONE } } });
  expect(await upload(send, largeScript(7))).toMatchObject({ status: 507, json: { error: GONE } });
  expect(existsSync(dataDir)).toBe(isThere);
  expect(await send('GET /readyz')).toMatchObject({ status: 503, json: { status: 'store' } });
  expect([(await send('GET /healthz')).status, (await send('GET /livez')).status]).toEqual([507, 200]);
  expect((await send('PUT /api/handy-rest/v3/hamp/stop', OWNER)).json).toHaveProperty('result');
});

onUnix('a data folder that is put back takes no write before a restart, and has none that was refused', async () => {
  const dataDir = makeDataDir();
  const { cloud, send, write } = await startIn(dataDir);
  expect((await write()).status).toBe(201);
  renameSync(dataDir, `${dataDir}-before`);
  expect([(await write('Refused001')).status, (await write('Refused002')).status]).toEqual([507, 507]);
  renameSync(`${dataDir}-before`, dataDir);
  expect([(await write('Refused003')).status, (await send('GET /readyz')).status]).toEqual([507, 503]);
  await cloud.close();

  const store = await openStore(dataDir);
  const stored = JSON.stringify(await store.selectFrom('channels').selectAll().execute());
  await store.destroy();
  expect(stored).toContain('First00001');
  expect(stored).not.toContain('Refused');
  expect((await (await startIn(dataDir)).write()).status).toBe(201);
});
