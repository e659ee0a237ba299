import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The files of the built app that no page requests: compressed copies, and the documents beside the app. */
const LEFT_OUT = ['*.br', '*.gz', './api', './third-party-notices.txt'];

/** The built app as a tar, packed with brotli, which every Node can unpack. */
export function packApp(webRoot: string): Buffer {
  const tar = execFileSync('tar', [...LEFT_OUT.map((one) => `--exclude=${one}`), '--sort=name', '-cf', '-', '.'], {
    cwd: webRoot,
    maxBuffer: 64 * 1024 * 1024,
  });
  return brotliCompressSync(tar, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}

/** Writes `tactus-device` as one file that needs nothing but Node. */
export async function bundleDeviceProgram(file: string): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'tactus-device-'));
  try {
    await build({
      configFile: false,
      root: ROOT,
      publicDir: false,
      logLevel: 'error',
      ssr: { noExternal: true, resolve: { conditions: ['@tactus/source', 'module', 'node', 'import', 'default'] } },
      build: {
        ssr: join(ROOT, 'apps/cli/src/tactus-device.ts'),
        target: 'node20',
        outDir,
        minify: true,
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: basename(file) } },
      },
    });
    renameSync(join(outDir, basename(file)), file);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
