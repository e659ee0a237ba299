/** The parts of a source file for readers: comments, titles of tests, and documents that messages name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { asNode, type Node, nameOf, nodesOf, visit } from '../syntax-tree.ts';

export interface Prose {
  readonly text: string;
  /** Its start in the file. */
  readonly at: number;
}

const TEST_FILE = /\.(test|spec|property\.test)\.tsx?$/;

/** Calls whose first text is the title of a test. */
const TITLED = new Set(['test', 'it', 'describe', 'bench']);

/** The prose of a source file; all of a style sheet's comments. */
export function proseOf(root: string, file: string): readonly Prose[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (file.endsWith('.css')) return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map((m) => ({ text: m[0], at: m.index }));
  const { program, comments } = parseSync(file, text);
  const prose = comments.map(({ start, end }) => ({ text: unwrapped(text.slice(start, end)), at: start }));
  if (!TEST_FILE.test(file) && !text.includes('docs/')) return prose;
  // The program is a node like every other; the parser's own type lists each kind of node.
  visit(program as unknown as Node, (node) => {
    if (TEST_FILE.test(file)) prose.push(...titleOf(node, text));
    else if (isText(node)) prose.push(...documentsIn(node, text));
  });
  return prose;
}

/** A comment whose lines are one text; every character stays in its position. */
function unwrapped(comment: string): string {
  return comment.replace(/\n[ \t]*(\*(?!\/)|\/\/)?/g, (margin) => ' '.repeat(margin.length));
}

function titleOf(node: Node, text: string): Prose[] {
  const title = node.type === 'CallExpression' ? nodesOf(node['arguments'])[0] : undefined;
  if (!title || !isText(title) || !TITLED.has(rootOf(node) ?? '')) return [];
  return [{ text: sourceOf(title, text), at: title.start }];
}

/** Documents that a message names, as in `see docs/control.md`. */
function documentsIn(node: Node, text: string): Prose[] {
  const named = sourceOf(node, text).matchAll(/\bdocs\/[\w./-]+\.md\b(#[\w-]+)?/g);
  return [...named].map((found) => ({ text: found[0], at: node.start + found.index }));
}

const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');

const sourceOf = (node: Node, text: string) => text.slice(node.start, Number(node['end']));

/** `test.each(rows)('…')` -> test. */
function rootOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  return nameOf(node) ?? rootOf(asNode(node['callee']) ?? asNode(node['object']) ?? asNode(node['tag']));
}
