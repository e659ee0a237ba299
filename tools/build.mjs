/**
 * `npm run build`: the app and the reference of the SDK, built for production into apps/web/dist.
 *
 *   npm run build -- --static [--out FOLDER]   also a folder for any static host, against the device API of TACTUS_API_BASE
 *   npm run build -- --static --as-it-is       the same from the present build
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp, buildBeside } from './app.mjs';
import { endAllOnSignals } from './processes.mjs';
import { note, requireNode, say } from './root.mjs';
import { ensurePackages } from './setup.mjs';
import { readSiteConfig, STATIC_SITE, writeStaticSite } from './static-site.mjs';

requireNode();
endAllOnSignals();
const { values: options } = parseArgs({
  options: {
    static: { type: 'boolean' },
    'as-it-is': { type: 'boolean' },
    out: { type: 'string' },
    from: { type: 'string' },
  },
});
// Missing settings are reported before the build.
// The settings are read by the cloud's own code, which is TypeScript.
if (options.static) await import('./run-from-source.mjs');
if (options.static) await readSiteConfig(process.env).catch(giveUp);
if (!options['as-it-is']) await build();
if (options.static) await writeSite(options.out ?? STATIC_SITE);

/**
 * @param {unknown} error
 * @returns {never}
 */
function giveUp(error) {
  note(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

async function build() {
  await ensurePackages();
  const { code } = await buildApp();
  if (code === 0) await buildBeside();
  say(code === 0 ? 'The app is built: apps/web/dist' : 'The app could not be built.');
  if (code !== 0) process.exit(code);
}

/** @param {string} out */
async function writeSite(out) {
  const written = writeStaticSite({ out: resolve(out), ...(options.from && { dist: resolve(options.from) }) });
  const { apiBase } = await written.catch(giveUp);
  say(`The static site is written: ${out}. It talks to ${apiBase}`);
}
