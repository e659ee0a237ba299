/** Follows every link and every citation of a file or heading, in documents, comments and titles of tests. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesBelow, readRepository } from '../repository.ts';
import { lineFinder } from '../syntax-tree.ts';
import { type Document, readDocument } from './document.ts';
import { type Prose, proseOf } from './prose.ts';

export interface LinkSurvey {
  /** Links and citations that were followed. */
  readonly followed: number;
  /** Broken ones, one line each. */
  readonly broken: readonly string[];
}

/** A path from the top, with the heading it may name: behind a `#`, or quoted as in (docs/sharing.md, "The guest"). */
const FROM_TOP =
  /(?<![\w/.@-])(?<path>(?:docs|packages|apps|contract|e2e|tools|bench)\/[\w./-]*\w\.(?:md|tsx?|mjs|css|json|png|gif))(?![\w/*])(?:#(?<anchor>[\w-]+)|`?,?\s+"(?<heading>[^"]+)")?/g;

/** A record of a decision by its number. */
const RECORD = /(?<![\w/.])docs\/decisions\/(?<record>\d{3})(?![\w-])/g;

/** A document by its name alone, or from another folder than the top. */
const PAPER = /(?<![\w/.*<{-])(?<paper>(?:[\w.-]+\/)*[\w.-]+\.md)\b/g;

/** A source file by the end of its path, between backticks. */
const FILE = /`(?<end>\w[\w./-]*\.(?:tsx?|mjs|css))`/g;

/** A number of an issue, which nobody else can read, or of a decision, without its place. */
const NUMBER_ALONE = /\b(issues?|decisions?) \d+/gi;

const TOP_FOLDER = /^(docs|packages|apps|contract|e2e|tools|bench)\//;
const BUILT = /(^|\/)(dist|coverage|node_modules)\//;

/** Reads the whole repository below a folder. */
export function surveyLinks(root: string): LinkSurvey {
  const all = filesBelow(root, '', /./);
  const names = new Set(all.flatMap(endsOf));
  const documents = new Map<string, Document>();
  const documentAt = (path: string) => {
    const known = documents.get(path) ?? readDocument(readFileSync(join(root, path), 'utf8'));
    documents.set(path, known);
    return known;
  };
  const broken: string[] = [];
  let followed = 0;

  const isInTree = (path: string) => !normalize(path).startsWith('..') && existsSync(join(root, path));

  /** The fault of a path, and of a heading in the file; undefined without one. */
  const wrongWith = (path: string, anchor?: string, heading?: string): string | undefined => {
    if (BUILT.test(path)) return undefined;
    if (!isInTree(path)) return 'is not in the tree';
    if (anchor !== undefined && !documentAt(path).anchors.has(anchor)) return `has no heading #${anchor}`;
    if (heading !== undefined && path.endsWith('.md') && !documentAt(path).headings.has(heading))
      return `has no heading "${heading}"`;
    return undefined;
  };

  const readProse = (file: string, { text, at }: Prose, lineOf: (at: number) => number) => {
    const report = (found: RegExpMatchArray, named: string, wrong: string | undefined) => {
      followed += 1;
      if (wrong !== undefined) broken.push(`${file}:${lineOf(at + (found.index ?? 0))} names ${named}, which ${wrong}`);
    };
    for (const found of text.matchAll(FROM_TOP)) {
      const { path = '', anchor, heading } = found.groups ?? {};
      report(found, path, wrongWith(path, anchor, heading));
    }
    for (const found of text.matchAll(RECORD)) {
      const { record = '' } = found.groups ?? {};
      const isThere = all.some((path) => path.startsWith(`docs/decisions/${record}-`));
      report(found, found[0], isThere ? undefined : 'is not in the tree');
    }
    for (const found of text.matchAll(PAPER)) {
      const { paper = '' } = found.groups ?? {};
      if (TOP_FOLDER.test(paper)) continue;
      const places = [join(dirname(file), paper), paper, join('docs', paper)];
      report(found, paper, places.some(isInTree) ? undefined : 'is not in the tree');
    }
    for (const found of text.matchAll(NUMBER_ALONE)) report(found, found[0], 'leads nowhere by itself');
    for (const found of text.matchAll(FILE)) {
      const end = normalize(found.groups?.['end'] ?? '').replace(/^(\.\.?\/)+/, '');
      if (!TOP_FOLDER.test(end)) report(found, end, names.has(end) ? undefined : 'is the end of no path in the tree');
    }
  };

  for (const file of all.filter((path) => path.endsWith('.md'))) {
    const text = readFileSync(join(root, file), 'utf8');
    const lineOf = lineFinder(text);
    for (const { href, at } of documentAt(file).targets) {
      const [path = '', anchor] = href.split('#');
      // Links to other sites, and to pages of the site that shows the document.
      if (/^([a-z]+:|\/)/.test(href)) continue;
      followed += 1;
      const target = path === '' ? file : normalize(join(dirname(file), path));
      const wrong = wrongWith(target, anchor);
      if (wrong !== undefined) broken.push(`${file}:${lineOf(at)} links to ${href}: ${target} ${wrong}`);
    }
    readProse(file, { text: proseOfDocument(text), at: 0 }, lineOf);
  }
  const sources = [...readRepository(root).files, ...all.filter((path) => /^[\w.-]+\.ts$/.test(path))];
  for (const file of sources) {
    const lineOf = lineFinder(readFileSync(join(root, file), 'utf8'));
    for (const prose of proseOf(root, file)) readProse(file, prose, lineOf);
  }
  return { followed, broken };
}

/** A document without blocks of code, and without the targets of its links; every character stays in its position. */
function proseOfDocument(text: string): string {
  return text.replace(/^(```+)[^\n]*\n[\s\S]*?^\1|\]\([^)\n]*\)|\b(src|href)="[^"]*"/gm, (left) =>
    left.replace(/[^\n]/g, ' '),
  );
}

/** A path, and each shorter one that leaves out folders at its beginning. */
function endsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}
