import { describe, expect, test } from 'vitest';
import { clickTrack } from '../testing/click-track.ts';
import { detectBeats } from './detect-beats.ts';

const TEMPI = [60, 67, 82.5, 100, 133, 180];
const SECONDS = 8;
const firstMsOf = (bpm: number) => 150 + ((bpm * 37) % 700);

describe('clicks with white noise at 5 % of their amplitude', () => {
  test.each(TEMPI)('at %f BPM are found within 1 BPM, their first within 30 ms', (bpm) => {
    const firstMs = firstMsOf(bpm);
    const found = detectBeats(clickTrack({ bpm, firstMs, seconds: SECONDS, noise: 0.05, seed: bpm }));
    expect(Math.abs((found?.bpm ?? 0) - bpm)).toBeLessThan(1);
    expect(Math.abs((found?.firstBeatMs ?? 0) - firstMs)).toBeLessThan(30);
    expect(found?.confidence).toBeGreaterThan(0.9);
  });

  test.each([
    ['another sampling rate', { rate: 48_000 }],
    ['dull clicks', { clickHz: 300 }],
    ['bright clicks', { clickHz: 5_000 }],
    ['a short track', { seconds: 6 }],
    ['a track that begins with a click', { firstMs: 0 }],
  ])('and %s are found as well', (_, changes) => {
    const track = { bpm: 96, firstMs: 400, seconds: SECONDS, noise: 0.05, ...changes };
    const found = detectBeats(clickTrack(track));
    expect(Math.abs((found?.bpm ?? 0) - 96)).toBeLessThan(1);
    expect(Math.abs((found?.firstBeatMs ?? 999) - track.firstMs)).toBeLessThan(30);
  });
});

describe.each([110, 440, 1_000])('clicks with noise under a sine pad of %i Hz', (padHz) => {
  test.each([60, 120, 180])('at %i BPM are found within 2 BPM', (bpm) => {
    const found = detectBeats(clickTrack({ bpm, firstMs: firstMsOf(bpm), seconds: SECONDS, noise: 0.05, padHz }));
    expect(Math.abs((found?.bpm ?? 0) - bpm)).toBeLessThan(2);
    expect(Math.abs((found?.firstBeatMs ?? 9e9) - firstMsOf(bpm))).toBeLessThan(30);
  });
});

describe('a sound without a beat', () => {
  test('has no result: silence, noise alone, a tone alone', () => {
    expect(detectBeats({ samples: new Float32Array(44_100 * 5), rate: 44_100 })).toBeUndefined();
    expect(detectBeats({ samples: new Float32Array(0), rate: 44_100 })).toBeUndefined();
    const noise = detectBeats(clickTrack({ bpm: 60, firstMs: 60_000, seconds: 8, noise: 0.5 }));
    expect(noise?.confidence ?? 0).toBeLessThan(0.5);
    expect(detectBeats(clickTrack({ bpm: 60, firstMs: 60_000, seconds: 8, padHz: 220 }))?.confidence ?? 0).toBeLessThan(
      0.5,
    );
  });
});
