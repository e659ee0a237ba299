/** The Node that runs this, to be taken along: one that needs no libraries but those of every system. */
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Libraries of every Linux with glibc. */
const BASE = /^(linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|atomic))[-.]/;

/**
 * Copies the Node program.
 * @param {string} file
 * @throws {Error} when it would not run elsewhere
 */
export async function copyNode(file) {
  const report = /** @type {{ sharedObjects: string[] }} */ (/** @type {unknown} */ (process.report.getReport()));
  const others = report.sharedObjects.filter((path) => path.startsWith('/') && !BASE.test(basename(path)));
  const foreign = others.filter((path) => path !== process.execPath && !path.endsWith('.node'));
  if (foreign.length > 0)
    throw new Error(`This Node needs ${foreign.map((path) => basename(path)).join(', ')}: take one from nodejs.org`);
  mkdirSync(dirname(file), { recursive: true });
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
}
