/** What lies beside the packages: their checksums, and a bill of the materials that they are made of. */
import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runNpm } from '../npm.mjs';
import { ROOT } from '../root.mjs';

const NPM_TIMEOUT_MS = 2 * 60_000;

/** The workspaces from which the packages are made. */
const WORKSPACES = ['@tactus/cloud', '@tactus/cli', '@tactus/web'];

/**
 * Writes the bill of materials, in the format CycloneDX; returns its path.
 * @param {string} file
 */
export async function writeBill(file) {
  const workspaces = WORKSPACES.map((name) => `--workspace=${name}`);
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--loglevel=error'];
  const options = { cwd: ROOT, timeoutMs: NPM_TIMEOUT_MS, collect: true };
  const { code, output } = await runNpm([...args, ...workspaces], options);
  if (code !== 0) throw new Error(`npm sbom failed.\n${output.trim()}`);
  const bill = JSON.parse(output);
  bill.metadata.component.name = 'tactus'; // npm takes the name of the folder
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  return file;
}

/**
 * Writes `SHA256SUMS` for some files of a folder, as `sha256sum --check` reads it.
 * @param {string} folder
 * @param {readonly string[]} files their paths
 */
export async function writeChecksums(folder, files) {
  const lines = files.map(async (file) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    return `${hash.digest('hex')}  ${basename(file)}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), (await Promise.all(lines)).join(''));
}
