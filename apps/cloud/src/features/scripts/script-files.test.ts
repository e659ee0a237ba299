import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scriptFilesOf } from './script-files.ts';

const BYTES = new Uint8Array(1_000_000).fill(48);

function makeFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-files-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const folder = join(dataDir, 'scripts');
  return { folder, files: scriptFilesOf(dataDir) };
}

test('a write of which one file fails leaves no file and no partial file', async () => {
  const { folder, files } = makeFolder();
  const tooLong = 'x'.repeat(300);
  await expect(files.write({ 'a.points': [BYTES], [tooLong]: [BYTES], 'b.points': [BYTES] })).rejects.toThrow(
    'ENAMETOOLONG',
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a write of which one file cannot be renamed leaves no partial file, and succeeds once that is fixed', async () => {
  const { folder, files } = makeFolder();
  mkdirSync(join(folder, 'a.csv'), { recursive: true });
  const contents = { 'a.csv': [BYTES.subarray(0, 9), BYTES.subarray(9)], 'a.points': [BYTES] };
  await expect(files.write(contents)).rejects.toThrow();
  expect(readdirSync(folder).filter((name) => name.endsWith('.half'))).toEqual([]);
  rmdirSync(join(folder, 'a.csv'));
  await files.write(contents);
  expect(readdirSync(folder).sort()).toEqual(['a.csv', 'a.points']);
  expect(Buffer.compare((await files.read('a.csv')) ?? new Uint8Array(), BYTES)).toBe(0);
});

test('a part of a file is read on demand; a missing file has no part', async () => {
  const { files } = makeFolder();
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
  await files.write({ 'a.csv': [bytes] });
  for (const [start, end] of [
    [0, 300_000],
    [0, 1],
    [70_000, 200_001],
    [299_999, 300_000],
  ] as const) {
    const chunks: Buffer[] = [];
    for await (const chunk of (await files.stream('a.csv', { start, end })) ?? []) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(bytes.subarray(start, end))).toBe(true);
  }
  expect([await files.size('a.csv'), await files.size('b.csv')]).toEqual([300_000, undefined]);
  expect(await files.stream('b.csv', { start: 0, end: 1 })).toBeUndefined();
});

test('a write makes its own folder only, not that of the store', async () => {
  const { folder, files } = makeFolder();
  const dataDir = dirname(folder);
  renameSync(dataDir, `${dataDir}-before`);
  await expect(files.write({ 'a.csv': [BYTES] })).rejects.toMatchObject({ code: 'STORE_REMOVED' });
  renameSync(`${dataDir}-before`, dataDir);
  for (const name of ['a.csv', 'b.csv']) await files.write({ [name]: [BYTES] });
  expect(readdirSync(folder).sort()).toEqual(['a.csv', 'b.csv']);
});
