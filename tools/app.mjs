/** The built app: built again when its sources have changed. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { keepingNodeEnv } from './node-env.mjs';
import { run } from './processes.mjs';
import { inRoot, note } from './root.mjs';
import { hashOfSources } from './sources.mjs';

const BUILD_TIMEOUT_MS = 10 * 60_000;

/** The sources of a build: the app, its packages, and the configuration of the compiler. */
const SOURCES = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json'];

/** Beside the build, not inside it: the cloud serves every file of the build. */
const STAMP = inRoot('.cache', 'app-build');
const REFERENCE = inRoot('apps', 'web', 'dist', 'api', 'docs', 'sdk', 'index.html');
const REFERENCE_TOOL = inRoot('node_modules', 'oxc-parser');
const INDEX = inRoot('apps', 'web', 'dist', 'index.html');

/** Builds the app unless the present build is of the present sources. @throws {Error} when it cannot be built */
export async function ensureApp() {
  const sources = hashOfSources(SOURCES);
  if (existsSync(INDEX) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return ensureReference();
  note(`Building the app: ${existsSync(INDEX) ? 'its sources changed' : 'there is no build yet'} …`);
  const result = await buildApp({ collect: true });
  if (result.code !== 0) throw new Error(`The app could not be built.\n${result.output.trim()}`);
  await ensureReference();
}

/** The app runs without the reference: a failure is only printed. A clone that was only ever started has no tools for it. */
async function ensureReference() {
  if (existsSync(REFERENCE) || !existsSync(REFERENCE_TOOL)) return;
  await buildBeside().catch((error) => note(error instanceof Error ? error.message : String(error)));
}

/**
 * Builds the parts beside the app: the reference of the SDK, which the cloud serves, and the files whose sizes are measured.
 * @throws {Error} when it cannot be made
 */
export async function buildBeside() {
  // Tools of the build exist only once the packages are installed.
  const { buildReference } = await import('./reference/build.mjs');
  const { buildSizes } = await import('./sdk/sizes.mjs');
  await keepingNodeEnv(async () => {
    await buildReference();
    await buildSizes();
  });
}

/**
 * Builds the app and stores the hash of its sources.
 * @param {{ collect?: boolean }} [options] collect: store what the bundler prints instead of showing it
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
