/** The elements that Markdown becomes. */
export type MarkdownTag =
  | 'p'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'ul'
  | 'ol'
  | 'li'
  | 'strong'
  | 'em'
  | 'code'
  | 'pre'
  | 'blockquote'
  | 'hr'
  | 'br'
  | 'span';

/** A link with its address. */
export type MarkdownLink = readonly ['a', { readonly href: string }, ...MarkdownNode[]];

/** A piece of compiled Markdown: a text, or an element with its content. */
export type MarkdownNode = string | MarkdownLink | readonly [MarkdownTag, ...MarkdownNode[]];
