import { isConnectionKey } from '@tactus/protocol';

/**
 * What an address below `/share/` leads to: one of our links, a plain connection key (decisions.md 22), or neither, as after
 * a reload, when the secret of the link is gone.
 */
export type ShareLink =
  | { readonly kind: 'link'; readonly id: string; readonly secret: string }
  | { readonly kind: 'key'; readonly connectionKey: string }
  | { readonly kind: 'incomplete' };

/** A link, and the page that it names, where it names one. */
export interface ShareAddress {
  readonly link: ShareLink;
  readonly route: string | undefined;
}

/**
 * What stands in the address in place of the key or public id once it is read: shorter than any key, so that a page that is
 * loaded anew takes it for none.
 */
const PLACE = 'here';

/** Reads path and fragment together: taken apart, a link whose fragment has just gone would look like a plain key. */
export function readShareAddress({ path, hash }: { path: string; hash: string }): ShareAddress {
  const [, key = '', route] = path.split('/').filter((part) => part !== '');
  return { link: readLink(key, hash.replace(/^#/, '')), route };
}

function readLink(key: string, secret: string): ShareLink {
  if (secret !== '' && /^[\w-]{1,128}$/.test(key)) return { kind: 'link', id: key, secret };
  if (secret === '' && isConnectionKey(key)) return { kind: 'key', connectionKey: key };
  return { kind: 'incomplete' };
}

/** The address that stays: nothing of the link, but the page that it names. */
export function cleanedPath(route: string | undefined): string {
  return `/share/${PLACE}${route === undefined ? '' : `/${route}`}`;
}
