/**
 * Part of the package's server: loads the native library of the database. A package for one platform holds it as it is; one
 * for several holds each compressed, and the one of this machine is unpacked into the data folder.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const PACKED = fileURLToPath(new URL('../native/', import.meta.url));

/**
 * @param {string} target platform, processor and C library, as in `linux-x64-gnu`
 * @returns {unknown} the functions of the library
 * @throws {Error} when the package has none for this machine
 */
export function loadNativeLibrary(target) {
  const name = readdirSync(PACKED).find((file) => file.startsWith(`${target}-`));
  if (!name) throw new Error(`This package of Tactus has no database library for ${target}`);
  if (name.endsWith('.node')) return require(join(PACKED, name));
  const folder = join(process.env['TACTUS_PROGRAM_DIR'] ?? '', 'native');
  const file = join(folder, name.replace(/\.br$/, ''));
  try {
    if (existsSync(file)) return require(file);
  } catch {
    // A file that a crash cut short is written anew.
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const half = join(folder, `half-${process.pid}`);
  writeFileSync(half, brotliDecompressSync(readFileSync(join(PACKED, name))), { mode: 0o700 });
  renameSync(half, file);
  for (const other of readdirSync(folder))
    if (join(folder, other) !== file) rmSync(join(folder, other), { force: true });
  return require(file);
}
