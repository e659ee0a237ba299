/** docs/benchmarks.md, written by the last run of every benchmark. */

/**
 * @typedef {object} Measured
 * @property {string} name the benchmark, as `npm run bench -- NAME` takes it
 * @property {import('../bench/measure/row.ts').Row} row
 */

/**
 * The whole page: first the rows that miss their limits, then every row.
 * @param {Measured[]} results
 */
export function benchmarkTable(results) {
  const missed = results.filter(({ row }) => !row.holds);
  const lines = results.map(({ name, row }) =>
    [
      `\`${name}\``,
      row.row,
      `${figure(row.value)} ${row.unit}`,
      row.reference === null ? '–' : `${figure(row.reference)} ${row.unit}`,
      row.ratio === null ? '–' : figure(row.ratio),
      row.limit,
      row.holds ? 'yes' : '**no**',
    ].join(' | '),
  );
  return `# Benchmarks

Written by \`npm run bench\`, which measures everything anew; \`npm run bench -- NAME\` prints one of them as JSON lines.
A reference is measured in the same run as the value, so the ratio depends little on the machine.

**${results.length - missed.length} of ${results.length} rows hold.**${missed.length > 0 ? ' These do not:' : ''}
${missed.map(({ name, row }) => `\n- \`${name}\`: ${row.row}: ${figure(row.value)} ${row.unit}${row.ratio === null ? '' : `, ratio ${figure(row.ratio)}`}, where ${row.limit} is wanted`).join('')}

Not measured, because our cloud runs on one node: what a command costs over a bus between nodes, and what becomes of the
devices of a node that is killed. That a cloud of one node which is killed forgets nothing it has acknowledged is a test
(\`contract/durability/kill.test.ts\`).

| benchmark | figure | value | reference | ratio | must be | holds |
|---|---|---|---|---|---|---|
${lines.map((line) => `| ${line} |`).join('\n')}
`;
}

/** @param {number} value four figures are enough for a table */
function figure(value) {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}
