/** Scripts and style sheets, compressed beside themselves. Only `node:` modules are imported here. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKED = /\.(js|css)$/;

/** Smaller files fit into one packet uncompressed. */
const LEAST_BYTES = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Compresses scripts and style sheets of a folder once, as far as possible, beside themselves (`.br`, `.gz`): no server has to do it
 * while a person waits. Only files with a hash in their names, which never change afterwards: those that have it are left.
 * @param {string} folder
 * @param {string} unfinished a folder beside, for files that are not complete: a server may read those of the other at the same time
 */
export async function packFiles(folder, unfinished) {
  mkdirSync(unfinished, { recursive: true });
  const names = readdirSync(folder).filter((name) => PACKED.test(name) && !existsSync(join(folder, `${name}.br`)));
  await Promise.all(names.map((name) => packFile(join(folder, name), unfinished)));
}

/**
 * @param {string} file
 * @param {string} unfinished
 */
async function packFile(file, unfinished) {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
  for (const [packed, contents] of /** @type {const} */ ([
    [`${file}.gz`, gz],
    [`${file}.br`, br],
  ])) {
    const own = join(unfinished, `${process.pid}-${basename(packed)}`);
    await writeFile(own, contents);
    await rename(own, packed);
  }
}
