#!/usr/bin/env node
/**
 * `tactus` of the package: alone it starts the app and its cloud, `tactus device …` a virtual device, `tactus store …` copies the store, and any
 * other word is a command for a device. Copied into the package as bin/tactus.mjs.
 */
import { readFileSync } from 'node:fs';
import { dataFolders } from './data-folders.mjs';

const { version, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const oldest = Number.parseInt(engines.node.replace('>=', ''), 10);
if (Number.parseInt(process.versions.node, 10) < oldest) {
  process.stderr.write(`Tactus needs Node ${oldest} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}

const [word] = process.argv.slice(2);
if (word === '--version' || word === 'version') process.stdout.write(`${version}\n`);
else if (word === undefined) await startServer();
else if (word === 'device') await startDevice();
else if (word === 'store') await runStore();
else await run('tactus');

/** @param {string} program a file in lib/ */
async function run(program) {
  try {
    await import(new URL(`../lib/${program}.mjs`, import.meta.url).href);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'OTHER_PLATFORM')) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function startServer() {
  const { dataDir, programDir, isInMemory } = dataFolders();
  Object.assign(process.env, { TACTUS_DATA_DIR: dataDir, TACTUS_PROGRAM_DIR: programDir });
  process.stderr.write(`Tactus ${version}, data in ${isInMemory ? 'memory' : dataDir}\n`);
  await run('server');
}

async function runStore() {
  // The library of the database is unpacked there.
  Object.assign(process.env, { TACTUS_PROGRAM_DIR: dataFolders().programDir });
  await run('store');
}

async function startDevice() {
  process.argv.splice(2, 1);
  await run('device');
}
