import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latencyHistogram, latencyStats } from './latency-stats.ts';

test('a series has a median, a slow end and a jitter; missing answers are counted separately', () => {
  expect(latencyStats([10, 20, undefined, 10, 60])).toEqual({
    answered: 4,
    failed: 1,
    minMs: 10,
    p50Ms: 10,
    p95Ms: 60,
    maxMs: 60,
    jitterMs: (10 + 10 + 50) / 3,
  });
  expect(latencyStats([7])).toMatchObject({ p50Ms: 7, p95Ms: 7, jitterMs: 0 });
  expect([latencyStats([]), latencyStats([undefined])]).toEqual([undefined, undefined]);
});

test('the histogram has every answer in one bar of a round width, and never many bars', () => {
  expect(latencyHistogram([40, 41, 41.5, 44])).toEqual([
    { fromMs: 40, toMs: 41, count: 1 },
    { fromMs: 41, toMs: 42, count: 2 },
    { fromMs: 42, toMs: 43, count: 0 },
    { fromMs: 43, toMs: 44, count: 0 },
    { fromMs: 44, toMs: 45, count: 1 },
  ]);
  expect(latencyHistogram([undefined])).toEqual([]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 60_000, noNaN: true }), { minLength: 1 }), (series) => {
      const bins = latencyHistogram(series);
      expect(bins.length).toBeLessThanOrEqual(17);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(series.length);
    }),
  );
});
