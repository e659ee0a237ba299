/** Counts lines of code: what a formatter of fixed width leaves, without blank lines and comments. */
import { parseSync } from 'oxc-parser';

/** A kind of file that is counted apart. */
export type SourceKind = 'product' | 'tests';

/** Files and lines of one kind; `code` leaves out blank lines and lines that hold nothing but a comment. */
export interface LineCount {
  files: number;
  lines: number;
  code: number;
}

const SCRIPT = /\.tsx?$|\.m[jt]s$/;
const TEST = /\.(test|spec)\.tsx?$|\/testing\/|^(contract|e2e|bench)\//;
const PRODUCT = /^(packages|apps)\/[^/]+\/src\//;
const BUILT = /^contract\/frozen\//;

/** The kind of a file by its path from the top; undefined where its lines are not counted (tools, data, built files). */
export function sourceKindOf(path: string): SourceKind | undefined {
  if (BUILT.test(path) || path.endsWith('.d.ts') || !(SCRIPT.test(path) || path.endsWith('.css'))) return undefined;
  if (TEST.test(path)) return 'tests';
  return PRODUCT.test(path) ? 'product' : undefined;
}

/** Counts the lines of one file by its text. */
export function countLines(path: string, text: string): LineCount {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const code = withoutComments(path, text)
    .split('\n')
    .filter((line) => line.trim() !== '').length;
  return { files: 1, lines, code };
}

/** Adds up the counts of files, by kind. Each file is its path from the top and its text. */
export function countTree(files: Iterable<readonly [path: string, text: string]>): Record<SourceKind, LineCount> {
  const counts = { product: emptyCount(), tests: emptyCount() };
  for (const [path, text] of files) {
    const kind = sourceKindOf(path);
    if (kind === undefined) continue;
    const { lines, code } = countLines(path, text);
    counts[kind].files += 1;
    counts[kind].lines += lines;
    counts[kind].code += code;
  }
  return counts;
}

const emptyCount = (): LineCount => ({ files: 0, lines: 0, code: 0 });

/** The text with every comment blanked; its line breaks stay. */
function withoutComments(path: string, text: string): string {
  if (path.endsWith('.css')) return text.replace(/\/\*[\s\S]*?\*\//g, blank);
  return parseSync(path, text).comments.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + blank(rest.slice(start, end)) + rest.slice(end),
    text,
  );
}

const blank = (comment: string): string => comment.replace(/[^\n]/g, '');
