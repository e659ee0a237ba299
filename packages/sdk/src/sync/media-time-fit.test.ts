import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitStandardErrorMs, fitWithObservation, fitWithRate, mediaMsAt, startMediaTimeFit } from './media-time-fit.ts';

const frames = (count: number, rate: number, offMs: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => ({
    mediaMs: 5_000 + index * 33 * rate + offMs(index),
    atMs: 1_000 + index * 33,
  }));

function through(seen: ReturnType<typeof frames>, rate: number) {
  const [first = { mediaMs: 0, atMs: 0 }, ...others] = seen;
  return others.reduce(fitWithObservation, startMediaTimeFit(first, rate));
}

test('frames on a line give that line, at any rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.double({ min: 0.1, max: 4, noNaN: true }), (count, rate) => {
      const line = through(
        frames(count, rate, () => 0),
        rate,
      );
      expect(mediaMsAt(line, 11_000)).toBeCloseTo(5_000 + 10_000 * rate, 3);
    }),
  );
});

test('frames that come late, or are shown twice, do not change it', () => {
  const line = through(
    frames(30, 1, (index) => (index % 6 === 0 ? -120 : 0)),
    1,
  );
  expect(mediaMsAt(line, 2_000)).toBeCloseTo(6_000, 3);
});

test('24 frames a second on a screen of 60 Hz are averaged', () => {
  const shown = Array.from({ length: 30 }, (_, index) => {
    const mediaMs = (index * 1_000) / 24;
    return { mediaMs, atMs: Math.ceil(mediaMs / (1_000 / 60)) * (1_000 / 60) };
  });
  const [first = { mediaMs: 0, atMs: 0 }, ...others] = shown;
  const line = others.reduce(fitWithObservation, startMediaTimeFit(first, 1));
  expect(Math.abs(mediaMsAt(line, 1_000) - 1_000)).toBeLessThan(9);
  expect(fitStandardErrorMs(line)).toBeLessThan(2);
});

test('observations more than thirty frames old are dropped', () => {
  const line = through(
    frames(60, 1, (index) => (index < 30 ? 50 : 0)),
    1,
  );
  expect(mediaMsAt(line, 1_000)).toBeCloseTo(5_000, 3);
});

test('another rate continues at the current position', () => {
  const bent = fitWithRate(
    through(
      frames(30, 1, () => 0),
      1,
    ),
    2_000,
    2,
  );
  expect([mediaMsAt(bent, 2_000), mediaMsAt(bent, 3_000)]).toEqual([6_000, 8_000]);
});

test('its uncertainty falls with the number of observations', () => {
  const noisy = (count: number) =>
    fitStandardErrorMs(
      through(
        frames(count, 1, (index) => ((index * 7) % 5) - 2),
        1,
      ),
    );
  expect(noisy(25)).toBeLessThan(noisy(5));
});
