import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { dock } from './app/dock.ts';
import { firstUse } from './app/first-use.ts';
import { launchBrowser } from './harness/browser.ts';
import { startStaticHost } from './harness/static-host.ts';
import { startTactus, WEB_ROOT } from './harness/tactus.ts';
import { until } from './harness/until.ts';
import { visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const KEY = 'StaticOne1';

/** Writes the static site as its author does, from the present build. */
function writeSite(env: Record<string, string>) {
  const out = mkdtempSync(join(tmpdir(), 'tactus-static-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const options = ['--static', '--as-it-is', '--from', WEB_ROOT, '--out', out];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@tactus/source', 'tools/build.mjs', ...options],
    { cwd: root, env: { ...process.env, NODE_OPTIONS: '', ...env }, encoding: 'utf8', timeout: 240_000 },
  );
  return { out, status, stderr };
}

test('any static host serves the app against a device API elsewhere: first page, link, control', async () => {
  const cloud = await startTactus(undefined, { profile: 'vendor' });
  onTestFinished(() => cloud.close());
  const made = await fetch(`${cloud.url}/_control/devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'handy', connectionKey: KEY }),
  });
  expect(made.ok).toBe(true);
  const apiBase = `${cloud.url}/api/handy-rest/v3`;
  const { out, status, stderr } = writeSite({ TACTUS_API_BASE: apiBase, TACTUS_APPLICATION_ID: 'my-site' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(join(out, 'config.json'), 'utf8'))).toEqual({
    apiBase,
    scriptHost: `${cloud.url}/api/script/v0`,
    applicationId: 'my-site',
  });

  const host = await startStaticHost(out);
  onTestFinished(() => host.close());
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const { page, complaints } = await visit(browser);

  await page.goto(host.url);
  const first = firstUse(page);
  await first.keyField().fill(KEY);
  await first.connect().click();
  await dock(page).shows('connection.ready');
  // An address of the app that is no file of the host.
  await page.goto(`${host.url}/hamp`);
  await page.getByRole('heading', { level: 1, name: words('page.hamp') }).waitFor();
  await dock(page).shows('connection.ready');
  await page.getByRole('button', { name: words('hamp.start'), exact: true }).click();
  const device = cloud.device(KEY);
  await until('the device moves', async () => (await device.hamp()).play_state === 1);
  await dock(page).stop().click();
  await until('the device stands still', async () => (await device.hamp()).play_state === 0);
  // The policy of the tag permits all that the app needs. The missing file at /hamp is an error of the host alone.
  expect(complaints.filter((line) => !line.includes('status of 404'))).toEqual([]);
});

test('a device API without an application id is refused with one sentence', () => {
  const { status, stderr } = writeSite({ TACTUS_API_BASE: 'https://api.test/v3', TACTUS_APPLICATION_ID: '' });
  expect(status).toBe(1);
  expect(stderr).toContain('TACTUS_API_BASE needs TACTUS_APPLICATION_ID');
});
