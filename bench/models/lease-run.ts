import { createStreamNetwork, type StreamNetworkModel } from '@tactus/motion/testing';
import { createRandom } from '@tactus/time';

const HOUR_MS = 3_600_000;

/** A lease that is renewed over a network by a holder who is there all the time. */
export interface LeaseCase {
  readonly hours: number;
  readonly seed: number;
  /** Interval of the renewals while answers come. */
  readonly renewalMs: number;
  /** Lifetime without a renewal. */
  readonly lifeMs: number;
}

/** The number of times the lease expires although its holder is there: the device stops, and the person starts it again. */
export function countExpired(network: StreamNetworkModel, { hours, seed, renewalMs, lifeMs }: LeaseCase): number {
  const link = createStreamNetwork(network, createRandom(seed));
  let expired = 0;
  let endsAtMs = lifeMs;
  // The next beat after an answer renews again: one renewal is in flight at a time.
  for (let beatMs = renewalMs; beatMs < hours * HOUR_MS; ) {
    const receivedAtMs = link.arrivalMs(beatMs);
    const answeredAtMs = link.arrivalMs(receivedAtMs);
    if (receivedAtMs > endsAtMs) expired += 1;
    endsAtMs = receivedAtMs + lifeMs;
    beatMs = Math.ceil((answeredAtMs + 1) / renewalMs) * renewalMs;
  }
  return expired;
}
