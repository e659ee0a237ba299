import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileCheck } from './file-check.ts';

const REMOVED = { code: 'STORE_REMOVED' };

function makeFolder() {
  const parent = mkdtempSync(join(tmpdir(), 'tactus-check-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'data');
  const file = join(folder, 'store');
  renameSync(mkdtempSync(join(parent, 'new-')), folder);
  writeFileSync(file, '');
  return { parent, folder, file };
}

const onUnix = test.skipIf(process.platform === 'win32');

onUnix('a file counts as removed where a part of its path is a file now', async () => {
  const { folder, file } = makeFolder();
  const { check, checkSync } = createFileCheck([file]);
  await check();
  checkSync();
  rmSync(folder, { recursive: true });
  await expect(check()).rejects.toMatchObject(REMOVED);
  writeFileSync(folder, '');
  expect(checkSync).toThrow(expect.objectContaining(REMOVED));
  await expect(check()).rejects.toMatchObject(REMOVED);
});

onUnix('a path that cannot be read does not count as removed', async () => {
  const { folder, file } = makeFolder();
  const { check, checkSync } = createFileCheck([file]);
  renameSync(folder, `${folder}-before`);
  symlinkSync(folder, folder);
  const unreadable = { code: 'ELOOP' };
  await expect(check()).rejects.toMatchObject(unreadable);
  expect(checkSync).toThrow(expect.objectContaining(unreadable));
  rmSync(folder);
  renameSync(`${folder}-before`, folder);
  await check();
  checkSync();
});
