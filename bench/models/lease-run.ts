import { createStreamNetwork, type StreamNetworkModel } from '@tactus/motion/testing';
import { createRandom } from '@tactus/time';

const HOUR_MS = 3_600_000;

/** A lease that is renewed over a network by a holder who is there all the time. */
export interface LeaseCase {
  readonly hours: number;
  readonly seed: number;
  /** How often it is renewed while answers come. */
  readonly renewalMs: number;
  /** How long it lives without a renewal. */
  readonly lifeMs: number;
}

/** How often the lease runs out although its holder is there: the device stops, and the person starts it again. */
export function countLapses(network: StreamNetworkModel, { hours, seed, renewalMs, lifeMs }: LeaseCase): number {
  const link = createStreamNetwork(network, createRandom(seed));
  let lapses = 0;
  let endsAtMs = lifeMs;
  // The next beat after an answer renews again: one renewal is under way at a time.
  for (let beatMs = renewalMs; beatMs < hours * HOUR_MS; ) {
    const heardAtMs = link.arrivalMs(beatMs);
    const answeredAtMs = link.arrivalMs(heardAtMs);
    if (heardAtMs > endsAtMs) lapses += 1;
    endsAtMs = heardAtMs + lifeMs;
    beatMs = Math.ceil((answeredAtMs + 1) / renewalMs) * renewalMs;
  }
  return lapses;
}
