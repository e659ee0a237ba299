/**
 * `npm run pack:sdk`: packages/sdk/dist/tactus-sdk-VERSION.tgz, which anyone can install with `npm install FILE`.
 * `npm run pack:sdk -- FOLDER` puts it there; `-- --install FOLDER` installs it there, into a program's empty folder.
 */
import { resolve } from 'node:path';
import { endAllOnSignals } from './processes.mjs';
import { inRoot, requireNode, say } from './root.mjs';
import { ensurePackages } from './setup.mjs';

requireNode();
endAllOnSignals();
const args = process.argv.slice(2);
const isInstalled = args[0] === '--install';
const folder = resolve(args[isInstalled ? 1 : 0] ?? inRoot('packages', 'sdk', 'dist'));
try {
  await ensurePackages();
  const { installPackedSdk, packSdk } = await import('./sdk/pack.mjs');
  if (isInstalled) say(`Installed: ${await installPackedSdk(folder)}`);
  else say(`Packed: ${await packSdk(folder)}`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
