import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSecretFile } from './secret-file.ts';

test('a data folder that does not exist is made for the first secret, for its owner alone, as beside a database', () => {
  const parent = mkdtempSync(join(tmpdir(), 'tactus-secret-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const dataDir = join(parent, 'new', 'data');
  expect(readSecretFile(dataDir, 'control-token', 'first')).toBe('first');
  expect(readSecretFile(dataDir, 'control-token', 'second')).toBe('first');
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'control-token')).mode & 0o777).toBe(0o600);
});
