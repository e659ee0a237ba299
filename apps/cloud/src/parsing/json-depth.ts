/** The deepest nesting of lists and objects that is read; files and requests that mean something have less than ten. */
export const JSON_DEPTH_MAX = 64;

const [QUOTE, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 91, 92, 93, 123, 125];

/** Tab, line feed, carriage return, space, and the three bytes of a byte-order mark. */
const BLANKS: ReadonlySet<number> = new Set([9, 10, 13, 32, 0xef, 0xbb, 0xbf]);

/**
 * Whether a JSON text in UTF-8 nests lists and objects deeper than a limit. Looks at each byte once at most and stops at the
 * first bracket that is too deep; text inside strings does not count. Text that is not JSON gets some answer and no error:
 * its parser refuses it. A text that begins with no bracket and no quote, as CSV does, holds nothing nested.
 */
export function nestsDeeperThan(bytes: Uint8Array, limit: number): boolean {
  let at = 0;
  while (at < bytes.length && BLANKS.has(bytes[at] ?? 0)) at += 1;
  const first = bytes[at];
  if (first !== OPEN_LIST && first !== OPEN_OBJECT && first !== QUOTE) return false;
  let depth = 0;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = closingQuote(bytes, at + 1);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

/** The place of the quote that ends a string, or the end of the text. */
function closingQuote(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at += 1;
  }
  return at;
}
