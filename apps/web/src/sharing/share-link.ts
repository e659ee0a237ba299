import { isConnectionKey } from '@tactus/protocol';
import * as z from 'zod/mini';

/** The links that lead to a share, as an earlier page may have stored them. */
export const shareLinkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), id: z.string(), secret: z.string() }),
  z.object({ kind: z.literal('key'), connectionKey: z.string() }),
]);

/** The address of a share: one of our links, or a plain connection key. */
export type ShareLink = Readonly<z.output<typeof shareLinkSchema>>;

/** A link, and the page that it names, if any. The link is undefined where the address has none, or only a part. */
export interface ShareAddress {
  readonly link: ShareLink | undefined;
  readonly route: string | undefined;
}

/**
 * Replaces the key or public id in the address once it is read: shorter than any key, so that a reloaded page
 * does not read it as one.
 */
const PLACE = 'here';

/** Reads path and fragment together: taken apart, a link whose fragment has just gone would look like a plain key. */
export function readShareAddress({ path, hash }: { path: string; hash: string }): ShareAddress {
  const [, key = '', route] = path.split('/').filter((part) => part !== '');
  return { link: readLink(key, hash.replace(/^#/, '')), route };
}

function readLink(key: string, secret: string): ShareLink | undefined {
  if (secret !== '' && /^[\w-]{1,128}$/.test(key)) return { kind: 'link', id: key, secret };
  if (secret === '' && isConnectionKey(key)) return { kind: 'key', connectionKey: key };
  return undefined;
}

/** The remaining address: without the link, with the page that it names. */
export function pathWithoutLink(route: string | undefined): string {
  return `/share/${PLACE}${route === undefined ? '' : `/${route}`}`;
}
