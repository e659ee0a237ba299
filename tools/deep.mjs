/**
 * `npm run deep`: the checks that run in `npm test` with small numbers, with their full ones. `npm run deep -- NAME …`
 * runs only what is named. It takes an hour or so; nothing here may fail.
 */
import { endAllOnSignals, run } from './processes.mjs';
import { inRoot, requireNode, say } from './root.mjs';
import { ensurePackages } from './setup.mjs';

const MINUTE_MS = 60_000;

/**
 * @typedef {object} DeepCheck
 * @property {string} name
 * @property {string} does what it shows, in a few words
 * @property {string[]} files of the tests
 * @property {Record<string, string>} env the full numbers
 * @property {number} minutes
 */

/** @type {DeepCheck[]} */
const CHECKS = [
  {
    name: 'fuzz',
    does: '10^5 random requests over the contract, twenty seeds of 5000',
    files: ['contract/cloud/fuzz.test.ts', 'contract/cloud/upload-bombs.test.ts'],
    env: { TACTUS_DEEP_REQUESTS: '5000' },
    minutes: 30,
  },
  {
    name: 'stop',
    does: 'Stop in 10^4 interleavings of commands that are lost and overtake each other',
    files: ['packages/sdk/src/stop/stop.property.test.ts'],
    env: { TACTUS_DEEP_STOPS: '10000' },
    minutes: 60,
  },
  {
    name: 'durability',
    does: 'the cloud killed at 50 random moments',
    files: ['contract/durability/kill.test.ts'],
    env: { TACTUS_DEEP_KILLS: '50' },
    minutes: 30,
  },
  {
    name: 'shares',
    does: 'guests cut off in 1000 random ways, and in 27 with real processes',
    files: [
      'contract/shares/interleavings.property.test.ts',
      'contract/shares/bridge-interleavings.property.test.ts',
      'contract/shares/killed.test.ts',
    ],
    env: { TACTUS_DEEP_INTERLEAVINGS: '1000', TACTUS_DEEP_BRIDGES: '1000', TACTUS_DEEP_ENDS: '27' },
    minutes: 30,
  },
];

requireNode();
endAllOnSignals();

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  say(`There is no check called ${unknown.join(', ')}. Checks: ${CHECKS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
await ensurePackages();

let failed = 0;
for (const { name, does, files, env, minutes } of CHECKS) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  say(`\n▸ ${name}: ${does}`);
  const result = await run(process.execPath, [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', ...files], {
    timeoutMs: minutes * MINUTE_MS,
    env: { ...process.env, ...env },
  });
  if (result.timedOut) say(`${name} was ended: it took more than ${minutes} minutes.`);
  if (result.code !== 0) failed += 1;
}
say(failed === 0 ? '\nEverything holds.' : `\n${failed} did not hold.`);
process.exit(failed === 0 ? 0 : 1);
