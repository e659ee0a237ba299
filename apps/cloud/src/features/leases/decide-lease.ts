/** The client that requests a lease, and its right: an owner presents the device's own key, a guest a share of the owner's. */
export interface LeaseHolder {
  /** A name that distinguishes browsers and programs; shown to a client that loses its lease to this one. */
  readonly holder: string;
  readonly rank: LeaseHolderRank;
}

/** The right of a client: an owner has priority over a guest. */
export type LeaseHolderRank = 'owner' | 'guest';

/** The decision on a request for a lease. */
export type LeaseDecision = 'granted' | 'takes-over' | 'refused';

/** Decides about a request while `held` holds the device: a newer owner takes over from any client, a guest only from itself. */
export function decideLease(held: LeaseHolder | undefined, requested: LeaseHolder): LeaseDecision {
  if (!held) return 'granted';
  if (requested.rank === 'owner') return 'takes-over';
  return held.rank === 'guest' && held.holder === requested.holder ? 'takes-over' : 'refused';
}
