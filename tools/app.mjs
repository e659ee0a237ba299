/** The built app: built again when its sources have changed. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { keepingNodeEnv } from './node-env.mjs';
import { packFiles } from './packed-files.mjs';
import { run } from './processes.mjs';
import { inRoot, note } from './root.mjs';
import { hashOfSources } from './sources.mjs';

const BUILD_TIMEOUT_MS = 10 * 60_000;

/** The sources of a build: the app, its packages, and the configuration of the compiler. */
const SOURCES = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json'];

/** Beside the build, not inside it: the cloud serves every file of the build. */
const STAMP = inRoot('.cache', 'app-build');
/** The sources of the build whose files are packed. */
const PACKED_STAMP = inRoot('.cache', 'app-packed');
const REFERENCE = inRoot('apps', 'web', 'dist', 'api', 'docs', 'sdk', 'index.html');
const REFERENCE_TOOL = inRoot('node_modules', 'oxc-parser');
const ASSETS = inRoot('apps', 'web', 'dist', 'assets');
const INDEX = inRoot('apps', 'web', 'dist', 'index.html');

/** Builds and packs the app unless the present build is of the present sources. @throws {Error} when it cannot be built */
export async function ensureApp() {
  await ensureUnpackedApp();
  await packApp();
}

/** The same for a server that serves the files unpacked until `packAppBeside` has packed them. */
export async function ensureUnpackedApp() {
  const sources = hashOfSources(SOURCES);
  if (existsSync(INDEX) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return ensureReference();
  note(`Building the app: ${existsSync(INDEX) ? 'its sources changed' : 'there is no build yet'} …`);
  const result = await buildApp({ collect: true });
  if (result.code !== 0) throw new Error(`The app could not be built.\n${result.output.trim()}`);
  await ensureReference();
}

/** Packs the files of the present build, unless they are. */
export async function packApp() {
  const sources = readFileSync(STAMP, 'utf8');
  if (isPacked(sources)) return;
  await packFiles(ASSETS, inRoot('.cache', 'packing'));
  writeFileSync(PACKED_STAMP, sources);
}

/** Packs the app in another process, which does not outlive this one: a third of the time that a first build takes. */
export function packAppBeside() {
  if (isPacked(readFileSync(STAMP, 'utf8'))) return;
  const child = spawn(process.execPath, [inRoot('tools', 'pack-app.mjs')], { stdio: 'ignore' });
  child.unref();
  process.once('exit', () => child.kill());
}

/** @param {string} sources the hash of those of the build */
const isPacked = (sources) => existsSync(PACKED_STAMP) && readFileSync(PACKED_STAMP, 'utf8') === sources;

/** The app runs without the reference: a failure is only printed. A clone that was only ever started has no tools for it. */
async function ensureReference() {
  if (existsSync(REFERENCE) || !existsSync(REFERENCE_TOOL)) return;
  await buildBeside().catch((error) => note(error instanceof Error ? error.message : String(error)));
}

/**
 * Builds the parts beside the app: its packed files, the reference of the SDK, which the cloud serves, and the files whose sizes
 * are measured.
 * @throws {Error} when it cannot be made
 */
export async function buildBeside() {
  // Tools of the build exist only once the packages are installed.
  const { buildReference } = await import('./reference/build.mjs');
  const { buildSizes } = await import('./sdk/sizes.mjs');
  const built = keepingNodeEnv(async () => {
    await buildReference();
    await buildSizes();
  });
  await Promise.all([packApp(), built]);
}

/**
 * Builds the app and stores the hash of its sources.
 * @param {{ collect?: boolean }} [options] collect: store what the bundler prints instead of showing it
 */
export async function buildApp(options = {}) {
  const sources = hashOfSources(SOURCES);
  for (const stamp of [STAMP, PACKED_STAMP]) rmSync(stamp, { force: true });
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
