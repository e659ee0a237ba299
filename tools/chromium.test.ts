import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findInPath } from './chromium.mjs';

const root = mkdtempSync(join(tmpdir(), 'tactus-path-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function program(folder: string, name: string, mode = 0o755): string {
  const path = join(root, folder, name);
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

test('the first name wins over the first folder', () => {
  program('a', 'google-chrome');
  const chromium = program('b', 'chromium');
  const path = [join(root, 'gone'), join(root, 'a'), join(root, 'b')].join(delimiter);
  expect(findInPath(['chromium', 'google-chrome'], path)).toBe(chromium);
});

test('a folder or a file that cannot be run is not a program', () => {
  mkdirSync(join(root, 'c', 'chromium'), { recursive: true });
  program('d', 'chromium', 0o644);
  expect(findInPath(['chromium'], [join(root, 'c'), join(root, 'd')].join(delimiter))).toBeUndefined();
  expect(findInPath(['chromium'], '')).toBeUndefined();
});
