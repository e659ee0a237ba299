import { describe, expect, test } from 'vitest';
import { edgeMs, INITIAL_VIEW, panned, stepped, zoomed } from './chart-view.ts';

const endMs = 600_000;

describe('the view of the script', () => {
  test('follows the medium, with most of the view ahead', () => {
    expect(edgeMs(INITIAL_VIEW, 10_000)).toBe(10_000 - 0.3 * 8_000);
    expect(edgeMs(INITIAL_VIEW, 20_000)).toBe(20_000 - 0.3 * 8_000);
  });

  test('goes closer down to two seconds, and wider up to the whole', () => {
    const anchor = { anchorMs: 5_000, endMs };
    expect(zoomed(INITIAL_VIEW, 1, anchor).spanMs).toBe(4_000);
    expect(zoomed(INITIAL_VIEW, 20, anchor).spanMs).toBe(2_000);
    expect(zoomed(INITIAL_VIEW, -20, anchor).spanMs).toBe(endMs);
    expect(zoomed(INITIAL_VIEW, -1, anchor).startMs).toBeUndefined();
  });

  test('moved aside it stays there, and a zoom leaves its anchor in place', () => {
    const aside = panned(INITIAL_VIEW, 10, { nowMs: 50_000, endMs });
    expect(aside.startMs).toBe(50_000 - 2_400 + 80_000);
    const closer = zoomed(aside, 1, { anchorMs: 131_600, endMs });
    expect((131_600 - (closer.startMs ?? 0)) / closer.spanMs).toBeCloseTo(0.5);
  });

  test('never leaves the script', () => {
    const where = { nowMs: 0, endMs };
    expect(panned(INITIAL_VIEW, -100, where).startMs).toBe(-4_000);
    expect(panned(INITIAL_VIEW, 1_000, where).startMs).toBe(endMs - 4_000);
    expect(stepped({ spanMs: 10_000, startMs: 20_000 }, 1, where).startMs).toBe(25_000);
    expect(stepped({ spanMs: 10_000, startMs: 20_000 }, -1, where).startMs).toBe(15_000);
  });
});
