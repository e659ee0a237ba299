/**
 * `npm test`: all checks, on a machine with Node and nothing else. All gates run even when an early one
 * fails; the last line states how many tests and checks passed and failed.
 */
import { batches } from './batches.mjs';
import { GATES } from './gates.mjs';
import { add, NOTHING, named, notRun, oneCheck, summary } from './outcome.mjs';
import { endAllOnSignals } from './processes.mjs';
import { requireNode, say } from './root.mjs';
import { ensureChromium, ensurePackages, ensurePostgres } from './setup.mjs';
import { timeSpent } from './time-spent.mjs';

requireNode();
endAllOnSignals();

const names = process.argv.slice(2);
const unknown = names.filter((name) => !GATES.some((gate) => gate.name === name));
if (unknown.length > 0) {
  say(`There is no gate called ${unknown.join(', ')}. Gates: ${GATES.map((gate) => gate.name).join(', ')}.`);
  process.exit(1);
}
const gates = names.length === 0 ? GATES : GATES.filter((gate) => names.includes(gate.name));
say(`Testing Tactus: ${gates.map((gate) => gate.name).join(', ')}.`);

/** @type {import('./time-spent.mjs').Timed[]} */
const parts = [];
const total = await runGates();
for (const text of [...timeSpent(parts, total.files ?? []), ...named(total), ...notRun(total)]) say(text);
say(summary(total));
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

/** @returns {Promise<import('./outcome.mjs').Outcome>} */
async function runGates() {
  const startedAt = performance.now();
  try {
    await ensurePackages();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return oneCheck(false);
  }
  const needsBrowser = gates.some((gate) => gate.name.startsWith('e2e'));
  const browsers = needsBrowser ? await ensureChromium() : undefined;
  if (gates.some(({ name }) => name === 'apps')) await ensurePostgres();
  parts.push({ name: 'installation', seconds: secondsSince(startedAt) });

  let sum = NOTHING;
  /** @type {string[]} */
  const lines = [];
  for (const together of batches(gates)) {
    const runLane = async (/** @type {import('./gates.mjs').Gate[]} */ lane) => {
      for (const gate of lane) {
        say(`\n▸ ${gate.name}: ${gate.does}`);
        const startedAt = performance.now();
        const outcome = await runGate(gate, browsers);
        const seconds = secondsSince(startedAt);
        parts.push({ name: gate.name, seconds });
        const line = `${outcome.failed > 0 ? '✗' : '✓'} ${gate.name}: ${summary(outcome)} (${seconds.toFixed(1)} s)`;
        say(line);
        lines.push(line);
        sum = add(sum, outcome);
      }
    };
    await Promise.all(together.map(runLane));
  }
  say(`\n${lines.join('\n')}`);
  return sum;
}

/**
 * A gate that throws counts as failed, and the others still run.
 * @param {import('./gates.mjs').Gate} gate
 * @param {import('./chromium.mjs').BrowserPaths | undefined} browsers
 */
async function runGate(gate, browsers) {
  try {
    return await gate.run({ browsers });
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return oneCheck(false);
  }
}

/** @param {number} startedAt */
function secondsSince(startedAt) {
  return (performance.now() - startedAt) / 1000;
}
