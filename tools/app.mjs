/** The built app: made anew when its sources are not those it was made of. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { keepingNodeEnv } from './node-env.mjs';
import { run } from './processes.mjs';
import { inRoot, note } from './root.mjs';
import { hashOfSources } from './sources.mjs';

const BUILD_TIMEOUT_MS = 5 * 60_000;

/** What a build is made of: the app, the packages it may hold, and what decides how they are compiled. */
const SOURCES = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json'];

/** Beside the build, not in it: the cloud serves every file of the build. */
const STAMP = inRoot('.cache', 'app-build');
const INDEX = inRoot('apps', 'web', 'dist', 'index.html');

/**
 * Builds the app unless the build there is stands for the sources as they are.
 * @throws {Error} when it cannot be built
 */
export async function ensureApp() {
  const sources = hashOfSources(SOURCES);
  if (existsSync(INDEX) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  note(`Building the app: ${existsSync(INDEX) ? 'its sources changed' : 'there is no build yet'} …`);
  const result = await buildApp({ collect: true });
  if (result.code !== 0) throw new Error(`The app could not be built.\n${result.output.trim()}`);
  // The app runs without it: a reference that cannot be made is told and no more.
  await buildBeside().catch((error) => note(error instanceof Error ? error.message : String(error)));
}

/**
 * What belongs to a build beside the app: the reference of the SDK, which the cloud serves, and what its sizes are measured by.
 * @throws {Error} when it cannot be made
 */
export async function buildBeside() {
  // Tools of the build are there only once the packages are.
  const { buildReference } = await import('./reference/build.mjs');
  const { buildSizes } = await import('./sdk/sizes.mjs');
  await keepingNodeEnv(async () => {
    await buildReference();
    await buildSizes();
  });
}

/**
 * Builds the app and remembers what it was built of.
 * @param {{ collect?: boolean }} [options] collect: keep what the bundler prints instead of showing it
 */
export async function buildApp(options = {}) {
  const sources = hashOfSources(SOURCES);
  rmSync(STAMP, { force: true });
  const args = [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--manifest', '--logLevel', 'warn'];
  const result = await run(process.execPath, args, {
    cwd: inRoot('apps', 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    timeoutMs: BUILD_TIMEOUT_MS,
    ...options,
  });
  if (result.code === 0) {
    mkdirSync(dirname(STAMP), { recursive: true });
    writeFileSync(STAMP, sources);
  }
  return result;
}
