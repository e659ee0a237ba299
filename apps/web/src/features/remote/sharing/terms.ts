import { GUEST_MODES } from '@tactus/motion';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import type { Share, ShareTerms } from '../../../sharing/shares.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The choices of a link's duration; the cloud's own default is among them (docs/sharing.md, "The owner"). */
export const EXPIRY_CHOICES: readonly { readonly ms: number; readonly text: MessageKey }[] = [
  { ms: 30 * MINUTE_MS, text: 'sharing.expires.halfHour' },
  { ms: 2 * HOUR_MS, text: 'sharing.expires.hours' },
  { ms: 24 * HOUR_MS, text: 'sharing.expires.day' },
  { ms: 7 * 24 * HOUR_MS, text: 'sharing.expires.week' },
];
export const SESSION_MINUTES_CHOICES = [5, 15, 30, 60, 120, 240, 720] as const;
export const USES_CHOICES = [1, 2, 5, 10] as const;
export const VIEWERS_BOUNDS = { min: 0, max: 16, step: 1 } as const;

/** The initial terms: mild, and for an evening. */
export const DEFAULT_TERMS: ShareTerms = {
  name: '',
  allow: GUEST_MODES,
  limits: { speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 0.5, sessionMinutes: 60 },
  expiresInMs: 2 * HOUR_MS,
  // A guest who reloads the page joins again, which counts as a use.
  uses: null,
  viewers: 4,
};

/** The change of a link's terms; its end stays unless it is included. */
export type TermsDraft = Omit<ShareTerms, 'expiresInMs'> & { readonly expiresInMs: number | undefined };

/** The terms of an existing link, for editing. */
export function termsDraftOf({ name, allow, limits, uses, viewers }: Share): TermsDraft {
  return { name, allow, limits, uses, viewers, expiresInMs: undefined };
}

/** The request body of a change. */
export function toTermsChanges({ expiresInMs, ...rest }: TermsDraft): Partial<ShareTerms> {
  return { ...rest, ...(expiresInMs !== undefined && { expiresInMs }) };
}
