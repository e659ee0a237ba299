import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const PACKED = /\.(js|css)$/;

/** Smaller files fit into one packet uncompressed. */
const LEAST_BYTES = 1024;

/**
 * Compresses scripts and style sheets once, as far as possible, beside themselves (`.br`, `.gz`): no server has to do it while
 * a person waits. Only files with a hash in their names, which never change afterwards.
 */
export function packedFiles(): Plugin {
  return {
    name: 'tactus:packed-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      const names = (await readdir(assets)).filter((file) => PACKED.test(file));
      // The compressions run on several processors, beside the build of the widget.
      await Promise.all(names.map((name) => packFile(join(assets, name))));
    },
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function packFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
