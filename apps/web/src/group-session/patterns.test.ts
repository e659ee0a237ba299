import { expect, test } from 'vitest';
import { pointsOfPattern, SCRIPT_PATTERNS } from './patterns.ts';

test.each(SCRIPT_PATTERNS)(
  'the pattern %s rises in time, stays within the stroke and is gentle enough for any device',
  (name) => {
    const { timesMs, positions } = pointsOfPattern(name);
    expect(timesMs.length).toBeGreaterThan(500);
    expect(timesMs.length).toBeLessThan(50_000);
    for (let index = 1; index < timesMs.length; index += 1) {
      const strokeMs = (timesMs[index] ?? 0) - (timesMs[index - 1] ?? 0);
      const distance = Math.abs((positions[index] ?? 0) - (positions[index - 1] ?? 0));
      expect(strokeMs).toBeGreaterThan(0);
      expect(positions[index]).toBeLessThanOrEqual(100);
      // Percent of the stroke a second: less than two strokes.
      expect((distance / strokeMs) * 1_000).toBeLessThan(200);
    }
  },
);
