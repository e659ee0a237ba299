/** A tab of an older build still gets its files from a cloud that serves a newer one. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startCloud } from './running-cloud.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

function folder(name: string): string {
  const made = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** Replaces the build in a folder; each page has a modification time of its own. */
function build(root: string, version: string): void {
  rmSync(join(root, 'assets'), { recursive: true, force: true });
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), `<!doctype html><title>${version}</title>`);
  for (const name of ['index', 'page']) writeFileSync(join(root, 'assets', `${name}-${version}.js`), version);
}

/** Waits for a condition; the timeout of the test ends an endless wait. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
const isThere = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined;

test('the files of an earlier build are served for thirty days, also by the next process, and no other file is', async () => {
  const webRoot = folder('tactus-app-');
  const dataDir = folder('tactus-data-');
  const storedFile = (version: string) => join(dataDir, 'app-files', 'assets', `page-${version}.js`);
  build(webRoot, 'one');
  const startMs = Date.now();
  const first = await startCloud({ webRoot, dataDir }, createFakeTime(startMs));
  await until(() => isThere(storedFile('one')));

  build(webRoot, 'two');
  expect((await first.ask('GET /app/', { headers: { accept: 'text/html' } })).text).toContain('two');
  await until(() => isThere(storedFile('two')));
  const older = await first.ask('GET /app/assets/page-one.js');
  expect(older).toMatchObject({
    status: 200,
    text: 'one',
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    },
  });
  for (const path of ['/app/assets/..%2f..%2ftactus.db', '/app/tactus.db', '/app/assets/.half-page-one.js'])
    expect((await first.ask(`GET ${path}`)).status).toBe(404);
  await first.cloud.close();

  build(webRoot, 'three');
  const next = await startCloud({ webRoot, dataDir }, createFakeTime(startMs + 29 * DAY_MS));
  await until(() => isThere(storedFile('three')));
  expect((await next.ask('GET /app/assets/page-one.js')).text).toBe('one');
  await next.cloud.close();

  const last = await startCloud({ webRoot, dataDir }, createFakeTime(startMs + 31 * DAY_MS));
  await until(() => !isThere(storedFile('one')));
  expect((await last.ask('GET /app/assets/page-one.js')).status).toBe(404);
  expect((await last.ask('GET /app/assets/page-three.js')).text).toBe('three');
});
