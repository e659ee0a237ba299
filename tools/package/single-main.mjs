/**
 * The main script of the single executable, which holds the package: it unpacks the files into a folder of its version beside
 * the data, once, and runs them from there. Built as one CommonJS file, as Node asks for.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getAsset, getRawAsset } from 'node:sea';
import { dataFolders } from './data-folders.mjs';
import { openProgramFolder, removeOtherFolders } from './program-folders.mjs';

/** @type {{ name: string, files: string[] }} the name of the folder, and the paths of the files */
const { name, files } = JSON.parse(getAsset('files', 'utf8'));
const { programDir } = dataFolders();

const folder = openProgramFolder(programDir, name, (half) => {
  for (const file of files) {
    mkdirSync(dirname(join(half, file)), { recursive: true });
    writeFileSync(join(half, file), new Uint8Array(/** @type {ArrayBuffer} */ (getRawAsset(file))));
  }
});
// The server alone removes what other versions left.
if (process.argv.length === 2) removeOtherFolders(programDir, name);
createRequire(join(folder, 'bin', 'start.cjs'))('./start.cjs');
