/** The deepest nesting of lists and objects that is read; real files and requests have less than ten levels. */
export const JSON_DEPTH_MAX = 64;

/** Limits of a text's structure. */
export interface StructureLimits {
  /** Levels of lists and objects. */
  readonly depth: number;
  /** Lists, objects and commas together: a parser's memory grows with their number. */
  readonly parts: number;
}

/** The limit that a text exceeds. */
export type StructureProblem = 'too-deep' | 'too-many-parts';

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 91, 92, 93, 123, 125];

/** Tab, line feed, carriage return, space, and the three bytes of a byte-order mark. */
const BLANKS: ReadonlySet<number> = new Set([9, 10, 13, 32, 0xef, 0xbb, 0xbf]);

/**
 * Checks the structure of a text in UTF-8 before it is parsed: reads each byte at most once, and ends where a limit is
 * exceeded. In JSON, text inside strings does not count. A text that begins with no bracket and no quote, as CSV does, has no
 * levels, and each of its commas counts twice, because its point takes as much memory as an object with a comma. For other
 * text the result means nothing: its parser refuses it.
 */
export function structureProblem(bytes: Uint8Array, limits: StructureLimits): StructureProblem | undefined {
  let at = 0;
  while (at < bytes.length && BLANKS.has(bytes[at] ?? 0)) at += 1;
  const first = bytes[at];
  const isJson = first === OPEN_LIST || first === OPEN_OBJECT || first === QUOTE;
  let depth = 0;
  let parts = 0;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === COMMA) parts += isJson ? 1 : 2;
    else if (!isJson) continue;
    else if (byte === QUOTE) at = closingQuote(bytes, at + 1);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      parts += 1;
      if (depth > limits.depth) return 'too-deep';
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (parts > limits.parts) return 'too-many-parts';
  }
  return undefined;
}

/** The position of the quote that ends a string, or the end of the text. */
function closingQuote(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at += 1;
  }
  return at;
}
