import { describe, expect, test } from 'vitest';
import { clockRows } from './clock.ts';
import { quantile } from './measure/quantile.ts';
import { clockNetworks } from './models/clock-network.ts';
import { runClock } from './models/clock-run.ts';

describe.each([1, 2, 3])('seed %d', (seed) => {
  test('the tracked clock meets its figures on every network, and is seldom outside its own bound', () => {
    for (const { row, value, limit } of clockRows([seed])) {
      const [, most = '0'] = /value <= ([\d.]+)/.exec(limit) ?? [];
      expect([row, value]).toEqual([row, expect.any(Number)]);
      expect(value).toBeLessThanOrEqual(Number(most));
    }
  });

  test('while it is unused the clock is read six times a minute, and is hardly worse', () => {
    for (const [network, { asymmetryMs }] of Object.entries(clockNetworks)) {
      const { tracked } = runClock(network, seed, { idle: true });
      expect([network, quantile(tracked, 0.99) - asymmetryMs < 4]).toEqual([network, true]);
    }
  });
});
