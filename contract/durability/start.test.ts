/** The start of the cloud on a disk that is of no use, or with a store that another cloud uses: one clear sentence. `apps/cloud/src/damaged-store.test.ts`: with a damaged store. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountSmallDisk, SMALL_DISK_BYTES, startPostgres } from '@tactus/cloud/testing';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { runMain } from '../cloud/cloud-process.ts';

/** The folder of a small disk; skips the test where this machine lets none be mounted. */
function smallDisk(context: TestContext): string {
  const disk = mountSmallDisk();
  if (disk === undefined) return context.skip('this machine does not let tests mount a file system');
  onTestFinished(disk.unmount);
  return disk.folder;
}

/** Starts and ends a cloud, which leaves a store with something in it. */
async function makeStore(folder: string): Promise<void> {
  const run = runMain({ PORT: '0', TACTUS_DATA_DIR: folder });
  await run.port();
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
}

const refusalAt = (folder: string) => refusalOf({ TACTUS_DATA_DIR: folder });

/** What a cloud says that does not start. */
async function refusalOf(place: Readonly<Record<string, string>>): Promise<string> {
  const run = runMain({ PORT: '0', ...place, TACTUS_LOG: 'silent' });
  expect([await run.exit, run.output()]).toEqual([1, expect.any(String)]);
  return run.output();
}

test('on a full disk', async (context) => {
  const disk = smallDisk(context);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(SMALL_DISK_BYTES));
  const folder = join(disk, 'data');
  expect(await refusalAt(folder)).toBe(
    `The disk of this server is full; the store in ${folder} cannot be used. Make room, then start again.\n`,
  );
  rmSync(join(disk, 'filler'));
  await makeStore(folder);
});

test('on a disk that can only be read', async (context) => {
  const disk = smallDisk(context);
  const folder = join(disk, 'data');
  await makeStore(folder);
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  expect(await refusalAt(folder)).toBe(
    `The disk of this server cannot be written; the store in ${folder} cannot be used. Make it writable, or set TACTUS_DATA_DIR to a folder on another disk.\n`,
  );
});

/** Expects that a store has one cloud at a time, and another as soon as that one was killed. */
async function expectOneCloud(place: Readonly<Record<string, string>>, refusal: string): Promise<void> {
  const first = runMain({ PORT: '0', ...place });
  await first.port();
  expect(await refusalOf(place)).toBe(`${refusal}\n`);
  first.child.kill('SIGKILL');
  await runMain({ PORT: '0', ...place }).port();
}

test('in a folder that another cloud uses, until that is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-in-use-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await expectOneCloud(
    { TACTUS_DATA_DIR: folder },
    `The store in ${folder} is in use by another Tactus. Stop that one, or set TACTUS_DATA_DIR to another folder.`,
  );
});

test('with a database that another cloud uses, until that is killed', async () => {
  const url = await (await startPostgres(onTestFinished)).makeDatabase();
  const { host, pathname } = new URL(url);
  await expectOneCloud(
    { TACTUS_DATABASE_URL: url },
    `The database at ${host}${pathname} is in use by another Tactus. Stop that one, or make another database with createdb.`,
  );
});
