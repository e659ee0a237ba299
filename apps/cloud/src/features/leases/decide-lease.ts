/** Who asks for a lease, and with what right: an owner presents the device's own key, a guest what an owner lent. */
export interface Holder {
  /** A name that tells one browser or program from another; shown to whoever loses a lease to it. */
  readonly holder: string;
  readonly rank: Rank;
}

/** An owner goes before a guest. */
export type Rank = 'owner' | 'guest';

/** What becomes of a request for a lease. */
export type LeaseDecision = 'granted' | 'takes-over' | 'refused';

/**
 * Decides about a request while `held` holds the device: a newer owner takes over from anybody, a guest from nobody but
 * itself.
 */
export function decideLease(held: Holder | undefined, requested: Holder): LeaseDecision {
  if (!held) return 'granted';
  if (requested.rank === 'owner') return 'takes-over';
  return held.rank === 'guest' && held.holder === requested.holder ? 'takes-over' : 'refused';
}
