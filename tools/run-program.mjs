/** `npm run tactus`, `npm run device`: `node tools/run-program.mjs ENTRY …` runs a program of this repository. */
import { runProgram } from './programs.mjs';
import { inRoot, note, requireNode } from './root.mjs';
import { ensureStartPackages } from './setup.mjs';

requireNode();
const [given = ''] = process.argv.splice(2, 1);
// The store belongs to the cloud: as in the package (tools/package/launcher.mjs), the command for it is a program of its own.
const isStore = given === 'apps/cli/src/tactus.ts' && process.argv[2] === 'store';
const entry = isStore ? 'apps/cloud/src/store-command.ts' : given;
process.argv[1] = inRoot(entry);
try {
  await ensureStartPackages();
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
await runProgram(entry);
