/** A Markdown document as the check of links sees it. */
import GithubSlugger from 'github-slugger';
import { Lexer, type Token, type Tokens, walkTokens } from 'marked';

export interface Document {
  /** What can stand behind the `#` of a link to it: the headings, as GitHub makes anchors of them. */
  readonly anchors: ReadonlySet<string>;
  /** The headings, as a reader would quote them. */
  readonly headings: ReadonlySet<string>;
  /** Where its links and pictures lead; offsets into the text. */
  readonly targets: readonly { readonly href: string; readonly at: number }[];
}

/** Reads a document. What stands in code is neither a link nor a heading. */
export function readDocument(text: string): Document {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  const headings = new Set<string>();
  const targets: { href: string; at: number }[] = [];
  let at = 0;
  void walkTokens(new Lexer().lex(text), (token: Token) => {
    // The kind of a token says what it holds, which the parser's own union does not.
    if (token.type === 'heading') {
      const title = (token as Tokens.Heading).text.replace(/[`*]/g, '');
      anchors.add(slugger.slug(title));
      headings.add(title);
    } else if (token.type === 'link' || token.type === 'image') {
      at = Math.max(at, text.indexOf(token.raw, at));
      targets.push({ href: (token as Tokens.Link).href, at });
    } else if (token.type === 'html') {
      for (const [, href = ''] of token.raw.matchAll(/\b(?:src|href)="([^"]+)"/g))
        targets.push({ href, at: Math.max(0, text.indexOf(href)) });
    }
  });
  return { anchors, headings, targets };
}
