/**
 * `npm run package`: what other people install, in dist/, with checksums and a bill of materials.
 *
 *   npm run package -- --out FOLDER
 *   npm run package -- --targets linux-x64-musl,darwin-x64   platforms of the tarball
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endAllOnSignals } from './processes.mjs';
import { inRoot, requireNode, say } from './root.mjs';
import { ensureApp, ensurePackages } from './setup.mjs';

requireNode();
endAllOnSignals();
const { values: options } = parseArgs({ options: { out: { type: 'string' }, targets: { type: 'string' } } });
const out = resolve(options.out ?? inRoot('dist'));
const work = mkdtempSync(join(tmpdir(), 'tactus-package-'));
try {
  await ensurePackages();
  await ensureApp();
  await makePackages();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function makePackages() {
  const { writeBill, writeChecksums } = await import('./package/beside.mjs');
  const { VERSION } = await import('./package/contents.mjs');
  const { USUAL_TARGETS } = await import('./package/native.mjs');
  const { makeTarball } = await import('./package/tarball.mjs');
  const targets = options.targets?.split(',') ?? USUAL_TARGETS;
  mkdirSync(out, { recursive: true });
  const files = [
    await makeTarball(out, { targets, work: join(work, 'tarball') }),
    ...(process.platform === 'linux' ? await makeForLinux().catch(notMade) : []),
    await writeBill(join(out, `tactus-${VERSION}.cdx.json`)),
  ];
  await writeChecksums(out, files);
  for (const file of files) say(`${basename(file)}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  say(`Made in ${out}, with SHA256SUMS`);
}

/** What takes along the Node that runs this, for machines of the same kind. */
async function makeForLinux() {
  const { makeDeb } = await import('./package/deb.mjs');
  const { makeSingle } = await import('./package/single.mjs');
  const { makeContainer } = await import('./package/container.mjs');
  return [
    await makeSingle(out, join(work, 'single')),
    await makeDeb(out, join(work, 'deb')),
    await makeContainer(out, join(work, 'container')),
  ];
}

/**
 * The tarball is made anyway.
 * @param {unknown} error
 * @returns {string[]}
 */
function notMade(error) {
  say(`Only the tarball is made. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
  return [];
}
