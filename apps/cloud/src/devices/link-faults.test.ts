import { expect, test } from 'vitest';
import { NO_FAULTS, parseFaults } from './link-faults.ts';

test('faults that are left out are 0, and a seed may stand among them', () => {
  expect(parseFaults({})).toEqual({ faults: NO_FAULTS });
  expect(parseFaults({ lostAnswers: 0.5, clockDriftPpm: -40, seed: 7 })).toEqual({
    faults: { ...NO_FAULTS, lostAnswers: 0.5, clockDriftPpm: -40 },
    seed: 7,
  });
});

test.each([
  [{ lostAnswers: 2 }, 'lostAnswers must be a number from 0 to 1'],
  [{ jitterMs: '5' }, 'jitterMs must be a number from 0 to 120000'],
  [{ clockDriftPpm: -1_001 }, 'clockDriftPpm must be a number from -1000 to 1000'],
  [{ clockSkewMs: Number.NaN }, 'clockSkewMs must be a number from -60000 to 60000'],
  [{ flapEveryMs: 500, flapForMs: 500 }, 'flapForMs must be less than flapEveryMs'],
  [{ seed: 1.5 }, 'seed must be a whole number from 0 to 4294967295'],
  [{ seed: -1 }, 'seed must be a whole number from 0 to 4294967295'],
])('%j is refused by name and bounds', (given, sentence) => {
  expect(() => parseFaults(given)).toThrow(new RangeError(sentence));
});

test('an unknown fault is answered with the list of faults', () => {
  expect(() => parseFaults({ gremlins: 1 })).toThrow(/^gremlins is no fault; there are roundTripMs, .*otaFailsAt$/);
});
