/**
 * Which browser tests one `npm test` runs, as all of them take longer than a person waits: those of goals and of safety, and a part
 * of the others. The commit draws the part, so a run can be repeated, and in the end every file is drawn.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { run } from './processes.mjs';
import { inRoot } from './root.mjs';

/**
 * Every goal from the first page on, what was stored before, the first start, Stop and what it leads to, what ends under a person, and
 * that nothing leaves the machine.
 */
const ALWAYS = [
  /^e2e\/(journeys|frozen)\//,
  /^e2e\/(stop|leaving|escape|takeover|share|link)\b/,
  /^e2e\/(lost-and-back|network-cut|cloud-ends|closed-at-once|device-trouble)\b/,
  /^e2e\/(first-move|start|canary)\b/,
];

/** Of the others one of so many is drawn. */
const ONE_OF = 8;

/** The pages that control a device: they run in the vendor profile too. */
const CONTROL = /\.control\.spec\.ts$/;

/** Of them always: what must end motion in every cloud. */
const ALWAYS_ON_VENDOR = /^e2e\/(stop|leaving|escape|takeover|lost-and-back|network-cut)\b/;

/** Of the others of these one of so many is drawn. */
const ONE_OF_VENDOR = 2;

/** The browser tests of this commit's `npm test`, those of them that run in the vendor profile too, and how many files there are. */
export async function browserTestsOfRun() {
  const all = readdirSync(inRoot('e2e'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('e2e', path).split(sep).join('/'))
    .filter((path) => path.endsWith('.spec.ts'))
    .sort();
  const tree = await committedTree();
  const files = drawnTests(all, tree);
  return { files, onVendor: drawnOnVendor(files, tree), of: all.length };
}

/**
 * The files of a run, in the order given.
 * @param {readonly string[]} files paths from the top folder
 * @param {string} tree the hash of what is tested
 */
export function drawnTests(files, tree) {
  return files.filter((file) => ALWAYS.some((path) => path.test(file)) || hashOf(`${tree} ${file}`) % ONE_OF === 0);
}

/**
 * The files that run in the vendor profile too, in the order given.
 * @param {readonly string[]} files paths from the top folder
 * @param {string} tree the hash of what is tested
 */
export function drawnOnVendor(files, tree) {
  return files
    .filter((file) => CONTROL.test(file))
    .filter((file) => ALWAYS_ON_VENDOR.test(file) || hashOf(`${tree} vendor ${file}`) % ONE_OF_VENDOR === 0);
}

/** The hash of all committed files, which is the same in every clone; empty where this is no clone. */
async function committedTree() {
  const { code, output } = await run('git', ['rev-parse', 'HEAD^{tree}'], { timeoutMs: 10_000, collect: true });
  return code === 0 ? output.trim() : '';
}

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest().readUInt32BE();
