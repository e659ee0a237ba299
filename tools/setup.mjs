/**
 * The set-up of a fresh clone. Each step prints in one line what it does and does nothing when there is nothing to
 * do. Only `node:` modules are imported here and below: this runs before any install.
 */
import { ensureApp, ensureUnpackedApp, packAppBeside } from './app.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensurePackages, ensureStartPackages } from './packages.mjs';
import { ensurePostgres } from './postgres.mjs';

export {
  ensureApp,
  ensureChromium,
  ensurePackages,
  ensurePostgres,
  ensureStartPackages,
  ensureUnpackedApp,
  packAppBeside,
};
