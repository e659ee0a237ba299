/**
 * `npm run deep`: the checks that run in `npm test` with small numbers, with their full ones. `npm run deep -- NAME …`
 * runs only the named checks; numbers in the environment have priority: `TACTUS_DEEP_FILMS=2 npm run deep -- films`.
 * It takes many hours; nothing here may fail.
 */
import { randomInt } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { folderOfNode } from './other-node.mjs';
import { endAllOnSignals, run } from './processes.mjs';
import { inRoot, requireNode, say } from './root.mjs';
import { ensureApp, ensureChromium, ensurePackages, ensurePostgres } from './setup.mjs';
import { SLOW } from './slow-tests.mjs';

const MINUTE_MS = 60_000;

/**
 * @typedef {object} DeepCheck
 * @property {string} name
 * @property {string} does what it shows, in a few words
 * @property {readonly string[]} tests their files, or the project they are
 * @property {Record<string, string>} env the full numbers
 * @property {boolean} [browser] whether they open the built app in a browser
 * @property {boolean} [postgres] whether they need PostgreSQL
 * @property {boolean} [app] whether they need the built app without a browser
 * @property {number} [seeds] how often, each time with other cases drawn
 * @property {number[]} [nodes] major versions of Node under which `npm test` runs, instead of files
 * @property {number} minutes
 */

/** @type {DeepCheck[]} */
const CHECKS = [
  {
    name: 'properties',
    does: 'the tests of properties, each with twenty times as many cases',
    tests: [
      'packages/',
      'contract/sdk/',
      'contract/stream/',
      'contract/link/',
      'apps/cloud/src/store/store.property.test.ts',
    ],
    env: {},
    postgres: true,
    seeds: 20,
    minutes: 10,
  },
  {
    name: 'fuzz',
    does: '10^5 random requests over the contract, twenty seeds of 5000',
    tests: ['contract/cloud/fuzz.test.ts', 'contract/cloud/upload-bombs.test.ts'],
    env: { TACTUS_DEEP_REQUESTS: '5000' },
    minutes: 30,
  },
  {
    name: 'streams',
    does: 'streams of points over 50 draws of each network',
    tests: ['packages/motion/src/feeder/feeder-networks.test.ts'],
    env: { TACTUS_DEEP_STREAMS: '50' },
    minutes: 30,
  },
  {
    name: 'clients',
    does: 'clients that two generators make of the API document drive a device, upload a script and share the device; Spectral checks the document',
    tests: ['contract/openapi/generated-clients.test.ts'],
    env: { TACTUS_DEEP_CLIENTS: '1' },
    minutes: 10,
  },
  {
    name: 'stop',
    does: 'Stop in 10^4 interleavings of commands that are lost and overtake each other',
    tests: ['packages/sdk/src/control/stop.property.test.ts', 'packages/sdk/src/control/late-stop.property.test.ts'],
    env: { TACTUS_DEEP_STOPS: '10000' },
    minutes: 60,
  },
  {
    name: 'group',
    does: 'a device and three that follow it: Stop in 1000 interleavings of commands, losses and Stops, and the limit of the speed in 1000 of changes over each network; twenty seeds of 50',
    tests: ['bench/followers.property.test.ts', 'bench/same-motion.property.test.ts'],
    env: { TACTUS_DEEP_GROUP_STOPS: '50', TACTUS_DEEP_GROUP_LIMITS: '50' },
    seeds: 20,
    minutes: 120,
  },
  {
    name: 'stroke',
    does: 'a stream under a limit of the speed in 500 runs of changes of stroke, place and rate, with each profile',
    tests: ['contract/stream/stroke-under-limit.property.test.ts'],
    env: { TACTUS_DEEP_STROKES: '500' },
    minutes: 30,
  },
  {
    name: 'order',
    does: '10^5 interleavings of numbered commands, their repetitions and Stops, over two connections',
    tests: ['apps/cloud/src/devices/device-order.property.test.ts'],
    env: { TACTUS_DEEP_ORDERS: '100000' },
    minutes: 10,
  },
  {
    name: 'durability',
    does: 'the cloud killed at 200 random moments on each engine of its store, and PostgreSQL at 100',
    tests: ['contract/durability/'],
    env: { TACTUS_DEEP_KILLS: '200', TACTUS_DEEP_DATABASE_KILLS: '100' },
    postgres: true,
    minutes: 90,
  },
  {
    name: 'postgres',
    does: 'all tests of the cloud from outside with its store in PostgreSQL',
    tests: ['--project', 'contract:postgres'],
    env: { TACTUS_DEEP_POSTGRES: '1' },
    postgres: true,
    minutes: 30,
  },
  {
    name: 'slow',
    does: `every slow test of which \`npm test\` draws a part: ${SLOW.length} files`,
    tests: SLOW,
    env: {},
    minutes: 30,
  },
  {
    name: 'shares',
    does: 'guests cut off in 1000 random ways, and in 27 with real processes',
    tests: [
      'contract/shares/interleavings.property.test.ts',
      'contract/shares/bridge-interleavings.property.test.ts',
      'contract/shares/killed.test.ts',
    ],
    env: { TACTUS_DEEP_INTERLEAVINGS: '1000', TACTUS_DEEP_BRIDGES: '1000', TACTUS_DEEP_ENDS: '27' },
    minutes: 30,
  },
  {
    name: 'guests',
    does: 'how fast guests have a slider go: 10^5 streams and 10^5 mixes of commands',
    tests: ['packages/virtual-device/src/guest-speed.property.test.ts'],
    env: { TACTUS_DEEP_GUESTS: '100000' },
    minutes: 240,
  },
  {
    name: 'unattended',
    does: 'clouds that end under guests and leases: 10^5 seeds of the rules, and every combination with real processes and tabs',
    tests: ['packages/motion/src/unattended/', 'contract/unattended/', 'e2e/cloud-ends.spec.ts'],
    env: { TACTUS_DEEP_UNATTENDED: '100000', TACTUS_DEEP_CLOUD_ENDS: '1' },
    browser: true,
    minutes: 120,
  },
  {
    name: 'packages',
    does: 'every package of `npm run package`, installed, started and removed in an empty root',
    tests: ['tools/package/'],
    env: { TACTUS_DEEP_PACKAGES: '1' },
    app: true,
    minutes: 15,
  },
  {
    name: 'films',
    does: 'whole films of 20 s with scripts that end with them, before them and after them: 20 times each, in real time',
    tests: ['--project', 'e2e', '--project', 'e2e:vendor', 'e2e/film-end.control.spec.ts', '--retry', '0'],
    env: { TACTUS_DEEP_FILMS: '20' },
    browser: true,
    minutes: 150,
  },
  {
    name: 'browser',
    does: "every browser test, and all of a page that controls a device also against a cloud that does only what the vendor's does",
    tests: ['--project', 'e2e*'],
    env: { TACTUS_DEEP_BROWSER: '1' },
    browser: true,
    minutes: 90,
  },
  {
    name: 'node',
    does: '`npm test` with Node 20, 22, 24 and 26',
    tests: [],
    env: {},
    nodes: [20, 22, 24, 26],
    minutes: 120,
  },
];

