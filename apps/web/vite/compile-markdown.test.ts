import { describe, expect, test } from 'vitest';
import { compileMarkdown } from './compile-markdown.ts';

describe('Markdown', () => {
  test('becomes nodes, its headings one level lower where it has no title', () => {
    expect(compileMarkdown('# One\n\n## Part\n\n# Two')).toEqual([
      ['h2', 'One'],
      ['h3', 'Part'],
      ['h2', 'Two'],
    ]);
  });

  test('leaves its title to the page', () => {
    expect(compileMarkdown('# Title\n\n## Part\n\nA **bold** `word` & 1 < 2.\n\n- one\n- *two*\n')).toEqual([
      ['h2', 'Part'],
      ['p', 'A ', ['strong', 'bold'], ' ', ['code', 'word'], ' & 1 < 2.'],
      ['ul', ['li', ['span', 'one']], ['li', ['span', ['em', 'two']]]],
    ]);
  });

  test('leads to safe addresses only', () => {
    expect(compileMarkdown('[page](/ota) [site](https://example.org/a)')).toEqual([
      ['p', ['a', { href: '/ota' }, 'page'], ' ', ['a', { href: 'https://example.org/a' }, 'site']],
    ]);
    for (const address of ['javascript:alert(1)', 'http://example.org', '//example.org', 'data:text/html,x'])
      expect(() => compileMarkdown(`[x](${address})`)).toThrow('no address that a text may lead to');
  });

  test('with HTML or a picture fails the build, and comments are left out', () => {
    expect(() => compileMarkdown('<b>x</b>')).toThrow('does not draw');
    expect(() => compileMarkdown('a <img src=x> b')).toThrow('does not draw');
    expect(() => compileMarkdown('![x](/x.png)')).toThrow('does not draw');
    expect(compileMarkdown('<!-- note -->\n\ntext')).toEqual([['p', 'text']]);
  });
});
