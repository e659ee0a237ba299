/**
 * Which tests one `npm test` runs, as all of them take longer than a person waits: all that are quick, those of goals and of safety,
 * and a part of the others. The commit draws the part, so a run can be repeated, and in the end every file is drawn.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { run } from './processes.mjs';
import { inRoot } from './root.mjs';
import { ON_POSTGRES, SLOW } from './slow-tests.mjs';

/**
 * Files of which a part is drawn. Paths are from the top folder.
 * @typedef {object} Drawing
 * @property {string} of what they are, in one word: a file that is drawn for one is not therefore drawn for another
 * @property {number} oneOf one of so many neighbours is drawn
 * @property {readonly RegExp[]} always what is in every run
 */

/**
 * Every goal from the first page on, what was stored before, the first start, Stop and what it leads to, what ends under a person, and
 * that nothing leaves the machine.
 * @type {Drawing}
 */
export const BROWSER = {
  of: 'browser',
  oneOf: 16,
  always: [
    /^e2e\/(journeys|frozen)\//,
    /^e2e\/(stop|leaving|escape|takeover|share)\b/,
    /^e2e\/(lost-and-back|network-cut|cloud-ends|closed-at-once|device-trouble)\b/,
    /^e2e\/(first-move|start|canary|link\.control)\b/,
  ],
};

/**
 * The pages that control a device, a second time in the vendor profile: always what must end motion in every cloud.
 * @type {Drawing}
 */
export const VENDOR = {
  of: 'vendor',
  oneOf: 3,
  always: [/^e2e\/(stop|leaving|escape|takeover|lost-and-back|network-cut)\b/],
};
const CONTROL = /\.control\.spec\.ts$/;

/**
 * Tests of the cloud from outside a second time on PostgreSQL: always the calls of the contract, and what is there after a restart.
 * @type {Drawing}
 */
const POSTGRES = { of: 'postgres', oneOf: 3, always: [/^contract\/black-box\//, /\/restart\.test\.ts$/] };

/** @type {Drawing} */
const SELDOM = { of: 'slow', oneOf: 4, always: [] };

/** The browser tests of this commit's `npm test`, those of them that run in the vendor profile too, and how many files there are. */
export async function browserTestsOfRun() {
  const all = readdirSync(inRoot('e2e'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('e2e', path).split(sep).join('/'))
    .filter((path) => path.endsWith('.spec.ts'))
    .toSorted();
  const tree = await committedTree();
  const files = drawnTests(all, tree, BROWSER);
  const control = files.filter((file) => CONTROL.test(file));
  return { files, onVendor: drawnTests(control, tree, VENDOR), of: all.length };
}

/** Of the other tests the slow ones that this commit's `npm test` leaves out, and those that it runs on PostgreSQL too. */
export async function slowTestsOfRun() {
  const tree = await committedTree();
  const drawn = drawnTests(SLOW, tree, SELDOM);
  return { leftOut: SLOW.filter((file) => !drawn.includes(file)), onPostgres: drawnTests(ON_POSTGRES, tree, POSTGRES) };
}

/**
 * The files of a run in their order: of the drawn ones one of each group of neighbours, so that a run takes about as long by every tree.
 * @param {readonly string[]} files paths from the top folder
 * @param {string} tree the hash of what is tested
 * @param {Drawing} drawing
 */
export function drawnTests(files, tree, { of, oneOf, always }) {
  const others = files.filter((file) => !always.some((path) => path.test(file)));
  const left = new Set(others);
  for (let first = 0; first < others.length; first += oneOf) {
    const group = others.slice(first, first + oneOf);
    const [drawn = ''] = group.toSorted((a, b) => hashOf(`${tree} ${of} ${a}`) - hashOf(`${tree} ${of} ${b}`));
    left.delete(drawn);
  }
  return files.filter((file) => !left.has(file));
}

/** The hash of all committed files, which is the same in every clone; empty where this is no clone. */
async function committedTree() {
  const { code, output } = await run('git', ['rev-parse', 'HEAD^{tree}'], { timeoutMs: 10_000, collect: true });
  return code === 0 ? output.trim() : '';
}

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest().readUInt32BE();
