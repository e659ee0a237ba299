import { expect, test } from 'vitest';
import { formatProgressLine } from './follow-script.ts';
import { formatPositionError, positionErrorOf } from './position-error.ts';

const reading = (reportedMm: number, commandedMm: number, uncertainMs = 2) => ({
  reportedMm,
  commandedMm,
  uncertainMs,
});

test('the error is described as mean, 95 % and worst, with its method of measurement', () => {
  const readings = [...Array.from({ length: 19 }, () => reading(50, 51)), reading(60, 51, 40)];
  const error = positionErrorOf(readings);
  expect(error).toEqual({ readings: 20, meanMm: 1.4, p95Mm: 1, worstMm: 9, uncertainMs: 2 });
  const [figures, how] = formatPositionError(error, 100);
  expect(figures).toBe('Position error: mean 1.4 mm (1.4 %), 95 % within 1.0 mm (1.0 %), worst 9.0 mm (9.0 %)');
  expect(how).toContain('20 readings of the slider (/slider/state)');
  expect(how).toContain('± 2 ms');
});

test('without readings a sentence replaces the figure', () => {
  expect(positionErrorOf([])).toBeUndefined();
  expect(formatPositionError(undefined, 100)).toEqual([expect.stringContaining('not measured')]);
  expect(formatPositionError(positionErrorOf([reading(1, 1)]), Number.NaN)).toEqual([
    expect.stringContaining('not measured'),
  ]);
});

test('progress has a bar, a percentage, times, and the position where it is known', () => {
  const hour = { share: 0.505, atMs: 1_818_000, untilMs: 3_600_000 };
  expect(formatProgressLine({ ...hour, positionMm: 47.6 })).toBe(
    '[############............]  50 %  30:18 / 1:00:00   48 mm (estimated)',
  );
  expect(formatProgressLine({ share: 0, atMs: -40, untilMs: 9_999, positionMm: undefined })).toBe(
    '[........................]   0 %  0:00 / 0:09',
  );
});
