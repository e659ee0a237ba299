/** The syntax tree of a source file, for the repository's checks. */
import { parseSync } from 'oxc-parser';

/** A node of the tree; the parser returns ESTree with TypeScript's additions. */
export interface Node extends Record<string, unknown> {
  readonly type: string;
  readonly start: number;
}

/** Parses TypeScript or JavaScript. Throws an Error that names the file when the text is neither. */
export function parseTree(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  // The program is a node like every other; the parser's own type lists each kind of node.
  return program as unknown as Node;
}

/** Visits this node and every node below, parents first. */
export function visit(node: Node, see: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  see(node, parent);
  for (const value of Object.values(node)) {
    for (const child of nodesOf(Array.isArray(value) ? value : [value])) visit(child, see, node);
  }
}
/** The nodes among some values. */
export function nodesOf(values: unknown): Node[] {
  return Array.isArray(values) ? values.map(asNode).filter((node) => node !== undefined) : [];
}

/** The value where it is a node. */
export function asNode(value: unknown): Node | undefined {
  const isNode = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
  // Every object of the tree with a `type` also has a `start`: that is the parser's format.
  return isNode ? (value as Node) : undefined;
}

/** The name of an identifier. */
export function nameOf(value: unknown): string | undefined {
  const name = asNode(value)?.['name'];
  return typeof name === 'string' ? name : undefined;
}

/** The text of a string literal, or of a template without holes. */
export function stringOf(value: unknown): string | undefined {
  const node = asNode(value);
  if (typeof node?.['value'] === 'string') return node['value'];
  if (node?.type === 'TSLiteralType') return stringOf(node['literal']);
  const quasis = nodesOf(node?.['quasis']);
  const cooked = quasis.length === 1 ? (quasis[0]?.['value'] as { cooked?: unknown } | undefined)?.cooked : undefined;
  return typeof cooked === 'string' ? cooked : undefined;
}

/** Returns a function from an offset in a text to its line, counted from 1. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
