import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ensureStartPackages, packagesAreCurrent, removeUnread } from './packages.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const locked = {
  '': { version: '1.0.0' },
  'packages/own': { version: '1.0.0' },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/other-system': { version: '1.0.0', optional: true },
};

/** A repository with the locked packages of `locked`, in which npm has installed packages. */
function repository(installed?: Record<string, { version: string }>): string {
  const root = mkdtempSync(join(tmpdir(), 'tactus-packages-'));
  folders.push(root);
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
  if (!installed) return root;
  mkdirSync(join(root, 'node_modules'));
  for (const path of Object.keys(installed)) mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }));
  return root;
}

test('without node_modules the packages are missing', () => {
  expect(packagesAreCurrent(repository())).toBe(false);
});

test('packages that npm installed by the lock file are current, and stamped as such', () => {
  const root = repository({ 'node_modules/zod': { version: '4.6.7' } });
  expect(packagesAreCurrent(root)).toBe(true);
  rmSync(join(root, 'node_modules', '.package-lock.json'));
  expect(packagesAreCurrent(root)).toBe(true);
});

test('a start installs nothing where all packages, or those of a start, are installed', async () => {
  const installed = { 'node_modules/zod': { version: '4.6.7' } };
  await ensureStartPackages(repository(installed));
  const started = repository({});
  const hash = createHash('sha256').update(readFileSync(join(started, 'package-lock.json')));
  writeFileSync(join(started, 'node_modules', '.tactus-lock-start'), hash.digest('hex'));
  await ensureStartPackages(started);
  expect(packagesAreCurrent(started)).toBe(false);
});

test('after the installation for a start the maps of sources are gone, and every other file is there', () => {
  const root = repository({});
  const zod = join(root, 'node_modules', 'zod', 'v4');
  mkdirSync(zod, { recursive: true });
  for (const name of ['index.js', 'index.js.map', 'map.js']) writeFileSync(join(zod, name), '');
  removeUnread(root);
  expect(readdirSync(zod).sort()).toEqual(['index.js', 'map.js']);
});

test('a changed lock file makes the packages stale', () => {
  const root = repository({ 'node_modules/zod': { version: '4.6.7' } });
  expect(packagesAreCurrent(root)).toBe(true);
  const next = { ...locked, 'node_modules/zod': { version: '4.6.8' } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: next }));
  expect(packagesAreCurrent(root)).toBe(false);
});

test('a package of another version, or a missing one, makes them stale', () => {
  expect(packagesAreCurrent(repository({ 'node_modules/zod': { version: '4.6.6' } }))).toBe(false);
  expect(packagesAreCurrent(repository({}))).toBe(false);
  const root = repository({ 'node_modules/zod': { version: '4.6.7' } });
  rmSync(join(root, 'node_modules', 'zod'), { recursive: true });
  expect(existsSync(join(root, 'node_modules'))).toBe(true);
  expect(packagesAreCurrent(root)).toBe(false);
});
