/** Starvations in 100 hours of recorded streaming, and the number of requests, in virtual time. */
import { STREAM_NETWORKS } from '@tactus/motion/testing';
import { streamEndToEndRow } from './end-to-end/stream-end-to-end.ts';
import { type Row, toRow } from './measure/row.ts';
import { runShortLead, runThresholdOnly } from './models/stream-references.ts';
import { runFeeder, type StreamRun } from './models/stream-run.ts';

const HOURS = 100;
const HOURS_PER_RUN = 10;
const SEEDS = Array.from({ length: HOURS / HOURS_PER_RUN }, (_, index) => index + 1);
const RATES = [4, 10, 30] as const;
/** The lead where the cloud has no leases. */
const LONG_LEAD_MS = 30_000;

export async function* rows(): AsyncGenerator<Row> {
  yield* streamRows(SEEDS, HOURS_PER_RUN);
  yield* referenceRows();
  yield await streamEndToEndRow();
}

/** Known starvations of the references at 10 points/s, an hour. */
const TEXT_PER_HOUR = {
  wifi: { shortLead: 0.1, threshold: 0.3 },
  lte: { shortLead: 3.5, threshold: 4 },
  train: { shortLead: 25, threshold: 28 },
} as const;

/** Whether the references come near their known figures, so that the comparison is fair. */
function* referenceRows(): Generator<Row> {
  for (const [name, network] of Object.entries(STREAM_NETWORKS)) {
    const text = TEXT_PER_HOUR[name as keyof typeof TEXT_PER_HOUR]; // the same three networks
    for (const [policy, run] of [
      ['shortLead', runShortLead],
      ['threshold', runThresholdOnly],
    ] as const) {
      let starvations = 0;
      for (const seed of SEEDS) starvations += run(network, { pointsPerS: 10, hours: HOURS_PER_RUN, seed }).starvations;
      yield toRow({
        row: `reference ${policy}, ${name}, 10 points/s, against its known figure`,
        value: starvations / HOURS,
        unit: 'starvations/h',
        reference: text[policy],
        bounds: { ratioAtLeast: 2 / 3, ratioAtMost: 4 / 3 },
      });
    }
  }
}

/** The rows over a run of some hours for each seed, of each network and rate. */
export function* streamRows(seeds: readonly number[], hoursPerRun: number): Generator<Row> {
  for (const [name, network] of Object.entries(STREAM_NETWORKS)) {
    for (const pointsPerS of RATES) {
      const runs = (one: (seed: number) => StreamRun) => seeds.map(one);
      const perRun = { pointsPerS, hours: hoursPerRun };
      const filled = runs((seed) => runFeeder(network, { ...perRun, seed }));
      const starved = (all: readonly StreamRun[]) => all.reduce((sum, { starvations }) => sum + starvations, 0);
      const what = `${name}, ${pointsPerS} points/s, ${seeds.length * hoursPerRun} h`;
      yield toRow({
        row: `starvations with the buffer filled, ${what}; the reference keeps a lead of 1.5 s`,
        value: starved(filled),
        unit: 'starvations',
        reference: starved(runs((seed) => runShortLead(network, { ...perRun, seed }))),
        bounds: { atMost: 0 },
      });
      yield toRow({
        row: `starvations with a lead of 30 s, ${what}; the reference sends a batch at each threshold of 20`,
        value: starved(runs((seed) => runFeeder(network, { ...perRun, seed, aheadLimitMs: LONG_LEAD_MS }))),
        unit: 'starvations',
        reference: starved(runs((seed) => runThresholdOnly(network, { ...perRun, seed }))),
        // Printed beside the figure that has a limit: an outage may be longer than any lead.
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
