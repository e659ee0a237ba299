/**
 * Part of the package's server: loads the native library of the database. A package for one platform holds it as it is; one
 * for several holds each compressed, and the one of this machine is unpacked beside the data while it is loaded.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const PACKED = fileURLToPath(new URL('../native/', import.meta.url));

/**
 * @param {string} target platform, processor and C library, as in `linux-x64-gnu`
 * @returns {unknown} the functions of the library
 * @throws {Error} with the code `OTHER_PLATFORM` when the package has none for this machine; the launcher prints it
 */
export function loadNativeLibrary(target) {
  const names = readdirSync(PACKED);
  const name = names.find((file) => file.startsWith(`${target}-`));
  if (!name) {
    const way = `Make one for it in a clone: npm run package -- --targets ${target}`;
    throw Object.assign(new Error(`This package of Tactus does not run on ${target}. ${way}`), {
      code: 'OTHER_PLATFORM',
    });
  }
  if (name.endsWith('.node')) return require(join(PACKED, name));
  const folder = join(process.env['TACTUS_PROGRAM_DIR'] ?? '', 'native');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${process.pid}-${name.replace(/\.br$/, '')}`);
  writeFileSync(file, brotliDecompressSync(readFileSync(join(PACKED, name))), { mode: 0o700 });
  try {
    return require(file);
  } finally {
    // Once loaded, the file is not needed; Windows alone refuses to remove it, and a later start does.
    for (const each of readdirSync(folder))
      if (join(folder, each) === file || isLeft(each)) removeIfFree(join(folder, each));
  }
}

/** Whether the program that unpacked a file has ended. @param {string} name */
function isLeft(name) {
  try {
    process.kill(Number.parseInt(name, 10), 0);
    return false;
  } catch {
    return true;
  }
}

/** @param {string} file */
function removeIfFree(file) {
  try {
    rmSync(file, { force: true });
  } catch {
    // It is loaded.
  }
}
