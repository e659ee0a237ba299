/** An address inside the app: path, query with its question mark, fragment with its hash; each but the path may be empty. */
export interface InAppAddress {
  readonly path: string;
  readonly query: string;
  readonly hash: string;
}

// Only a base for parsing; never shown.
const ANY_ORIGIN = 'http://app.invalid';

/** Parses an in-app address; undefined where the text is no path of this origin. */
export function parseInAppAddress(text: string): InAppAddress | undefined {
  if (!/^\/(?![/\\])/.test(text) || hasControlCharacter(text)) return undefined;
  if (!URL.canParse(text, ANY_ORIGIN)) return undefined;
  const url = new URL(text, ANY_ORIGIN);
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return undefined;
  return { path: url.pathname, query: url.search, hash: url.hash };
}

/** Joins path, query and fragment into the text of an in-app address. */
export function formatInAppAddress({ path, query, hash }: InAppAddress): string {
  return `${path}${query}${hash}`;
}

/** The same query without the given names; the order and spelling of the others stay. */
export function queryWithoutParameters(query: string, names: readonly string[]): string {
  const retained = query
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !names.includes(nameOf(part)));
  return retained.length === 0 ? '' : `?${retained.join('&')}`;
}

function nameOf(part: string): string {
  const [name] = new URLSearchParams(part).keys();
  return name ?? '';
}

/** A browser drops tabs and line ends inside an address, which would turn `/\t/host` into `//host`. */
function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ');
}
