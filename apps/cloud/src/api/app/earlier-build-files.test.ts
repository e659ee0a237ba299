import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { createEarlierBuildFiles } from './earlier-build-files.ts';

const FILES = 500;

test('closing the cloud waits for the file that is being copied, and not for the others; the next start copies them', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tactus-older-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const config = defaultConfig({ webRoot: join(root, 'app'), dataDir: join(root, 'data') });
  mkdirSync(join(root, 'app', 'assets'), { recursive: true });
  for (let file = 0; file < FILES; file++) writeFileSync(join(root, 'app', 'assets', `page-${file}.js`), `${file}`);
  const copied = () => {
    const names = readdirSync(join(root, 'data', 'app-files', 'assets'), { recursive: true });
    return names.filter((name) => !String(name).startsWith('.half-')).length;
  };
  mkdirSync(join(root, 'data', 'app-files', 'assets'), { recursive: true });

  const ending = createEarlierBuildFiles(config, createFakeTime());
  const copying = ending.savePresent();
  while (copied() === 0) await new Promise((resolve) => setImmediate(resolve));
  const before = copied();
  ending.end();
  await copying;
  expect(copied() - before).toBeLessThanOrEqual(1);
  expect(copied()).toBeLessThan(FILES);

  await createEarlierBuildFiles(config, createFakeTime()).savePresent();
  expect(copied()).toBe(FILES);
});
