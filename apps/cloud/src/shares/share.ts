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

/** The limits of a guest, and for how long. */
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
  /** Why it leads nowhere any more. */
  over: 'revoked' | 'expired' | undefined;
}

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
