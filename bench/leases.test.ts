import { expect, test } from 'vitest';
import { leaseRows } from './leases.ts';
import { countExpired } from './models/lease-run.ts';

test.each([1, 2, 3])(
  'expired leases are counted for each network, and a minute of silence ends fewer leases than ten seconds, seed %d',
  (seed) => {
    const rows = [...leaseRows([seed], 10)];
    expect(rows).toHaveLength(3);
    for (const { value, reference } of rows) expect(value).toBeLessThanOrEqual(reference ?? 0);
    expect(rows.at(-1)?.reference).toBeGreaterThan(1);
  },
);

test('on a network without outages a lease never expires, and one that is shorter than its renewals always does', () => {
  const calm = { tripMs: 50, jitterMs: 5, spikeShare: 0, spikeMs: 0, outageEveryMs: Number.MAX_VALUE, outageMs: 1 };
  const held = { hours: 1, seed: 1, renewalMs: 3_000 };
  expect(countExpired(calm, { ...held, lifeMs: 10_000 })).toBe(0);
  expect(countExpired(calm, { ...held, lifeMs: 2_000 })).toBe(1_199);
});
