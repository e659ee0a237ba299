/** `npm run build`: the app and the reference of the SDK, built for production into apps/web/dist. */
import { buildApp, buildBeside } from './app.mjs';
import { endAllOnSignals } from './processes.mjs';
import { requireNode, say } from './root.mjs';
import { ensurePackages } from './setup.mjs';

requireNode();
endAllOnSignals();
await ensurePackages();
const { code } = await buildApp();
if (code === 0) await buildBeside();
say(code === 0 ? 'The app is built: apps/web/dist' : 'The app could not be built.');
process.exit(code);
