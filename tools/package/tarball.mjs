/** `tactus-VERSION.tgz`: the package as npm and npx take it. */
import { join } from 'node:path';
import { runNpm } from '../npm.mjs';
import { makeContents, VERSION } from './contents.mjs';

const NPM_TIMEOUT_MS = 2 * 60_000;

/**
 * Makes the tarball in a folder; returns its path.
 * @param {string} out
 * @param {{ targets: readonly string[], work: string }} options work: a folder for what is packed
 */
export async function makeTarball(out, { targets, work }) {
  await makeContents(work, { kind: 'npm', targets, isCompressed: true });
  const args = ['pack', work, '--pack-destination', out, '--ignore-scripts', '--loglevel=error'];
  const { code, output } = await runNpm(args, { cwd: out, timeoutMs: NPM_TIMEOUT_MS, collect: true });
  if (code !== 0) throw new Error(`npm pack failed.\n${output.trim()}`);
  return join(out, `tactus-${VERSION}.tgz`);
}
