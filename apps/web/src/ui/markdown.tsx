import { Link } from '@tanstack/react-router';
import { createElement, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './markdown.module.css';
import type { MarkdownLink, MarkdownNode } from './markdown-node.ts';

interface MarkdownProps {
  /** The value of importing a `.md` file. */
  nodes: readonly MarkdownNode[];
  /** The language it is written in. */
  lang: string;
  className?: string | undefined;
}

/**
 * A text that was compiled from Markdown at build time (vite/compiled-markdown.ts), rendered as elements: it is never
 * parsed as HTML. Its headings begin at the second level.
 */
export function Markdown({ nodes, lang, className }: MarkdownProps) {
  return createElement('div', { className: classNames(styles['text'], className), lang }, ...nodes.map(draw));
}

/** Children are passed one by one: they never move, and need no keys. */
function draw(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node;
  if (isLink(node)) {
    const [, { href }, ...children] = node;
    return createElement(Address, { href }, ...children.map(draw));
  }
  const [tag, ...children] = node;
  return createElement(tag, undefined, ...children.map(draw));
}

const isLink = (node: Exclude<MarkdownNode, string>): node is MarkdownLink => node[0] === 'a';

function Address({ href, children }: { href: string; children?: ReactNode }) {
  if (href.startsWith('/')) return <Link to={href}>{children}</Link>;
  return (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  );
}
