import { GUEST_MODES, type GuestMode, type ShareLimits, type ShareView } from '@tactus/protocol';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { LEAST_STROKE_PERCENT } from '../../../sharing/limit-fields.tsx';
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

/** What a person has changed in a draft, each mode and each end of the stroke by itself; the rest follows the terms of the link. */
export interface ShareTermsEdits extends Partial<Omit<ShareTermsDraft, 'allow' | 'limits'>> {
  readonly modes?: Readonly<Partial<Record<GuestMode, boolean>>>;
  readonly limits?: Readonly<Partial<Omit<ShareLimits, 'stroke'>>>;
  readonly stroke?: Readonly<Partial<ShareLimits['stroke']>>;
}

/** A draft with what a person has changed. */
export function editShareTerms(draft: ShareTermsDraft, edits: ShareTermsEdits): ShareTermsDraft {
  const { modes, limits, stroke, ...others } = edits;
  return {
    ...draft,
    ...others,
    ...(modes && { allow: GUEST_MODES.filter((mode) => modes[mode] ?? draft.allow.includes(mode)) }),
    limits: { ...draft.limits, ...limits, ...(stroke && { stroke: editStroke(draft.limits.stroke, stroke) }) },
  };
}

/** Where the ends would cross, the one that the person has not changed stays: elsewhere it may have been narrowed. */
function editStroke(stroke: ShareLimits['stroke'], edits: NonNullable<ShareTermsEdits['stroke']>) {
  const { min, max } = { ...stroke, ...edits };
  const gap = LEAST_STROKE_PERCENT / 100;
  if (edits.max === undefined) return { min: Math.max(0, Math.min(min, max - gap)), max };
  if (edits.min === undefined) return { min, max: Math.min(1, Math.max(max, min + gap)) };
  return { min, max };
}

/** What a person has changed, and changes now. */
export function addShareTermsEdits(edits: ShareTermsEdits, next: ShareTermsEdits): ShareTermsEdits {
  return {
    ...edits,
    ...next,
    ...(next.modes && { modes: { ...edits.modes, ...next.modes } }),
    ...(next.limits && { limits: { ...edits.limits, ...next.limits } }),
    ...(next.stroke && { stroke: { ...edits.stroke, ...next.stroke } }),
  };
}

/** What a person has changed of a share link, as the body of the request. `draft`: the present terms with these changes. */
export function toShareTermsChanges(draft: ShareTermsDraft, edits: ShareTermsEdits): ShareTermsChanges {
  const { modes, limits, stroke, expiresInMs, ...others } = edits;
  return {
    ...others,
    ...(modes && { allow: draft.allow }),
    ...((limits || stroke) && { limits: { ...limits, ...(stroke && { stroke: draft.limits.stroke }) } }),
    ...(expiresInMs !== undefined && { expiresInMs }),
  };
}
