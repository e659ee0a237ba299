import type { GuestMode } from '@tactus/motion';
import * as z from 'zod/mini';
import { guestModes, type ShareLimits, shareLimits } from './guest-session.ts';

/** A guest of a share, as its owner sees them. Instants are ms since the epoch. */
export interface GuestHere {
  readonly session: string;
  readonly name: string;
  readonly role: 'controller' | 'viewer';
  readonly here: boolean;
  readonly holding: boolean;
  readonly asks: boolean;
  /** Pressed Stop more often than the cloud passes on to a device at rest. */
  readonly floods: boolean;
  readonly joinedAtMs: number;
  readonly sessionEndsAtMs: number;
  /** How long a command of theirs takes to the device and back, where that is known. */
  readonly roundTripMs: number | undefined;
}

/** A link that lends the device. */
export interface Share {
  readonly id: string;
  readonly name: string;
  readonly allow: readonly GuestMode[];
  readonly limits: ShareLimits;
  readonly uses: number | null;
  readonly used: number;
  readonly viewers: number;
  readonly expiresAtMs: number;
  readonly guests: readonly GuestHere[];
}

/** Who has control among the guests. */
export interface ShareControl {
  readonly session: string | null;
  readonly name: string;
  /** Who began what the device did last, also after the hold: a guest, or whoever has the key. */
  readonly drivenBy: 'guest' | 'owner';
  /** Taken back by the owner, who gives it by hand. */
  readonly locked: boolean;
}

/** What an owner sees (docs/sharing.md, "The owner"). */
export interface SharesView {
  readonly shares: readonly Share[];
  readonly control: ShareControl;
}

/** What a share is made of; limits as the person set them. */
export interface ShareTerms {
  readonly name: string;
  readonly allow: readonly GuestMode[];
  readonly limits: ShareLimits;
  readonly expiresInMs: number;
  readonly uses: number | null;
  readonly viewers: number;
}

/** Control while nobody has it. */
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
  allow: guestModes,
  limits: shareLimits,
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

/** Reads the list of an owner; undefined where it is none. */
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

/** The id and the way of a link that was just made; undefined where the answer is none. */
export function decodeGrant(value: unknown): { readonly id: string; readonly path: string } | undefined {
  const read = z.safeParse(wireGrant, value);
  return read.success ? read.data : undefined;
}
