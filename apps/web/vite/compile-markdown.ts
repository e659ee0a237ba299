import { Lexer, type Token, type Tokens } from 'marked';
import type { MarkdownNode, MarkdownTag } from '../src/ui/markdown-node.ts';

/**
 * Compiles Markdown into nodes that the app renders as elements, so that no text ever becomes HTML. The page has the first
 * heading: the title of a text is left out; without one all headings go down by one level. Throws for content that the app
 * does not render (HTML, pictures, tables) and for addresses that are neither `https:`, `mailto:` nor a path of this origin.
 */
export function compileMarkdown(text: string): readonly MarkdownNode[] {
  const tokens = new Lexer().lex(text.replace(/<!--[\s\S]*?-->/g, ''));
  const chapters = tokens.filter(isChapter);
  const isTitled = chapters.length === 1 && tokens[0] === chapters[0];
  return isTitled ? nodesOf(tokens.slice(1)) : nodesOf(tokens.map(lowered));
}

const isChapter = (token: Token) => token.type === 'heading' && token['depth'] === 1;

/** The same token; a heading one level down. */
const lowered = (token: Token): Token =>
  token.type === 'heading' ? { ...(token as Tokens.Heading), depth: (token as Tokens.Heading).depth + 1 } : token;

/** The kinds of marked's tokens that become an element with its content. */
const ELEMENTS: Readonly<Record<string, MarkdownTag>> = {
  paragraph: 'p',
  strong: 'strong',
  em: 'em',
  blockquote: 'blockquote',
};

function nodesOf(tokens: readonly Token[]): MarkdownNode[] {
  return tokens.filter(({ type }) => type !== 'space' && type !== 'def').map(nodeOf);
}

function nodeOf(token: Token): MarkdownNode {
  const tag = ELEMENTS[token.type];
  if (tag !== undefined) return [tag, ...nodesOf(childrenOf(token))];
  // The kind of a token determines its fields; marked's own union does not express that.
  switch (token.type) {
    case 'heading':
      return [headingOf((token as Tokens.Heading).depth), ...nodesOf(childrenOf(token))];
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [ordered ? 'ol' : 'ul', ...items.map((item): MarkdownNode => ['li', ...nodesOf(item.tokens)])];
    }
    case 'text':
      return childrenOf(token).length === 0 ? textOf(token) : ['span', ...nodesOf(childrenOf(token))];
    case 'escape':
      return textOf(token);
    case 'codespan':
      return ['code', textOf(token)];
    case 'code':
      return ['pre', textOf(token)];
    case 'hr':
    case 'br':
      return [token.type];
    case 'link':
      return ['a', { href: safeAddress((token as Tokens.Link).href) }, ...nodesOf(childrenOf(token))];
    default:
      throw new Error(`The app does not draw the Markdown of "${token.raw.trim()}" (${token.type})`);
  }
}

/** Some kinds lack this field, in others it is optional. */
function childrenOf(token: Token): readonly Token[] {
  return 'tokens' in token && token.tokens ? token.tokens : [];
}

function headingOf(depth: number): MarkdownTag {
  if (depth <= 2) return 'h2';
  return depth === 3 ? 'h3' : 'h4';
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}

function safeAddress(href: string): string {
  if (/^(https:\/\/|mailto:|\/(?!\/)|#)\S*$/.test(href)) return href;
  throw new Error(`"${href}" is no address that a text may lead to`);
}
