import { GUEST_MODES, type ShareView } from '@tactus/protocol';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import type { ShareTerms, ShareTermsChanges } from '../../../sharing/owner-api.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The choices of a link's duration; the cloud's own default is among them (docs/sharing.md, "The owner"). */
export const LINK_EXPIRY_CHOICES: readonly { readonly ms: number; readonly text: MessageKey }[] = [
  { ms: 30 * MINUTE_MS, text: 'sharing.expires.halfHour' },
  { ms: 2 * HOUR_MS, text: 'sharing.expires.hours' },
  { ms: 24 * HOUR_MS, text: 'sharing.expires.day' },
  { ms: 7 * 24 * HOUR_MS, text: 'sharing.expires.week' },
];
/** The choices of how long a guest's session may last, minutes. */
export const LINK_SESSION_MINUTES_CHOICES = [5, 15, 30, 60, 120, 240, 720] as const;
/** The choices of how often guests may join by a link. */
export const LINK_USES_CHOICES = [1, 2, 5, 10] as const;
/** The range of how many guests may watch at once. */
export const LINK_VIEWERS_BOUNDS = { min: 0, max: 16, step: 1 } as const;

/** The initial terms of a new share link: mild, and for an evening. */
export const DEFAULT_SHARE_TERMS: ShareTerms = {
  name: '',
  allow: GUEST_MODES,
  limits: { speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 0.5, sessionMinutes: 60 },
  expiresInMs: 2 * HOUR_MS,
  // A guest who reloads the page joins again, which counts as a use.
  uses: null,
  viewers: 4,
};

/** The terms of a share link as they are edited; the end of the link stays unless the draft has one. */
export type ShareTermsDraft = Omit<ShareTerms, 'expiresInMs'> & { readonly expiresInMs: number | undefined };

/** The terms of an existing share link, as a draft to edit. */
export function shareTermsDraftOf({ name, allow, limits, uses, viewers }: ShareView): ShareTermsDraft {
  return { name, allow, limits, uses, viewers, expiresInMs: undefined };
}

/** What a person has changed in a draft; the rest follows the terms of the link. */
export type ShareTermsEdits = Omit<ShareTermsChanges, 'expiresInMs'> & Partial<Pick<ShareTermsDraft, 'expiresInMs'>>;

/** A draft with what a person has changed. */
export function editShareTerms(draft: ShareTermsDraft, edits: ShareTermsEdits): ShareTermsDraft {
  return { ...draft, ...edits, limits: { ...draft.limits, ...edits.limits } };
}

/** What a person has changed, and changes now. */
export function addShareTermsEdits(edits: ShareTermsEdits, next: ShareTermsEdits): ShareTermsEdits {
  return { ...edits, ...next, ...(next.limits && { limits: { ...edits.limits, ...next.limits } }) };
}

/** What a person has changed of a share link, as the body of the request. */
export function toShareTermsChanges({ expiresInMs, ...rest }: ShareTermsEdits): ShareTermsChanges {
  return { ...rest, ...(expiresInMs !== undefined && { expiresInMs }) };
}
