/** The packed SDK in a bare page: no bundler, no framework, the page of the package's README as it is written there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { visit } from './harness/visit.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const suite = withTactus();

/** The folder of a program with the tarball installed. */
async function installSdk(): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'tactus-sdk-page-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const tool = join(ROOT, 'tools', 'pack-sdk.mjs');
  await promisify(execFile)(process.execPath, [tool, '--install', place], { timeout: 60_000 });
  return join(place, 'program');
}

/** Serves a page and the files beside it, as any static host would. */
async function serve(page: string, folder: string): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const isPage = url === '/';
    const isScript = /^\/node_modules\/[@\w./-]+\.js$/.test(url) && !url.includes('..');
    if (!isPage && !isScript) return void response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
    response.writeHead(200, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8' });
    response.end(isPage ? page : readFileSync(join(folder, url)));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // it listens on TCP, so this is no pipe's name
}

test('the page of the README connects, moves and stops a device of its own', { timeout: 120_000 }, async () => {
  const readme = readFileSync(join(ROOT, 'packages', 'sdk', 'README.md'), 'utf8');
  const [, page = ''] = /^```html\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  expect(page).toContain('http://localhost:8787');
  const { url } = suite.tactus;
  await fetch(`${url}/_control/devices`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ model: 'handy', connectionKey: 'MyPage0001' }),
  });
  const address = await serve(page.replaceAll('http://localhost:8787', url), await installSdk());

  const { page: tab, complaints } = await visit(suite.browser);
  await tab.goto(address);
  await tab.getByLabel('Connection key').fill('MyPage0001');
  await tab.getByRole('button', { name: 'Start' }).click();
  const device = suite.tactus.device('MyPage0001');
  await until('the device moves', () => device.isMoving().catch(() => false));
  await until('the page says so', async () => (await tab.getByRole('status').innerText()) === 'It moves');
  await tab.getByRole('button', { name: 'Stop' }).click();
  await until('the page says that it stopped', async () => (await tab.getByRole('status').innerText()) === 'confirmed');
  await until('the device rests', async () => !(await device.isMoving()));
  expect(complaints).toEqual([]);
});
