import type { Page } from 'playwright-core';

/** The words of a page that begin in one line and end in another, with the text around them; none is expected. */
export function brokenWords(page: Page, language: string): Promise<string[]> {
  return page.evaluate(findBroken, language);
}

/** Runs inside the page. */
function findBroken(language: string): string[] {
  const AROUND = 10;
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  /** Texts that are no single word in a dictionary: Wi-Fi, 4/240. */
  const JOINED = /[A-Z][a-z]+-[A-Z][a-z]+|\d+[/／]\d+/g;
  const broken: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (!element?.checkVisibility({ visibilityProperty: true }) || element.closest('option, code, [lang]:not(html)'))
      continue;
    const words = [...segmenter.segment(text)].filter(({ isWordLike, segment }) => isWordLike && segment.length > 1);
    const joined = [...text.matchAll(JOINED)].map(({ 0: segment, index }) => ({ segment, index }));
    for (const { segment, index } of [...words, ...joined]) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1)
        broken.push(`${segment} in ${text.slice(Math.max(0, index - AROUND), index + segment.length + AROUND)}`);
    }
  }
  return broken;
}
