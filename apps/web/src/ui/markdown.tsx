import { Link } from '@tanstack/react-router';
import { createElement, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './markdown.module.css';
import type { MarkdownLink, MarkdownNode } from './markdown-node.ts';

interface MarkdownProps {
  /** What importing a `.md` file gives. */
  nodes: readonly MarkdownNode[];
  /** The language it is written in. */
  lang: string;
  className?: string | undefined;
}

/**
 * A text that was compiled from Markdown at build time (vite/compiled-markdown.ts), drawn as elements: nothing of it is ever
 * parsed as HTML. Its headings begin at the second level.
 */
export function Markdown({ nodes, lang, className }: MarkdownProps) {
  return createElement('div', { className: classNames(styles['text'], className), lang }, ...nodes.map(draw));
}

/** Children are handed over one by one: they stay where they are, and need no keys. */
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
