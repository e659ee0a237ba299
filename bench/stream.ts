/** "Starvations in 100 hours of recorded streaming", and the requests it takes (design/quality.md), in virtual time. */
import { STREAM_NETWORKS } from '@tactus/motion/testing';
import { type Row, toRow } from './measure/row.ts';
import { runFeeder, runThresholdOnly, type StreamRun } from './models/stream-run.ts';

const HOURS = 100;
const HOURS_PER_RUN = 10;
const RATES = [4, 10, 30] as const;
const SHORT_LEAD_MS = 1_500;
/** The lead that is kept where the cloud has no leases. */
const LONG_LEAD_MS = 30_000;

export async function* rows(): AsyncGenerator<Row> {
  yield* streamRows(HOURS);
}

/** The rows over some hours of each network and rate. */
export function* streamRows(hours: number): Generator<Row> {
  for (const [name, network] of Object.entries(STREAM_NETWORKS)) {
    for (const pointsPerS of RATES) {
      const runs = (one: (seed: number) => StreamRun) =>
        Array.from({ length: Math.ceil(hours / HOURS_PER_RUN) }, (_, index) => one(index + 1));
      const perRun = { pointsPerS, hours: Math.min(hours, HOURS_PER_RUN) };
      const filled = runs((seed) => runFeeder(network, { ...perRun, seed }));
      const starved = (all: readonly StreamRun[]) => all.reduce((sum, { starvations }) => sum + starvations, 0);
      const what = `${name}, ${pointsPerS} points/s, ${hours} h`;
      yield toRow({
        row: `starvations with the buffer filled, ${what}; the reference keeps a lead of 1.5 s`,
        value: starved(filled),
        unit: 'starvations',
        reference: starved(runs((seed) => runFeeder(network, { ...perRun, seed, keepAheadMs: SHORT_LEAD_MS }))),
        bounds: { atMost: 0 },
      });
      yield toRow({
        row: `starvations with a lead of 30 s, ${what}; the reference sends a batch at each threshold of 20`,
        value: starved(runs((seed) => runFeeder(network, { ...perRun, seed, keepAheadMs: LONG_LEAD_MS }))),
        unit: 'starvations',
        reference: starved(runs((seed) => runThresholdOnly(network, { ...perRun, seed }))),
        // Printed beside the figure that has to hold: an outage may be longer than any lead.
        bounds: { atLeast: 0 },
      });
      yield toRow({
        row: `requests beyond one for each 100 points, most of a run, ${what}`,
        value: Math.max(...filled.map(({ requests, points }) => requests - Math.ceil(points / 100))),
        unit: 'requests',
        bounds: { atMost: 2 },
      });
      yield toRow({
        row: `points doubled, left out or overwritten, ${what}`,
        value: filled.reduce((sum, { mistakes }) => sum + mistakes, 0),
        unit: 'points',
        bounds: { atMost: 0 },
      });
    }
  }
}
