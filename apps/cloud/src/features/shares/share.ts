import type { GuestLimits } from '@tactus/motion';

/** What an owner lends, and how far (docs/sharing.md). */
export interface ShareTerms {
  readonly name: string;
  readonly limits: ShareLimits;
  /** How many sessions the link can make; null: any number. */
  readonly uses: number | null;
  /** How many may be here beside the one who has control. */
  readonly viewers: number;
  readonly expiresAtMs: number;
}

/** The limits of a guest, and for how many minutes from when the first one came by the link. */
export interface ShareLimits extends GuestLimits {
  readonly sessionMinutes: number;
}

/** A device that is lent by a link. Instants in ms since the epoch. */
export interface Share {
  readonly id: string;
  readonly connectionKey: string;
  readonly secretHash: Buffer;
  readonly createdAtMs: number;
  terms: ShareTerms;
  used: number;
  /** When the first guest came; its minutes count from then on, whoever comes and goes. */
  startedAtMs: number | undefined;
  /** Why it leads nowhere any more. */
  over: 'revoked' | 'expired' | undefined;
}

/** When the minutes of a share are over; undefined while nobody has come. */
export const minutesEndMs = ({ startedAtMs, terms }: Share): number | undefined =>
  startedAtMs === undefined ? undefined : startedAtMs + terms.limits.sessionMinutes * 60_000;

/** Why a session ended. */
export type SessionEnd = 'revoked' | 'expired' | 'time-over' | 'removed' | 'left';

/** What happened, for the owner's log; the cloud keeps none of it. */
export interface AuditEntry {
  readonly at: number;
  readonly share: string | null;
  readonly session: string | null;
  readonly who: string;
  readonly what: string;
  readonly detail?: string;
}
