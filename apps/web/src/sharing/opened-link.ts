import * as z from 'zod/mini';
import { type ShareLink, shareLinkSchema } from './share-link.ts';
import { readTabSession, writeTabSession } from './tab-session.ts';

const openedLink = z.object({ entry: z.string(), link: shareLinkSchema });

/**
 * Stores the link that opened an entry of the tab's history, since the address no longer contains it: the page shows
 * the same share when it is reloaded before the person has joined. `entry` names the entry; without a name nothing
 * is stored. A tab stores one link at a time.
 */
export function storeOpenedLink(entry: string | undefined, link: ShareLink): void {
  if (entry !== undefined) writeTabSession('tactus.link', { entry, link });
}

/** The link that opened an entry of the tab's history; undefined where it is used up, or another was opened since. */
export function readOpenedLink(entry: string | undefined): ShareLink | undefined {
  const stored = readTabSession('tactus.link', openedLink);
  return stored?.entry === entry ? stored?.link : undefined;
}

/** Removes the link with this public id or key after it was used or dropped. Another link opened since stays. */
export function forgetOpenedLink(idOrKey: string): void {
  const link = readTabSession('tactus.link', openedLink)?.link;
  if (link && (link.kind === 'link' ? link.id : link.connectionKey) === idOrKey)
    writeTabSession('tactus.link', undefined);
}
