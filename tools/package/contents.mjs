/** The files of the package: programs, the built app, content, the database's library. It is laid out as the repository. */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { inRoot } from '../root.mjs';
import { nativeLibraryOf } from './native.mjs';
import { buildPackagePrograms } from './programs.mjs';

const MANIFEST = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/** A sixth less than gzip, in two seconds; the best setting takes a minute for a tenth. */
const COMPRESSION = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 };

/** The version of the product. */
export const VERSION = String(MANIFEST.version);

/**
 * Makes the folder again from scratch. The app must be built.
 * @param {string} folder
 * @param {object} options
 * @param {'npm' | 'executable' | 'deb' | 'container'} options.kind what is made of it; the server names the command that updates it
 * @param {readonly string[]} options.targets platforms
 * @param {boolean} options.isCompressed whether their libraries are compressed, to be unpacked at the first start
 */
export async function makeContents(folder, { kind, targets, isCompressed }) {
  rmSync(folder, { recursive: true, force: true });
  const inFolder = (/** @type {string[]} */ ...parts) => join(folder, ...parts);
  for (const name of ['bin', 'native', 'apps']) mkdirSync(inFolder(name), { recursive: true });
  await buildPackagePrograms(inFolder('lib'));
  copyFileSync(inRoot('tools', 'package', 'launcher.mjs'), inFolder('bin', 'tactus.mjs'));
  chmodSync(inFolder('bin', 'tactus.mjs'), 0o755);
  copyFileSync(inRoot('tools', 'package', 'data-folders.mjs'), inFolder('bin', 'data-folders.mjs'));
  // The single executable begins with a file that is no module.
  writeFileSync(inFolder('bin', 'start.cjs'), "void import('./tactus.mjs');\n");
  cpSync(inRoot('apps', 'web', 'dist'), inFolder('apps', 'web', 'dist'), {
    recursive: true,
    filter: (path) => basename(path) !== '.vite',
  });
  cpSync(inRoot('apps', 'cloud', 'content'), inFolder('apps', 'cloud', 'content'), { recursive: true });
  for (const name of ['CHANGELOG.md', 'LICENSE']) copyFileSync(inRoot(name), inFolder(name));
  copyFileSync(inRoot('tools', 'package', 'readme.md'), inFolder('README.md'));
  for (const target of targets) await addLibrary(inFolder('native'), target, isCompressed);
  const { name, version, description, license, engines } = MANIFEST;
  const bin = { tactus: 'bin/tactus.mjs' };
  const manifest = { name, version, description, license, type: 'module', engines, bin, tactus: { package: kind } };
  writeFileSync(inFolder('package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * @param {string} folder
 * @param {string} target
 * @param {boolean} isCompressed
 */
async function addLibrary(folder, target, isCompressed) {
  const { name, file } = await nativeLibraryOf(target);
  if (!isCompressed) return copyFileSync(file, join(folder, name));
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(file), { params: COMPRESSION }));
}
