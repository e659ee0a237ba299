import type { GuestMode } from '@tactus/motion';
import * as z from 'zod/mini';
import { guestModesSchema, type ShareLimits, shareLimitsSchema } from './guest-session.ts';

/** A guest of a share, as its owner sees them. Instants are ms since the epoch. */
export interface PresentGuest {
  readonly session: string;
  readonly name: string;
  readonly role: 'controller' | 'viewer';
  readonly here: boolean;
  readonly holding: boolean;
  readonly asks: boolean;
  /** The guest presses Stop more often than the cloud passes on to a device at rest. */
  readonly floods: boolean;
  readonly joinedAtMs: number;
  readonly sessionEndsAtMs: number;
  /** How long a guest's command takes to the device and back, where known. */
  readonly roundTripMs: number | undefined;
}

/** A link that shares the device. */
export interface Share {
  readonly id: string;
  readonly name: string;
  readonly allow: readonly GuestMode[];
  readonly limits: ShareLimits;
  readonly uses: number | null;
  readonly used: number;
  readonly viewers: number;
  readonly expiresAtMs: number;
  readonly guests: readonly PresentGuest[];
}

/** The guest who has control. */
export interface ShareControl {
  readonly session: string | null;
  readonly name: string;
  /** Who started the last motion of the device, also after the hold: a guest, or an owner with the key. */
  readonly drivenBy: 'guest' | 'owner';
  /** The owner has taken control back, and gives it again by hand. */
  readonly locked: boolean;
}

/** The owner's view (docs/sharing.md, "The owner"). */
export interface SharesView {
  readonly shares: readonly Share[];
  readonly control: ShareControl;
}

/** The terms that an owner sets for a new link: who it is for, the allowed modes, the limits, and how long and for how many it is valid. */
export interface ShareTerms {
  readonly name: string;
  readonly allow: readonly GuestMode[];
  readonly limits: ShareLimits;
  readonly expiresInMs: number;
  readonly uses: number | null;
  readonly viewers: number;
}

/** The state without a controller. */
export const NO_CONTROL: ShareControl = { session: null, name: '', drivenBy: 'owner', locked: false };

const no = z.catch(z.boolean(), false);
const wireGuest = z.object({
  session: z.string(),
  name: z.catch(z.string(), ''),
  role: z.catch(z.enum(['controller', 'viewer']), 'viewer'),
  here: no,
  holding: no,
  asks: no,
  floods: no,
  joined_at: z.catch(z.number(), 0),
  session_ends_at: z.catch(z.number(), 0),
  rtt_ms: z.catch(z.optional(z.nullable(z.number())), undefined),
});
const wireShare = z.object({
  id: z.string(),
  name: z.catch(z.string(), ''),
  allow: guestModesSchema,
  limits: shareLimitsSchema,
  uses: z.catch(z.nullable(z.number()), null),
  used: z.catch(z.number(), 0),
  viewers: z.catch(z.number(), 0),
  expires_at: z.number(),
  guests: z.catch(z.array(wireGuest), []),
});
const wireControl = z.object({
  session: z.catch(z.nullable(z.string()), null),
  name: z.catch(z.string(), ''),
  driven_by: z.catch(z.enum(['guest', 'owner']), 'owner'),
  locked: no,
});
const wireView = z.object({ shares: z.array(wireShare), control: z.catch(z.optional(wireControl), undefined) });
const wireGrant = z.object({ id: z.string(), path: z.string() });

function decodeControl(wire: z.infer<typeof wireControl> | undefined): ShareControl {
  if (!wire) return NO_CONTROL;
  const { driven_by, ...control } = wire;
  return { ...control, drivenBy: driven_by };
}

/** Reads the list of an owner; undefined for an invalid one. */
export function decodeShares(value: unknown): SharesView | undefined {
  const read = z.safeParse(wireView, value);
  if (!read.success) return undefined;
  return {
    control: decodeControl(read.data.control),
    shares: read.data.shares.map(({ expires_at, guests, ...share }) => ({
      ...share,
      expiresAtMs: expires_at,
      guests: guests.map(({ joined_at, session_ends_at, rtt_ms, ...guest }) => ({
        ...guest,
        joinedAtMs: joined_at,
        sessionEndsAtMs: session_ends_at,
        roundTripMs: rtt_ms ?? undefined,
      })),
    })),
  };
}

/** The id and the path of a new link; undefined for an invalid answer. */
export function decodeNewLink(value: unknown): { readonly id: string; readonly path: string } | undefined {
  const read = z.safeParse(wireGrant, value);
  return read.success ? read.data : undefined;
}
