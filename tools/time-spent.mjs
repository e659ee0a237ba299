/** Where the time of `npm test` went, in a few lines. */

/**
 * @typedef {object} Timed
 * @property {string} name
 * @property {number} seconds
 */

const SLOWEST = 10;

/**
 * The parts of the run in their order, the files of tests together by their top folder, and the slowest of them.
 * @param {readonly Timed[]} parts measured by the clock; parts that run at the same time count each in full
 * @param {readonly Timed[]} files as Vitest measures them; several run at the same time
 * @returns {string[]} lines
 */
export function timeSpent(parts, files) {
  const lines = [`Time: ${listed(parts)}.`];
  if (files.length === 0) return lines;
  const folders = slowestFirst(summed(files.map(({ name, seconds }) => ({ name: name.split('/')[0] ?? '', seconds }))));
  const slowest = slowestFirst(summed(files)).slice(0, SLOWEST);
  return [
    ...lines,
    `Files of tests, several at the same time: ${listed(folders)}. The slowest:`,
    ...slowest.map(({ name, seconds }) => `  ${rounded(seconds)} ${name}`),
  ];
}

/**
 * Those of the same name as one: a browser test runs under two profiles.
 * @param {readonly Timed[]} all
 * @returns {Timed[]}
 */
function summed(all) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { name, seconds } of all) sums.set(name, (sums.get(name) ?? 0) + seconds);
  return [...sums].map(([name, seconds]) => ({ name, seconds }));
}

/** @param {readonly Timed[]} all */
const slowestFirst = (all) => [...all].sort((a, b) => b.seconds - a.seconds);

/** @param {readonly Timed[]} all */
const listed = (all) => all.map(({ name, seconds }) => `${name} ${rounded(seconds)}`).join(', ');

/** @param {number} seconds */
const rounded = (seconds) => `${seconds.toFixed(1)} s`;
