import * as z from 'zod/mini';
import { type ShareLink, shareLinkSchema } from './share-link.ts';
import { readSlot, writeSlot } from './tab-session.ts';

const openedLink = z.object({ entry: z.string(), link: shareLinkSchema });

/**
 * Stores the link that an entry of the tab's history was opened by, since its address does not say it any more: the page shows
 * the same share when it is loaded again before the person has come in. `entry` names the entry; of one without a name nothing
 * is stored. A tab stores one link at a time.
 */
export function storeOpenedLink(entry: string | undefined, link: ShareLink): void {
  if (entry !== undefined) writeSlot('tactus.link', { entry, link });
}

/** The link that an entry of the tab's history was opened by; undefined where it is used up, or another was opened since. */
export function readOpenedLink(entry: string | undefined): ShareLink | undefined {
  const stored = readSlot('tactus.link', openedLink);
  return stored?.entry === entry ? stored?.link : undefined;
}

/**
 * Removes the link with this public id or key, which has been used, or the person does without. Another that was opened
 * since stays.
 */
export function forgetOpenedLink(idOrKey: string): void {
  const link = readSlot('tactus.link', openedLink)?.link;
  if (link && (link.kind === 'link' ? link.id : link.connectionKey) === idOrKey) writeSlot('tactus.link', undefined);
}
