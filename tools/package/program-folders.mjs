/** Part of the single executable: the folders into which it unpacks itself, one for each version. Built into its main script. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the folder of a version: an empty file for each process that runs from it, named by its id. */
const RUNNING = 'running';

/**
 * Makes the folder of a version where it is missing, and notes that this process runs from it; returns its path.
 * @param {string} programDir
 * @param {string} name of the folder
 * @param {(folder: string) => void} fill writes the files of the version
 */
export function openProgramFolder(programDir, name, fill) {
  const folder = join(programDir, name);
  if (!existsSync(folder)) unpack(programDir, folder, fill);
  noteRunning(join(folder, RUNNING));
  return folder;
}

/** @param {string} programDir @param {string} folder @param {(folder: string) => void} fill */
function unpack(programDir, folder, fill) {
  mkdirSync(programDir, { recursive: true, mode: 0o700 });
  const half = mkdtempSync(join(programDir, `half-${process.pid}-`));
  fill(half);
  try {
    renameSync(half, folder);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    // Another start was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** @param {string} notes */
function noteRunning(notes) {
  const note = join(notes, String(process.pid));
  try {
    mkdirSync(notes, { recursive: true });
    for (const id of readdirSync(notes)) if (!isRunning(id)) rmSync(join(notes, id), { force: true });
    writeFileSync(note, '');
    process.once('exit', () => rmSync(note, { force: true }));
  } catch {
    // A folder that cannot be written is removed by nobody either.
  }
}

/**
 * Removes what other versions left, but for what a process still writes or runs from.
 * @param {string} programDir
 * @param {string} name the folder of this version
 */
export function removeOtherFolders(programDir, name) {
  for (const other of readdirSync(programDir)) {
    if (other === name || !/^(half|version)-/.test(other)) continue;
    const folder = join(programDir, other);
    const [, writer = ''] = /^half-(\d+)-/.exec(other) ?? [];
    if (![writer, ...runningFrom(folder)].some(isRunning)) rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function runningFrom(folder) {
  const notes = join(folder, RUNNING);
  return existsSync(notes) ? readdirSync(notes) : [];
}

/** Whether a process runs. @param {string} id */
function isRunning(id) {
  try {
    return process.kill(Number.parseInt(id, 10), 0);
  } catch (error) {
    // It is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
