/** "Clock error over one hour, p99, above the path-asymmetry floor" (design/quality.md), in virtual time. */

import { quantile } from './measure/quantile.ts';
import { type Row, toRow } from './measure/row.ts';
import { clockNetworks } from './models/clock-network.ts';
import { runClock } from './models/clock-run.ts';

const SEEDS = 20;

/** What each network must reach, ms; a tenth of the law's algorithm too, except where the asymmetry hides it. */
const LIMITS: Readonly<Record<string, { readonly atMost: number; readonly isAgainstLaw: boolean }>> = {
  LAN: { atMost: 1, isAgainstLaw: true },
  'Wi-Fi': { atMost: 1, isAgainstLaw: true },
  LTE: { atMost: 3, isAgainstLaw: false },
  bufferbloat: { atMost: 2, isAgainstLaw: true },
  LEO: { atMost: 3, isAgainstLaw: true },
};

/** The rows for some seeds; the benchmark takes twenty, the test three. */
export function clockRows(seeds: readonly number[]): Row[] {
  return Object.entries(LIMITS).map(([network, { atMost, isAgainstLaw }]) => {
    const runs = seeds.map((seed) => runClock(network, seed));
    const floorMs = clockNetworks[network]?.asymmetryMs ?? 0;
    const p99 = (errors: readonly number[]) => quantile(errors, 0.99);
    return toRow({
      row: `clock error over an hour, p99 above the asymmetry, ${network}; the reference is the law's algorithm`,
      value: p99(runs.flatMap(({ tracked }) => tracked)) - floorMs,
      unit: 'ms',
      reference: p99(runs.flatMap(({ reference }) => reference)) - floorMs,
      bounds: { atMost, ...(isAgainstLaw && { ratioAtMost: 0.1 }) },
    });
  });
}

export async function* rows(): AsyncGenerator<Row> {
  yield* clockRows(Array.from({ length: SEEDS }, (_, index) => index + 1));
}
