import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hashOfSources } from './sources.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sources-'));
  mkdirSync(join(root, 'app'));
  write('app/one.ts', 'const one = 1;');
  write('app/two.ts', 'const two = 2;');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

it('has the same hash for the same sources, wherever and whenever they were written', () => {
  const before = hash();
  rmSync(join(root, 'app'), { recursive: true });
  mkdirSync(join(root, 'app'));
  write('app/two.ts', 'const two = 2;');
  write('app/one.ts', 'const one = 1;');
  expect(hash()).toBe(before);
});

it('has another hash when a source changes, appears, disappears or gets another name', () => {
  const hashes = [hash()];
  write('app/one.ts', 'const one = 3;');
  hashes.push(hash());
  write('app/three.ts', '');
  hashes.push(hash());
  rmSync(join(root, 'app/three.ts'));
  rmSync(join(root, 'app/two.ts'));
  hashes.push(hash());
  rmSync(join(root, 'app/one.ts'));
  write('app/uno.ts', 'const one = 3;');
  hashes.push(hash());
  expect(new Set(hashes).size).toBe(5);
});

it('has the same hash when a test or what a build made changes', () => {
  const before = hash();
  write('app/one.test.ts', 'it');
  mkdirSync(join(root, 'app/dist'));
  write('app/dist/one.js', 'one');
  expect(hash()).toBe(before);
});

it('reads a source again whose size and time of change are the old ones', () => {
  // The clock of a file system cannot be set, but the one of this process can.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  expect(isStored()).toBe(true);
  const before = hash();
  const past = new Date('2026-01-01');
  write('app/one.ts', 'const one = 7;');
  utimesSync(join(root, 'app/one.ts'), past, past);
  expect(hash()).not.toBe(before);
});

it('does not store the hash of sources that changed within the step of the clock', () => {
  expect(isStored()).toBe(false);
});

function isStored() {
  hash();
  try {
    return readFileSync(join(root, '.cache/source-hashes/app'), 'utf8').length > 0;
  } catch {
    return false;
  }
}

const hash = () => hashOfSources(['app'], root);
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
