import type { GuestLimits } from '@tactus/motion';

/** The terms of a share (docs/sharing.md). */
export interface ShareSettings {
  readonly name: string;
  readonly limits: ShareLimits;
  /** How many sessions the link can make; null: any number. */
  readonly uses: number | null;
  /** Limit of guests who are present beside the one in control. */
  readonly viewers: number;
  readonly expiresAtMs: number;
}

/** The limits of a guest, and the minutes from the first guest's arrival. */
export interface ShareLimits extends GuestLimits {
  readonly sessionMinutes: number;
}

/** A device that is shared by a link. Instants in ms since the epoch. */
export interface Share {
  readonly id: string;
  readonly connectionKey: string;
  readonly secretHash: string;
  readonly createdAtMs: number;
  /** The terms in force; those of a change are stored a moment later. */
  terms: ShareSettings;
  storedTerms: ShareSettings;
  used: number;
  /** The first guest's arrival; the minutes of the share count from then on, whoever comes and goes. */
  startedAtMs: number | undefined;
  /** The reason why the link has ended. */
  over: 'revoked' | 'expired' | undefined;
}

/** The end of a share's minutes; undefined before the first guest. */
export const shareMinutesEndMs = ({ startedAtMs, terms }: Share): number | undefined =>
  startedAtMs === undefined ? undefined : startedAtMs + terms.limits.sessionMinutes * 60_000;
