/**
 * `npm start`: from a fresh clone to a running app and cloud. This process itself becomes the server, so a
 * signal sent to npm reaches it.
 */
import { endAllOnSignals } from './processes.mjs';
import { requireNode, say } from './root.mjs';
import { ensureStartPackages, ensureUnpackedApp, packAppBeside } from './setup.mjs';

requireNode();
const undo = endAllOnSignals();
try {
  await ensureStartPackages();
  await ensureUnpackedApp();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
undo();

const { runProgram } = await import('./programs.mjs');
await runProgram('apps/cloud/src/main.ts');
packAppBeside();
