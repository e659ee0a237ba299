/**
 * `npm run bench -- NAME`: measures and prints one JSON line a row; ends with 1 when a row misses its limit. Without a name
 * it runs every benchmark and rewrites docs/benchmarks.md.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { benchmarkTable } from './benchmark-table.mjs';
import { endAllOnSignals } from './processes.mjs';
import { inRoot, requireNode } from './root.mjs';
import { ensureApp, ensureChromium, ensurePackages } from './setup.mjs';

requireNode();
endAllOnSignals();
await ensurePackages();

const known = readdirSync(inRoot('bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const names = process.argv.slice(2);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark called ${unknown.join(', ')}. Benchmarks: ${known.join(', ')}.\n`);
  process.exit(1);
}

// Measured processes run in the same way as `npm start` runs the cloud.
process.env['TACTUS_SOURCE_RUNNER'] = pathToFileURL(inRoot('tools', 'run-from-source.mjs')).href;
await import('./run-from-source.mjs');

/** @type {import('./benchmark-table.mjs').Measured[]} */
const results = [];
let broken = false;
for (const name of names.length > 0 ? names : known) {
  try {
    await measure(name);
  } catch (error) {
    // A benchmark that fails does not prevent the others.
    broken = true;
    process.stderr.write(`${name} could not be measured: ${error instanceof Error ? error.stack : error}\n`);
  }
}
if (names.length === 0 && !broken) writeFileSync(inRoot('docs', 'benchmarks.md'), benchmarkTable(results));
process.exit(!broken && results.length > 0 && results.every(({ row }) => row.holds) ? 0 : 1);

/** @param {string} name */
async function measure(name) {
  /** @type {import('../bench/measure/row.ts').Benchmark} */
  const { rows, needsApp, needsBrowser } = await import(pathToFileURL(inRoot('bench', `${name}.ts`)).href);
  if (needsApp) await ensureApp();
  if (needsBrowser) Object.assign(process.env, await ensureChromium());
  for await (const row of rows()) {
    process.stdout.write(`${JSON.stringify(row)}\n`);
    results.push({ name, row });
  }
}
