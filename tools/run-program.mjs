/** `npm run tactus`, `npm run device`: `node tools/run-program.mjs ENTRY …` runs a program of this repository. */
import { runProgram } from './programs.mjs';
import { inRoot, note, requireNode } from './root.mjs';
import { ensureStartPackages } from './setup.mjs';

requireNode();
const [entry = ''] = process.argv.splice(2, 1);
process.argv[1] = inRoot(entry);
try {
  await ensureStartPackages();
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
await runProgram(entry);
