/** Clock error over one hour, p99, beyond the asymmetry of the path, in virtual time. */

import { clockEndToEndRow } from './end-to-end/clock-end-to-end.ts';
import { quantile } from './measure/quantile.ts';
import { type Row, toRow } from './measure/row.ts';
import { clockNetworks } from './models/clock-network.ts';
import { type ClockErrors, runClock } from './models/clock-run.ts';

/** The drift of a crystal is drawn once an hour: the median of the reference needs many of them. */
const SEEDS = 100;

/**
 * Limits of each network, ms; a tenth of the specification's algorithm too, except where the asymmetry hides it. `baseline` is
 * the figure of the specification's algorithm that the models must reproduce.
 */
const LIMITS: Readonly<
  Record<
    string,
    {
      readonly atMost: number;
      readonly isAgainstBaseline: boolean;
      readonly baseline: { readonly p50: number; p99: number };
    }
  >
> = {
  LAN: { atMost: 1, isAgainstBaseline: true, baseline: { p50: 2.9, p99: 20.7 } },
  'Wi-Fi': { atMost: 1, isAgainstBaseline: true, baseline: { p50: 2.9, p99: 20.5 } },
  LTE: { atMost: 3, isAgainstBaseline: false, baseline: { p50: 7.5, p99: 25 } },
  bufferbloat: { atMost: 2, isAgainstBaseline: true, baseline: { p50: 5, p99: 108 } },
  LEO: { atMost: 3, isAgainstBaseline: true, baseline: { p50: 3, p99: 20.7 } },
};
const NEAR = { ratioAtLeast: 0.667, ratioAtMost: 1.333 };

/** How often the error may exceed the clock's own bound, percent. */
const BEYOND_BOUND_MOST = 1;

/** The rows of the timing table for some seeds; the benchmark takes a hundred, the test three. */
export function clockRows(seeds: readonly number[]): Row[] {
  return networksOf(seeds).flatMap(({ network, limit, runs, tracked, reference }) => {
    const floorMs = clockNetworks[network]?.asymmetryMs ?? 0;
    return [
      toRow({
        row: `clock error over an hour, p99 above the asymmetry, ${network}; the reference is the specification's algorithm`,
        value: quantile(tracked, 0.99) - floorMs,
        unit: 'ms',
        reference: quantile(reference, 0.99) - floorMs,
        bounds: { atMost: limit.atMost, ...(limit.isAgainstBaseline && { ratioAtMost: 0.1 }) },
      }),
      toRow({
        row: `clock error beyond the bound that the clock itself gives, share of an hour, ${network}`,
        value: 100 * shareBeyond(runs),
        unit: '%',
        bounds: { atMost: BEYOND_BOUND_MOST },
      }),
    ];
  });
}

/** Whether the models are right: the specification's algorithm must have its known error on them. */
function referenceRows(seeds: readonly number[]): Row[] {
  return networksOf(seeds).flatMap(({ network, limit, reference }) =>
    (['p50', 'p99'] as const).map((name) =>
      toRow({
        row: `the specification's algorithm in the models, clock error over an hour, ${name}, ${network}; the reference is the figure that the models must reproduce`,
        value: quantile(reference, name === 'p50' ? 0.5 : 0.99),
        unit: 'ms',
        reference: limit.baseline[name],
        bounds: NEAR,
      }),
    ),
  );
}

function networksOf(seeds: readonly number[]) {
  return Object.entries(LIMITS).map(([network, limit]) => {
    const runs = seeds.map((seed) => runClock(network, seed));
    const [tracked, reference] = [runs.flatMap((run) => run.tracked), runs.flatMap((run) => run.reference)];
    return { network, limit, runs, tracked, reference };
  });
}

function shareBeyond(runs: readonly ClockErrors[]): number {
  const beyond = runs.flatMap(({ tracked, bounds }) => tracked.map((errorMs, index) => errorMs > (bounds[index] ?? 0)));
  return beyond.filter(Boolean).length / beyond.length;
}

export async function* rows(): AsyncGenerator<Row> {
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  yield* clockRows(seeds);
  yield* referenceRows(seeds);
  yield await clockEndToEndRow();
}
