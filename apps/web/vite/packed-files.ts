import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      for (const name of readdirSync(assets).filter((file) => PACKED.test(file))) {
        const file = join(assets, name);
        const bytes = readFileSync(file);
        if (bytes.length < LEAST_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
