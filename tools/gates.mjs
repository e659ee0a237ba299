/** All checks, cheapest first. `npm test` runs all of them; `npm test -- NAME …` only the named ones. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, buildBeside } from './app.mjs';
import { browserTestsOfRun, slowTestsOfRun } from './drawn-tests.mjs';
import { oneCheck, readVitestReport } from './outcome.mjs';
import { run } from './processes.mjs';
import { inRoot, say } from './root.mjs';

const MINUTE_MS = 60_000;

export const KNIP = 'knip/bin/knip.js';
export const KNIP_ALL = ['--no-progress', '--no-config-hints'];

/** Filters need their leading `./`: without it Knip checks nothing and reports no fault. */
export const KNIP_PRODUCT = ['--strict', ...KNIP_ALL, '--workspace', './packages/*', '--workspace', './apps/*'];

/**
 * @typedef {object} Gate
 * @property {string} name
 * @property {string} does what it checks, in a few words
 * @property {'read' | 'build'} [lane] a gate that uses one core: gates of the other lane run in parallel
 * @property {(context: { browsers: import('./chromium.mjs').BrowserPaths | undefined }) => Promise<import('./outcome.mjs').Outcome>} run
 */

/** @type {Gate[]} */
export const GATES = [
  check('biome', 'format and lint', 5, '@biomejs/biome/bin/biome', [
    'ci',
    '--colors=off',
    '--max-diagnostics=20',
    '--error-on-warnings',
  ]),
  check('types', 'TypeScript, every workspace', 10, 'typescript/bin/tsc', ['-b', '--pretty', 'false']),
  check('knip', 'nothing dead, nothing unlisted, tests and tools included', 5, KNIP, KNIP_ALL),
  check('knip:product', 'no product code that only tests use', 5, KNIP, KNIP_PRODUCT),
  program('words', 'no more private dialect in identifiers than the bound', 5, 'tools/words.mjs'),
  {
    name: 'build',
    does: 'the app and the reference of the SDK build',
    lane: 'build',
    async run() {
      const { code } = await buildApp();
      if (code === 0) await buildBeside();
      return oneCheck(code === 0);
    },
  },
  {
    ...check('size', 'first-load JavaScript and the SDK within their budgets', 2, 'size-limit/bin.js', []),
    lane: 'build',
  },
  {
    name: 'unit',
    does: 'the packages, and how much of the device, its motion, the contract and the SDK they go through',
    // The thresholds of vitest.config.ts must hold too.
    run: () => runVitest({ projects: ['unit'], minutes: 30, env: process.env, coverage: true }),
  },
  {
    name: 'apps',
    does: 'cloud, command line, app; architecture, catalogs, coverage of the specification; SDK against cloud in one process',
    async run() {
      const { leftOut, onPostgres } = await slowTestsOfRun();
      say(
        `${leftOut.length} slow files are left out, ${onPostgres.length} run on PostgreSQL too; \`npm run deep -- slow postgres\` runs all.`,
      );
      const env = { ...process.env, TACTUS_LEFT_OUT: leftOut.join(' '), TACTUS_ON_POSTGRES: onPostgres.join(' ') };
      return runVitest({ projects: ['apps', 'dom', 'tools', 'contract', 'contract:postgres'], minutes: 30, env });
    },
  },
  browser(
    'e2e',
    "browser, against our own cloud: goals and safety, and of the others a part that this commit draws; a part of the control pages also against one that does only what the vendor's does",
    60,
  ),
];

/**
 * A tool of a package that either succeeds or fails.
 * @param {string} name
 * @param {string} does
 * @param {number} minutes
 * @param {string} script below node_modules
 * @param {string[]} args
 * @returns {Gate}
 */
function check(name, does, minutes, script, args) {
  return program(name, does, minutes, join('node_modules', script), args);
}

/**
 * A program that either succeeds or fails.
 * @param {string} name
 * @param {string} does
 * @param {number} minutes
 * @param {string} script from the top
 * @param {string[]} [args]
 * @returns {Gate}
 */
function program(name, does, minutes, script, args = []) {
  return {
    name,
    does,
    lane: 'read',
    run: async () => {
      // The output of a parallel program is printed in one piece.
      const result = await run(process.execPath, [inRoot(script), ...args], {
        timeoutMs: minutes * MINUTE_MS,
        collect: true,
      });
      if (result.output.trim() !== '') say(`${name}:\n${result.output.trimEnd()}`);
      if (result.timedOut) say(`${name} was ended: it took more than ${minutes} minutes.`);
      return oneCheck(result.code === 0);
    },
  };
}

/**
 * The browser projects. Each sets its own profile: the result must not depend on the caller's environment.
 * @param {string} name
 * @param {string} does
 * @param {number} minutes
 * @returns {Gate}
 */
function browser(name, does, minutes) {
  return {
    name,
    does,
    run: async ({ browsers }) => {
      if (!browsers) {
        say('The browser tests cannot run without Chromium; that counts as a failure.');
        return oneCheck(false);
      }
      const { TACTUS_PROFILE: _ours, ...rest } = process.env;
      const { files, onVendor, of } = await browserTestsOfRun();
      say(
        `${files.length} of ${of} files run, ${onVendor.length} of them in the vendor profile too; \`npm run deep -- browser\` runs all.`,
      );
      const env = { ...rest, ...browsers, TACTUS_ON_VENDOR: onVendor.join(' ') };
      return runVitest({ projects: ['e2e*'], files, minutes, env });
    },
  };
}

/**
 * Failures are shown by Vitest's own reporter; the numbers come from its JSON report.
 * @param {{ projects: string[], files?: readonly string[], minutes: number, env: NodeJS.ProcessEnv, coverage?: boolean }} options
 */
async function runVitest({ projects, files = [], minutes, env, coverage = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-test-'));
  const report = join(folder, 'report.json');
  const args = [
    'run',
    ...files,
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  // A separate folder: two runs in one checkout would delete each other's.
  if (coverage) args.push('--coverage', `--coverage.reportsDirectory=${join(folder, 'coverage')}`);
  try {
    const result = await run(process.execPath, [inRoot('node_modules', 'vitest', 'vitest.mjs'), ...args], {
      timeoutMs: minutes * MINUTE_MS,
      env,
    });
    if (result.timedOut) say(`${projects.join(', ')} was ended: it took more than ${minutes} minutes.`);
    return readVitestReport(report, result.code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
