/** What the size gate weighs: what a bundler makes of one import of the SDK, everything it needs inside. */
import { inRoot } from '../root.mjs';
import { buildSingleFile } from './build-code.mjs';

/** Where the files are put. */
const SIZES = inRoot('.cache', 'sdk-size');

const ENTRIES = {
  device: "code:export { createDevice } from '@tactus/sdk';",
  everything: 'packages/sdk/src/index.ts',
  scripts: "code:export { parseScript, toCsv } from '@tactus/sdk';",
};

/** Builds one file for each. */
export async function buildSizes() {
  for (const [name, entry] of Object.entries(ENTRIES)) {
    await buildSingleFile({ outDir: SIZES, name, entry: entry.startsWith('code:') ? entry : inRoot(entry) });
  }
}
