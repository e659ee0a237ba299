/** A source: a file of this computer, or an address. `type` is empty where unknown. */
export interface PlayerSource {
  readonly name: string;
  readonly type: string;
  readonly file?: File;
  readonly url?: string;
  /** A script of an entry of the library: it is for the stroke, whatever its name ends in. */
  readonly isForStroke?: boolean;
}

/** Makes a source of the player out of a file. */
export const sourceOfFile = (file: File): PlayerSource => ({ name: file.name, type: file.type, file });

/** Whether a text is a complete address of the web. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** An address as a source, named by the last part of its path; undefined where it is no address. */
export function sourceOfUrl(text: string, type: string, base: string): PlayerSource | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || !URL.canParse(trimmed, base)) return undefined;
  const { href, protocol, pathname, host } = new URL(trimmed, base);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const last = pathname.split('/').at(-1);
  return { name: decoded(last === undefined || last === '' ? host : last), type, url: href };
}

/** Whether this page may read an address itself; only the device's cloud can read others. */
export const isReadableByThisPage = (url: string, origin: string): boolean =>
  URL.canParse(url) && new URL(url).origin === origin;

/**
 * Whether a browser refuses an address as mixed content: a page over https loads nothing over http, except
 * from the computer that it runs on.
 */
export function isBlockedAsMixedContent(url: string, page: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const isThisComputer = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'http:' && new URL(page).protocol === 'https:' && !isThisComputer;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray per cent sign: the undecoded text is good enough as a name.
    return text;
  }
}
