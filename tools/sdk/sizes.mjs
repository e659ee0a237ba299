/** The files for the size gate: the output of a bundler for one import of the SDK, with all that it needs. */
import { inRoot } from '../root.mjs';
import { buildSingleFile } from './build-code.mjs';

/** The folder of the files. */
const SIZES = inRoot('.cache', 'sdk-size');

const ENTRIES = {
  device: "code:export { createDevice } from '@tactus/sdk';",
  everything: 'packages/sdk/src/index.ts',
  scripts: "code:export { parseScript, formatCsv } from '@tactus/sdk';",
};

/** Builds one file for each import. */
export async function buildSizes() {
  for (const [name, entry] of Object.entries(ENTRIES)) {
    await buildSingleFile({ outDir: SIZES, name, entry: entry.startsWith('code:') ? entry : inRoot(entry) });
  }
}
