import { describe, expect, test } from 'vitest';
import { INITIAL_CHART_VIEW, leftEdgeMs, panChartView, stepChartView, zoomChartView } from './chart-view.ts';

const endMs = 600_000;

describe('the view of the script', () => {
  test('follows the medium, with most of the view ahead', () => {
    expect(leftEdgeMs(INITIAL_CHART_VIEW, 10_000)).toBe(10_000 - 0.3 * 8_000);
    expect(leftEdgeMs(INITIAL_CHART_VIEW, 20_000)).toBe(20_000 - 0.3 * 8_000);
  });

  test('goes closer down to two seconds, and wider up to the whole', () => {
    const anchor = { anchorMs: 5_000, endMs };
    expect(zoomChartView(INITIAL_CHART_VIEW, 1, anchor).spanMs).toBe(4_000);
    expect(zoomChartView(INITIAL_CHART_VIEW, 20, anchor).spanMs).toBe(2_000);
    expect(zoomChartView(INITIAL_CHART_VIEW, -20, anchor).spanMs).toBe(endMs);
    expect(zoomChartView(INITIAL_CHART_VIEW, -1, anchor).startMs).toBeUndefined();
  });

  test('moved aside it stays there, and a zoom leaves its anchor in place', () => {
    const aside = panChartView(INITIAL_CHART_VIEW, 10, { nowMs: 50_000, endMs });
    expect(aside.startMs).toBe(50_000 - 2_400 + 80_000);
    const closer = zoomChartView(aside, 1, { anchorMs: 131_600, endMs });
    expect((131_600 - (closer.startMs ?? 0)) / closer.spanMs).toBeCloseTo(0.5);
  });

  test('never leaves the script', () => {
    const where = { nowMs: 0, endMs };
    expect(panChartView(INITIAL_CHART_VIEW, -100, where).startMs).toBe(-4_000);
    expect(panChartView(INITIAL_CHART_VIEW, 1_000, where).startMs).toBe(endMs - 4_000);
    expect(stepChartView({ spanMs: 10_000, startMs: 20_000 }, 1, where).startMs).toBe(25_000);
    expect(stepChartView({ spanMs: 10_000, startMs: 20_000 }, -1, where).startMs).toBe(15_000);
  });
});
