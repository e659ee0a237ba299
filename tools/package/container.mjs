/** `tactus-VERSION-container.tar.gz`: a folder with a Containerfile and all that it copies. */
import { copyFileSync, cpSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { run } from '../processes.mjs';
import { inRoot } from '../root.mjs';
import { makeContents, VERSION } from './contents.mjs';
import { copyNode } from './node-program.mjs';

const TIMEOUT_MS = 2 * 60_000;
const SOURCES = inRoot('tools', 'package', 'container');

/** The library of the database loads one more part of the C library than Node. */
const MORE = 'librt.so.1';

/**
 * Makes the archive in a folder; returns its path.
 * @param {string} out
 * @param {string} work a folder for what is packed
 */
export async function makeContainer(out, work) {
  const name = `tactus-${VERSION}-container`;
  await layOutContainer(join(work, name));
  const file = join(out, `${name}.tar.gz`);
  const { code, output } = await run('tar', ['-czf', file, '--owner=0', '--group=0', '-C', work, name], {
    timeoutMs: TIMEOUT_MS,
    collect: true,
  });
  if (code !== 0) throw new Error(`The container's files could not be packed.\n${output.trim()}`);
  return file;
}

/**
 * Lays out the folder from which the image is built.
 * @param {string} folder
 */
export async function layOutContainer(folder) {
  const tactus = join(folder, 'tactus');
  await makeContents(tactus, { kind: 'container', targets: [`linux-${process.arch}-gnu`], isCompressed: false });
  await copyNode(join(tactus, 'node'));
  copyFileSync(join(SOURCES, 'health.mjs'), join(tactus, 'health.mjs'));
  copyFileSync(join(SOURCES, 'Containerfile'), join(folder, 'Containerfile'));
  mkdirSync(join(folder, 'data'));
  for (const library of baseLibraries()) {
    mkdirSync(join(folder, 'base', dirname(library)), { recursive: true });
    cpSync(realpathSync(library), join(folder, 'base', library));
  }
}

/** The libraries that the running Node has loaded, all of which every system with glibc has. */
function baseLibraries() {
  const report = /** @type {{ sharedObjects: string[] }} */ (/** @type {unknown} */ (process.report.getReport()));
  const loaded = report.sharedObjects.filter((path) => path.startsWith('/lib') || path.startsWith('/usr/lib'));
  const libraries = loaded.filter((path) => /\.so(\.\d+)*$/.test(path) && !path.endsWith('.node'));
  const main = libraries.find((path) => basename(path) === 'libc.so.6');
  return main ? [...new Set([...libraries, join(dirname(main), MORE)])] : libraries;
}
