import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openProgramFolder, removeOtherFolders } from './program-folders.mjs';

const NAME = 'version-2';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'program');
}

/** The id of a process that has ended. */
const ended = () => spawnSync(process.execPath, ['--version']).pid;

test('a version is unpacked once, and names the processes that run from it', () => {
  const programDir = newFolder();
  const filled: string[] = [];
  const open = () =>
    openProgramFolder(programDir, NAME, (folder) => {
      filled.push(folder);
      writeFileSync(join(folder, 'a'), '');
    });
  const folder = open();
  writeFileSync(join(folder, 'running', String(ended())), '');
  expect([open(), filled.length]).toEqual([join(programDir, NAME), 1]);
  expect(readdirSync(programDir)).toEqual([NAME]);
  expect(readdirSync(folder).sort()).toEqual(['a', 'running']);
  expect(readdirSync(join(folder, 'running'))).toEqual([String(process.pid)]);
});

test('a folder that is still being unpacked names the process that does it', () => {
  openProgramFolder(newFolder(), NAME, (folder) => {
    expect(folder).toMatch(new RegExp(`half-${process.pid}-`));
  });
});

test('a server removes what other versions left, but nothing that a process still writes or runs from', () => {
  const programDir = newFolder();
  const [alive, dead] = [process.ppid, ended()];
  const kept = ['version-2', 'version-1', `half-${alive}-abc`, 'native'];
  const left = ['version-0', 'version-00', `half-${dead}-abc`, 'half-Zx81bc'];
  for (const name of [...kept, ...left]) mkdirSync(join(programDir, name, 'running'), { recursive: true });
  writeFileSync(join(programDir, 'version-1', 'running', String(alive)), '');
  writeFileSync(join(programDir, 'version-0', 'running', String(dead)), '');
  rmSync(join(programDir, 'version-00', 'running'), { recursive: true });
  removeOtherFolders(programDir, NAME);
  expect(readdirSync(programDir).sort()).toEqual(kept.sort());
  expect(existsSync(join(programDir, 'version-1', 'running', String(alive)))).toBe(true);
});
