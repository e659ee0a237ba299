/** Leases that expire per hour although their holder is there, for each network, in virtual time. */
import { STREAM_NETWORKS } from '@tactus/motion/testing';
import { PLAY_END_AFTER_CLOSE_MS, PLAY_LEASE_DURATION_MS, PLAY_LEASE_RENEWAL_INTERVAL_MS } from '@tactus/sdk';
import { type Row, toRow } from './measure/row.ts';
import { countExpired } from './models/lease-run.ts';

const HOURS = 100;
const HOURS_PER_RUN = 10;
const SEEDS = Array.from({ length: HOURS / HOURS_PER_RUN }, (_, index) => index + 1);

export async function* rows(): AsyncGenerator<Row> {
  yield* leaseRows(SEEDS, HOURS_PER_RUN);
}

/** The rows over a run of some hours for each seed, of each network. */
export function* leaseRows(seeds: readonly number[], hoursPerRun: number): Generator<Row> {
  const hours = seeds.length * hoursPerRun;
  for (const [name, network] of Object.entries(STREAM_NETWORKS)) {
    const perHour = (lifeMs: number) => {
      let expired = 0;
      for (const seed of seeds)
        expired += countExpired(network, {
          seed,
          lifeMs,
          renewalMs: PLAY_LEASE_RENEWAL_INTERVAL_MS,
          hours: hoursPerRun,
        });
      return expired / hours;
    };
    yield toRow({
      row: `expired leases of a holder who is there and silent in outages, ${name}, ${hours} h; the reference ends after ${PLAY_END_AFTER_CLOSE_MS / 1_000} s`,
      value: perHour(PLAY_LEASE_DURATION_MS),
      unit: 'expired leases/h',
      reference: perHour(PLAY_END_AFTER_CLOSE_MS),
      // Not a limit: the figure shows the cost of a network.
      bounds: { atLeast: 0 },
    });
  }
}
