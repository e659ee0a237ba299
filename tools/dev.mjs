/**
 * `npm run dev`: the cloud, restarted when its sources change, and the app with hot reload in front of it. Both end
 * together, however either of them ends.
 */
import { endAll, endAllOnSignals, start } from './processes.mjs';
import { inRoot, requireNode, say } from './root.mjs';
import { ensurePackages } from './setup.mjs';

requireNode();
endAllOnSignals();
await ensurePackages();

const port = process.env['PORT'] ?? '8787';
const appPort = process.env['TACTUS_DEV_PORT'] ?? '5173';
const cloud = start(
  process.execPath,
  [
    inRoot('node_modules', 'tsx', 'dist', 'cli.mjs'),
    'watch',
    '--clear-screen=false',
    '--conditions=@tactus/source',
    inRoot('apps', 'cloud', 'src', 'main.ts'),
  ],
  { env: { ...process.env, PORT: port, HOST: '127.0.0.1' } },
);
const app = start(process.execPath, [inRoot('tools', 'dev-app.mjs'), port, appPort]);
say(`Cloud on http://localhost:${port}, app with hot reload on http://localhost:${appPort} (Ctrl+C ends both)`);

for (const child of [cloud, app]) {
  child.once('exit', (code) => void endAll().then(() => process.exit(code ?? 1)));
}
