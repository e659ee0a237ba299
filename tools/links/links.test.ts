import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../root.mjs';
import { surveyLinks } from './links.ts';

test('every link and citation of the repository leads to a file and heading in it', () => {
  const { followed, broken } = surveyLinks(ROOT);
  expect(followed).toBeGreaterThan(500);
  expect(broken).toEqual([]);
});

const GUIDE = '# Guide\n\n## Set `up` it\n\nText.\n\n## Twice\n\n## Twice\n';

/** A small repository whose only links are those of the given files. */
function survey(files: Record<string, string>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = join(folder, 'tree');
  const all = {
    'package.json': '{ "workspaces": ["packages/*"] }',
    'packages/time/package.json': '{ "name": "@tactus/time" }',
    'packages/time/src/clock.ts': 'export const x = 1;\n',
    'docs/guide.md': GUIDE,
    'docs/decisions/001-one.md': '# One\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return surveyLinks(root).broken;
}

const CODE = 'packages/time/src/a.ts';
const TEST = 'packages/time/src/a.test.ts';

const planted: readonly (readonly [kind: string, file: string, text: string, line: number])[] = [
  ['a link of a document to a file that is gone', 'README.md', '# A\n\n[b](docs/gone.md)\n', 3],
  ['a link that is relative to another folder', 'docs/a.md', '[b](docs/guide.md)\n', 1],
  ['a link to a heading that is gone', 'docs/a.md', '\n[b](guide.md#set-it-up)\n', 2],
  ['a link to a heading of the same document', 'docs/a.md', '# A\n[b](#b)\n', 2],
  ['a link by reference', 'docs/a.md', '\n[b][c]\n\n[c]: gone.html\n', 2],
  ['a picture', 'README.md', '![b](docs/gone.png)\n', 1],
  ['a picture in HTML', 'README.md', '<img src="docs/gone.png">\n', 1],
  ['a path between backticks of a document', 'README.md', 'See `docs/gone.md`.\n', 1],
  ['the end of a path between backticks of a document', 'docs/a.md', 'See `src/gone.ts`.\n', 1],
  ['a bare name of a paper in a document', 'README.md', 'As rules.md 8 says.\n', 1],
  ['a path in a comment', CODE, '\n/** See packages/time/src/gone.ts. */\n', 2],
  ['a document in a comment over several lines', CODE, '/**\n * Why:\n * docs/gone.md.\n */\n', 3],
  ['a heading in a comment', CODE, '// docs/guide.md#gone\n', 1],
  ['a quoted heading in a comment, wrapped', CODE, '/**\n * (docs/guide.md, "Set\n * it up")\n */\n', 2],
  ['a bare name of a paper in a comment', CODE, '// (choices.md 10)\n', 1],
  ['a paper in a folder in a comment', CODE, '// papers/house.md\n', 1],
  ['a paper above the tree in a comment', CODE, '// ../../../../shared/spec.md\n', 1],
  ['a record of a decision by number', CODE, '// docs/decisions/002\n', 1],
  ['a number of an issue', CODE, '// Issue 12 says so.\n', 1],
  ['a number of a decision in a document', 'docs/a.md', 'So it is (decision 36).\n', 1],
  ['a file by the end of its path in a comment', CODE, '// as `src/gone.ts` does\n', 1],
  ['a comment of a style sheet', 'packages/time/src/a.css', 'p {}\n/* papers/look.md */\n', 2],
  ['a document in a message', CODE, "\nthrow new Error('see docs/gone.md');\n", 2],
  ['a document in a message between backticks', CODE, 'export const m = `see docs/gone.md`;\n', 1],
  ['a title of a test', TEST, "\ntest('as rules.md 5 says', () => {});\n", 2],
  ['a title of tests over rows', TEST, "test.each([1])('as docs/gone.md says', () => {});\n", 1],
  ['a title of a group of tests', TEST, "describe.concurrent('docs/guide.md#gone', () => {});\n", 1],
  ['a file at the top', 'vite.ts', '// papers/quality.md\n', 1],
];

test.each(planted)('%s is named with its line', (_kind, file, text, line) => {
  expect(survey({ [file]: text })).toEqual([expect.stringMatching(new RegExp(`^${file}:${line} `))]);
});

test('a file beside the tree is not in it', () => {
  const beside = { '../shared.md': '# Here\n' };
  expect(survey({ ...beside, 'README.md': '[a](../shared.md#here)\n' })).toEqual([
    expect.stringContaining('README.md:1 '),
  ]);
  expect(survey({ ...beside, 'docs/a.md': 'As ../../shared.md says.\n' })).toEqual([
    expect.stringContaining('docs/a.md:1 '),
  ]);
  expect(survey({ ...beside, 'docs/a.md': 'As ../shared.md says.\n' })).toEqual([
    expect.stringContaining('docs/a.md:1 '),
  ]);
});

test('what leads somewhere, and what is no citation, is not named', () => {
  const document = `[a](guide.md#set-up-it) [b](guide.md#twice-1) [c](#here) [d](https://example.com/gone.md) [e](/settings)

## Here

\`src/clock.ts\`, \`clock.ts\`, \`*-gone.ts\`, \`docs/*.md\`, \`features/<name>/\`, \`.gone.ts\`, docs/decisions/001

\`\`\`
docs/gone.md [a](gone.md)
\`\`\`
`;
  const code = `/**
 * guide.md, docs/guide.md, "Set up it", and http://localhost/docs/gone.md; packages/time/dist/gone.mjs is built.
 */
export const fixture = 'packages/gone.ts, rules.md';
`;
  const tests = "test('docs/guide.md#twice-1', () => open('docs/gone.md'));\n";
  expect(survey({ 'docs/a.md': document, [CODE]: code, [TEST]: tests })).toEqual([]);
});
