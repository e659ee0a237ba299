import { GUEST_MODES, type GuestMode } from '@tactus/motion';
import * as z from 'zod/mini';

/** A person of a share, as others see them. */
export interface NamedGuest {
  readonly session: string;
  readonly name: string;
}

/** What the owner allows (docs/sharing.md, "Limits"); shares 0..1. */
export interface ShareLimits {
  readonly speed: number;
  readonly stroke: { readonly min: number; readonly max: number };
  readonly intensity: number;
  readonly sessionMinutes: number;
}

/** A guest's session as the cloud sends it (docs/sharing.md, "The guest"). Instants are ms since the epoch. */
export interface GuestSession {
  readonly id: string;
  readonly alias: string;
  readonly name: string;
  readonly share: { readonly id: string; readonly name: string };
  readonly role: 'controller' | 'viewer';
  readonly asks: boolean;
  readonly controller: NamedGuest | null;
  /** The owner has taken control back; only the owner can give it again. */
  readonly locked: boolean;
  /** The guest who requests control; sent to the controller alone. */
  readonly asking: readonly NamedGuest[];
  readonly allow: readonly GuestMode[];
  readonly limits: ShareLimits;
  readonly expiresAtMs: number;
  readonly sessionEndsAtMs: number;
}

const guestName = z.object({ session: z.string(), name: z.string() });
const share01 = z.catch(z.number().check(z.gte(0), z.lte(1)), 1);

/** Limits as in answers; a missing one gets its strictest value. */
export const shareLimitsSchema = z.object({
  speed: share01,
  stroke: z.catch(z.object({ min: z.number(), max: z.number() }), { min: 0, max: 1 }),
  intensity: share01,
  sessionMinutes: z.catch(z.number(), 60),
});

/** The modes of a list that this app knows. */
export const guestModesSchema = z.pipe(
  z.array(z.string()),
  z.transform((names: string[]): readonly GuestMode[] => GUEST_MODES.filter((mode) => names.includes(mode))),
);

const wireSession = z.object({
  id: z.string(),
  alias: z.string(),
  name: z.catch(z.string(), ''),
  share: z.object({ id: z.string(), name: z.catch(z.string(), '') }),
  role: z.enum(['controller', 'viewer']),
  asks: z.catch(z.boolean(), false),
  controller: z.catch(z.nullable(guestName), null),
  locked: z.catch(z.boolean(), false),
  asking: z.catch(z.array(guestName), []),
  allow: guestModesSchema,
  limits: shareLimitsSchema,
  expires_at: z.number(),
  session_ends_at: z.number(),
});

/** Reads a session; undefined for an invalid one. Unknown fields and modes are ignored. */
export function decodeGuestSession(value: unknown): GuestSession | undefined {
  const read = z.safeParse(wireSession, value);
  if (!read.success) return undefined;
  const { expires_at, session_ends_at, ...session } = read.data;
  return { ...session, expiresAtMs: expires_at, sessionEndsAtMs: session_ends_at };
}
