import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { syncFolder } from './sync-folder.ts';

test('a folder is flushed to the disk, and its failure is the error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await syncFolder(folder, 'linux');
  await expect(syncFolder(join(folder, 'missing'), 'linux')).rejects.toThrow('ENOENT');
});

test('on Windows, which allows no flush of a folder, none is opened', async () => {
  await syncFolder(join(tmpdir(), 'missing'), 'win32');
});
