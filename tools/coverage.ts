/** Reads docs/coverage.md and checks the tests that its ticked rows name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, nodesOf, parseTree, stringOf, visit } from './syntax-tree.ts';

/** A statement of the specification. */
export interface CoverageRow {
  /** Section and number, e.g. `2.3`. */
  readonly id: string;
  readonly ticked: boolean;
  /** Left open by the specification itself. */
  readonly notShown: boolean;
  /** The record of the decision not to build this. */
  readonly notBuilt?: string;
  /** The tests that show it. */
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

const BULLET = /^- /;
const ROW = /^- (?:\[(?<tick>[ x])\] )?\*\*(?<id>\d+\.\d+)\*\* (?<text>.+)$/;
const NOT_SHOWN = ' — *not shown*';
const NOT_BUILT = / — \*not built: `(?<record>[^`]+)`\*$/;
const NAMED_TEST = /`(?<file>[^`]+\.(?:test|spec)\.tsx?)` › "(?<name>[^"]+)"/g;

/** The tests in a text. */
function namedTests(text: string): CoverageRow['tests'] {
  return [...text.matchAll(NAMED_TEST)].map(({ groups }) => ({
    file: groups?.['file'] ?? '',
    name: groups?.['name'] ?? '',
  }));
}

/**
 * The promises of a document: each paragraph that begins with a bold word, and each heading, with the tests of it and of the
 * paragraphs up to the next one. A heading need not name any.
 */
export function readPromises(markdown: string): CoverageRow[] {
  const promises: { id: string; ticked: boolean; text: string }[] = [];
  for (const paragraph of markdown.split('\n\n')) {
    const bold = /^\*\*(?<word>[^*]+)\.\*\* /.exec(paragraph)?.groups?.['word'];
    if (bold !== undefined || paragraph.startsWith('#'))
      promises.push({ id: bold ?? paragraph, ticked: bold !== undefined, text: '' });
    const last = promises.at(-1);
    if (last) last.text += ` ${paragraph.replaceAll('\n', ' ')}`;
  }
  return promises.map(({ id, ticked, text }) => ({ id, ticked, notShown: false, tests: namedTests(text) }));
}

/** The rows of the document. Throws an Error that names the line of a malformed bullet. */
export function readCoverage(markdown: string): CoverageRow[] {
  return markdown.split('\n').flatMap((line, index) => {
    if (!BULLET.test(line) || isInsideFence(markdown, index)) return [];
    const { tick, id = '', text = '' } = ROW.exec(line)?.groups ?? {};
    const notShown = text.endsWith(NOT_SHOWN);
    const notBuilt = NOT_BUILT.exec(text)?.groups?.['record'];
    if (id === '' || (notShown || notBuilt !== undefined) !== (tick === undefined))
      throw new Error(`Line ${index + 1} is no row: ${line}`);
    const tests = namedTests(text);
    return [{ id, ticked: tick === 'x', notShown, tests, ...(notBuilt !== undefined && { notBuilt }) }];
  });
}

/** The headings of the document that have rows but no link to a section of the specification. */
export function headingsWithoutSpecification(markdown: string): string[] {
  return markdown
    .split(/^#{2,3} /m)
    .slice(1)
    .filter((part) => /^- /m.test(part) && !/^Specification: .*\]\(specification\.md#[\w-]+\)/m.test(part))
    .map((part) => part.split('\n', 1)[0] ?? '');
}

/** The faults of the rows, one line each; tests are looked up below a folder. */
export function checkCoverage(root: string, rows: readonly CoverageRow[]): string[] {
  const wrong: string[] = [];
  const seen = new Set<string>();
  const titles = new Map<string, ReadonlySet<string>>();
  for (const { id, ticked, tests, notBuilt } of rows) {
    if (seen.has(id)) wrong.push(`${id} stands twice`);
    seen.add(id);
    if (ticked && tests.length === 0) wrong.push(`${id} is ticked but names no test`);
    if (notBuilt !== undefined && !existsSync(join(root, notBuilt)))
      wrong.push(`${id} names ${notBuilt}, which does not exist`);
    for (const { file, name } of tests) {
      const known = titles.get(file) ?? titlesOf(root, file);
      titles.set(file, known);
      if (!existsSync(join(root, file))) wrong.push(`${id} names ${file}, which does not exist`);
      else if (!known.has(name)) wrong.push(`${id} names "${name}", which is no test of ${file}`);
    }
  }
  return wrong;
}

/** The function of a browser test that `npm test` leaves out (e2e/harness/profile.ts). */
const NOT_IN_NPM_TEST = 'deeper';

/** Every literal at the start of a call in the file, among them the titles of tests that `npm test` runs. */
function titlesOf(root: string, file: string): ReadonlySet<string> {
  const titles = new Set<string>();
  if (!existsSync(join(root, file))) return titles;
  visit(parseTree(file, readFileSync(join(root, file), 'utf8')), (node) => {
    if (node.type !== 'CallExpression' || nameOf(node['callee']) === NOT_IN_NPM_TEST) return;
    const title = stringOf(nodesOf(node['arguments'])[0]);
    if (title !== undefined) titles.add(title);
  });
  return titles;
}

function isInsideFence(markdown: string, index: number): boolean {
  const fences = markdown
    .split('\n')
    .slice(0, index)
    .filter((line) => line.startsWith('```'));
  return fences.length % 2 === 1;
}
