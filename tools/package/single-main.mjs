/**
 * The main script of the single executable, which holds the package: it unpacks the files into a folder of its version beside
 * the data, once, and runs them from there. Built as one CommonJS file, as Node asks for.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getAsset, getRawAsset } from 'node:sea';
import { dataFolders } from './data-folders.mjs';

/** @type {{ name: string, files: string[] }} the name of the folder, and the paths of the files */
const { name, files } = JSON.parse(getAsset('files', 'utf8'));
const { programDir } = dataFolders();
const folder = join(programDir, name);

if (!existsSync(folder)) unpack();
// The server alone removes what other versions left: a command may run beside one of them.
if (process.argv.length === 2) removeOthers();
createRequire(join(folder, 'bin', 'start.cjs'))('./start.cjs');

function unpack() {
  mkdirSync(programDir, { recursive: true, mode: 0o700 });
  const half = mkdtempSync(join(programDir, 'half-'));
  for (const file of files) {
    mkdirSync(dirname(join(half, file)), { recursive: true });
    writeFileSync(join(half, file), new Uint8Array(/** @type {ArrayBuffer} */ (getRawAsset(file))));
  }
  try {
    renameSync(half, folder);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    // Another start was faster.
    if (!existsSync(folder)) throw error;
  }
}

function removeOthers() {
  for (const other of readdirSync(programDir))
    if (other !== name && /^(half|version)-/.test(other))
      rmSync(join(programDir, other), { recursive: true, force: true });
}
