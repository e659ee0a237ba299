import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { ensureChromium } from './chromium.mjs';
import { findInPath } from './find-in-path.mjs';

const root = mkdtempSync(join(tmpdir(), 'tactus-path-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function program(folder: string, name: string, mode = 0o755): string {
  const path = join(root, folder, name);
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

test('the order of names has priority over the order of folders', () => {
  program('a', 'google-chrome');
  const chromium = program('b', 'chromium');
  const path = [join(root, 'gone'), join(root, 'a'), join(root, 'b')].join(delimiter);
  expect(findInPath(['chromium', 'google-chrome'], path)).toBe(chromium);
});

test('a folder or a file that is not executable is no program', () => {
  mkdirSync(join(root, 'c', 'chromium'), { recursive: true });
  program('d', 'chromium', 0o644);
  expect(findInPath(['chromium'], [join(root, 'c'), join(root, 'd')].join(delimiter))).toBeUndefined();
  expect(findInPath(['chromium'], '')).toBeUndefined();
});

test('Chromium and its shell are both found in PATH, and a named Chromium is used for both', async () => {
  const [chromium, shell] = [program('e', 'chromium'), program('e', 'chromium-headless-shell')];
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PATH', join(root, 'e'));
  expect(await ensureChromium()).toEqual({ CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell });
  vi.stubEnv('CHROMIUM_PATH', chromium);
  expect(await ensureChromium()).toEqual({ CHROMIUM_PATH: chromium });
});
