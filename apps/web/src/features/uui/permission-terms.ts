import type { ShareTerms } from '../../sharing/shares.ts';

const MINUTE_MS = 60_000;
const SHARE_NAME_LENGTH_MAX = 64;

/** How far a site may go, as the owner sets it; speed and stroke are shares 0..1. */
export interface PermissionLimits {
  readonly speed: number;
  readonly stroke: { readonly min: number; readonly max: number };
  readonly minutes: number;
}

/** How long a permission may last. */
export const PERMISSION_MINUTES = [5, 15, 30, 60, 120] as const;

/** What is offered first: mild, and not for long. */
export const FIRST_LIMITS: PermissionLimits = { speed: 0.5, stroke: { min: 0, max: 1 }, minutes: 30 };

/** The share that a permission is: alternating motion for one session, named after the site (docs/sharing.md). */
export function permissionToShareTerms(origin: string, { speed, stroke, minutes }: PermissionLimits): ShareTerms {
  return {
    name: origin.slice(0, SHARE_NAME_LENGTH_MAX),
    allow: ['hamp'],
    limits: { speed, stroke, intensity: 1, sessionMinutes: minutes },
    expiresInMs: minutes * MINUTE_MS,
    uses: 1,
    viewers: 0,
  };
}
