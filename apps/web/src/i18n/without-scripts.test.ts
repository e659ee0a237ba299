import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';

const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
const shown = /<noscript>([\s\S]*?)<\/noscript>/.exec(page)?.[1] ?? '';

test('a browser without JavaScript shows what is missing in every language, each marked and in its own text', () => {
  const paragraphs = [...shown.matchAll(/<p lang="([\w-]+)">([^<]+)<\/p>/g)].map(([, code, text]) => ({ code, text }));
  expect(paragraphs.map(({ code }) => code)).toEqual(LANGUAGES.map(({ code }) => code));
  expect(new Set(paragraphs.map(({ text }) => text)).size).toBe(LANGUAGES.length);
  for (const { text } of paragraphs) expect(text).toContain('JavaScript');
});
