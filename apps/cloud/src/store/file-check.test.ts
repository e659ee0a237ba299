import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFileCheck } from './file-check.ts';

vi.mock('node:fs/promises', { spy: true });

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
  const { check, checkSync } = createFileCheck(file);
  await check();
  checkSync();
  rmSync(folder, { recursive: true });
  await expect(check()).rejects.toMatchObject(REMOVED);
  writeFileSync(folder, '');
  expect(checkSync).toThrow(expect.objectContaining(REMOVED));
  await expect(check()).rejects.toMatchObject(REMOVED);
});

onUnix.each(['EACCES', 'EIO', 'ESTALE', 'ETIMEDOUT'])(
  'a path that cannot be read (%s) does not count as removed',
  async (code) => {
    const { file } = makeFolder();
    const { check } = createFileCheck(file);
    vi.mocked(stat).mockRejectedValueOnce(Object.assign(new Error('low level'), { code }));
    await expect(check()).rejects.toMatchObject({ code });
    await check();
  },
);
