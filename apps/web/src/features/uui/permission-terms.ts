import type { ShareTerms } from '../../sharing/owner-api.ts';

const MINUTE_MS = 60_000;
const SHARE_NAME_LENGTH_MAX = 64;

/** The limits of a site, as the owner sets them; speed and stroke are shares 0..1. */
export interface PermissionLimits {
  readonly speed: number;
  readonly stroke: { readonly min: number; readonly max: number };
  readonly minutes: number;
}

/** The choices of how long a permission may last, minutes. */
export const PERMISSION_MINUTES_CHOICES = [5, 15, 30, 60, 120] as const;

/** The initial limits of a site: mild, and for a short time. */
export const DEFAULT_PERMISSION_LIMITS: PermissionLimits = { speed: 0.5, stroke: { min: 0, max: 1 }, minutes: 30 };

/** The share behind a permission: alternating motion for one session, named after the site (docs/sharing.md). */
export function permissionToShareTerms(
  origin: string,
  { speed, stroke, minutes }: PermissionLimits,
  taken: readonly string[],
): ShareTerms {
  return {
    name: unusedName(origin, taken),
    allow: ['hamp'],
    limits: { speed, stroke, intensity: 1, sessionMinutes: minutes },
    expiresInMs: minutes * MINUTE_MS,
    uses: 1,
    viewers: 0,
  };
}

/** The name of a site, with a number where an earlier permission of the same site has it. */
function unusedName(origin: string, taken: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : ` (${count})`;
    const name = `${origin.slice(0, SHARE_NAME_LENGTH_MAX - suffix.length)}${suffix}`;
    if (!taken.includes(name)) return name;
  }
}
