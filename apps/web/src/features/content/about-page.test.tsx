import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LANGUAGES } from '../../i18n/languages.ts';
import { renderApp } from '../../testing/render-app.tsx';
import type { MarkdownNode } from '../../ui/markdown-node.ts';

const TEXTS = import.meta.glob<readonly MarkdownNode[]>('./about/*.md', { eager: true, import: 'default' });
const textIn = (language: string) => TEXTS[`./about/${language}.md`] ?? [];

/** The elements of a text in their order, with the addresses of its links, without its words. */
function outline(nodes: readonly MarkdownNode[]): unknown[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    if (node[0] === 'a') return [[node[0], node[1].href]];
    const [tag, ...children] = node;
    return [[tag, ...outline(children)]];
  });
}

/** The words of a text, without the names that are the same in every language. */
function wordsOf(node: MarkdownNode): string[] {
  if (typeof node === 'string') return [node];
  if (node[0] === 'a') return node.slice(2).flatMap((part) => wordsOf(part as MarkdownNode));
  const [tag, ...children] = node;
  return tag === 'em' ? [] : children.flatMap(wordsOf);
}

afterEach(() => {
  document.body.replaceChildren();
});

test('every language has a text of its own, and there is no other', () => {
  const files = LANGUAGES.map(({ code }) => `./about/${code}.md`);
  expect(Object.keys(TEXTS).sort()).toEqual(files.sort());
});

test.each(LANGUAGES)(
  'in $name the text has the headings, paragraphs, names and links of the English one',
  ({ code }) => {
    expect(outline(textIn(code))).toEqual(outline(textIn('en-US')));
  },
);

test.each(LANGUAGES.filter(({ code }) => code !== 'en-US'))('in $name no words are English', ({ code }) => {
  const english = new Set(
    textIn('en-US')
      .flatMap(wordsOf)
      .filter((words) => /[a-z]{3} [a-z]/.test(words)),
  );
  expect(
    textIn(code)
      .flatMap(wordsOf)
      .filter((words) => english.has(words)),
  ).toEqual([]);
});

test.each([
  ['de', 'Sicherheit'],
  ['ja', '安全'],
])('in %s the page shows that text, marked with its language', async (language, heading) => {
  const app = await renderApp({ path: '/about', settings: { deviceSelectionComplete: true }, language });
  const safety = await screen.findByRole('heading', { name: heading });
  expect(safety.closest('[lang]')).toHaveAttribute('lang', language);
  expect(within(safety.parentElement ?? document.body).queryByText(/Software over the internet/)).toBeNull();
  app.close();
});