requireNode();
endAllOnSignals();

const names = process.argv.slice(2);
const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  say(`There is no check called ${unknown.join(', ')}. Checks: ${CHECKS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
await ensurePackages();

let failed = 0;
for (const check of CHECKS) {
  if (names.length > 0 && !names.includes(check.name)) continue;
  say(`\n▸ ${check.name}: ${check.does}`);
  for (let round = 0; round < (check.seeds ?? 1); round++) if (!(await holds(check))) failed += 1;
}
say(failed === 0 ? '\nEverything holds.' : `\n${failed} did not hold.`);
process.exit(failed === 0 ? 0 : 1);

/** @param {DeepCheck} check */
async function holds(check) {
  if (!check.nodes) return filesHold(check);
  /** @type {string[]} */
  const lines = [];
  for (const major of check.nodes) lines.push(await lineUnder(major, check));
  say(`\n${lines.join('\n')}`);
  return lines.every((line) => line.startsWith('✓'));
}

/**
 * What `npm test` says under another Node.
 * @param {number} major
 * @param {DeepCheck} check
 */
async function lineUnder(major, { minutes }) {
  const folder = await folderOfNode(major);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
  const startedAt = performance.now();
  const { code } = await run(join(folder, 'node'), [inRoot('tools', 'test.mjs')], {
    timeoutMs: minutes * MINUTE_MS,
    env,
  });
  const took = ((performance.now() - startedAt) / MINUTE_MS).toFixed(1);
  return `${code === 0 ? '✓' : '✗'} Node ${major}: ${took} min`;
}

/** @param {DeepCheck} check */
async function filesHold({ name, tests, env, seeds, browser, postgres, app, minutes }) {
  const seed = seeds && { TACTUS_SEED: String(randomInt(2 ** 31)) };
  if (seed) say(`With TACTUS_SEED=${seed.TACTUS_SEED}:`);
  const browsers = browser ? await ensureChromium() : undefined;
  if (postgres) await ensurePostgres();
  if (browser || app) await ensureApp();
  if (browser && !browsers) return false;
  const result = await run(process.execPath, [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', ...tests], {
    timeoutMs: minutes * MINUTE_MS,
    env: { ...env, ...process.env, ...seed, ...browsers },
  });
  if (result.timedOut) say(`${name} was ended: it took more than ${minutes} minutes.`);
  return result.code === 0;
}
