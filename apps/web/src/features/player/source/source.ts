/** Something to play: a file of this device, or an address. `type` is empty where nothing is known. */
export interface Source {
  readonly name: string;
  readonly type: string;
  readonly file?: File;
  readonly url?: string;
}

/** A file as a source. */
export const sourceOfFile = (file: File): Source => ({ name: file.name, type: file.type, file });

/** An address as a source, named by the last part of its path; undefined where it is no address. */
export function sourceOfUrl(text: string, type: string, base: string): Source | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || !URL.canParse(trimmed, base)) return undefined;
  const { href, protocol, pathname, host } = new URL(trimmed, base);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const last = pathname.split('/').at(-1);
  return { name: decoded(last === undefined || last === '' ? host : last), type, url: href };
}

/** Whether this page may read an address itself; any other is the device's cloud's to read. */
export const isReadableHere = (url: string, origin: string): boolean => new URL(url).origin === origin;

/**
 * Whether a browser refuses an address as mixed content: on a page that came over https it gets nothing over http, except
 * from the computer that it runs on.
 */
export function isMixedContent(url: string, page: string): boolean {
  const { protocol, hostname } = new URL(url);
  const isThisComputer = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'http:' && new URL(page).protocol === 'https:' && !isThisComputer;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray per cent sign: the text as it is names it well enough.
    return text;
  }
}
