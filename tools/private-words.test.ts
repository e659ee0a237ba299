import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { surveyWords, wordsOf } from './private-words.ts';

function survey(files: Record<string, string>, frozen: readonly string[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'tactus-words-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const all = {
    'package.json': '{ "workspaces": ["packages/*", "contract"] }',
    'packages/sdk/package.json': '{ "name": "@tactus/sdk", "exports": { ".": "./src/index.ts" } }',
    'contract/package.json': '{ "name": "@tactus/contract" }',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { words, privateWords, names } = surveyWords(root, new Set(frozen));
  return { words, privateWords, names: names.map(({ name, count, better }) => [name, count, better]) };
}

test('an identifier is split into its words', () => {
  expect(wordsOf('readHTTPWish')).toEqual(['read', 'http', 'wish']);
  expect(wordsOf('KEPT_UNUSED_MS')).toEqual(['kept', 'unused', 'ms']);
  expect(wordsOf('_lookAt2')).toEqual(['look', 'at']);
});

test('private words of product code are counted and reported with a better one; those of tests and texts are not', () => {
  const text = "// a desk\nexport const leaseDesk = 'desk';\nexport type Wish = typeof leaseDesk;\n";
  expect(
    survey({
      'packages/sdk/src/index.ts': text,
      'packages/sdk/src/index.test.ts': text,
      'packages/sdk/src/testing/desk.ts': text,
      'contract/desk.ts': text,
    }),
  ).toEqual({
    words: 5,
    privateWords: 3,
    names: [
      ['leaseDesk', 2, 'manager, session, host or panel'],
      ['Wish', 1, 'request, update or target'],
    ],
  });
});

test('fields that travel or are stored are excepted; a variable of that name is not', () => {
  const text =
    'export const read = (from: { asks: number; keepalive: true }) => { const asks = from.asks; return asks; };\n';
  const { privateWords, names } = survey({ 'packages/sdk/src/index.ts': text }, ['asks']);
  expect([privateWords, names]).toEqual([2, [['asks', 2, 'request, send, prompt or confirm']]]);
});
