/** The part of a script that the chart shows, ms. */
export interface ChartView {
  readonly spanMs: number;
  /** The left edge; undefined: the chart follows the medium. */
  readonly startMs: number | undefined;
}

/** The place of the present moment while the chart follows: most of the view lies ahead. */
const NOW_SHARE = 0.3;

/** The narrowest view, and how much wider each next one is. */
const NARROWEST_MS = 2_000;
const ZOOM_FACTOR = 2;
/** The share of the view that a step to the side moves. */
const STEP_SHARE = 0.5;

/** The initial view of a chart. */
export const INITIAL_CHART_VIEW: ChartView = { spanMs: 8_000, startMs: undefined };

/** The left edge of the view, ms. */
export const leftEdgeMs = ({ spanMs, startMs }: ChartView, nowMs: number): number =>
  startMs ?? nowMs - spanMs * NOW_SHARE;

/** The view of the chart closer (`steps` above 0) or wider, at most the whole script; the moment `anchorMs` stays in its place. */
export function zoomChartView(
  view: ChartView,
  steps: number,
  { anchorMs, endMs }: { anchorMs: number; endMs: number },
): ChartView {
  const widestMs = Math.max(NARROWEST_MS, endMs);
  const spanMs = Math.min(widestMs, Math.max(NARROWEST_MS, view.spanMs / ZOOM_FACTOR ** steps));
  if (view.startMs === undefined) return { spanMs, startMs: undefined };
  const share = (anchorMs - view.startMs) / view.spanMs;
  return within({ spanMs, startMs: anchorMs - share * spanMs }, endMs);
}

/** The view moved by a share of its width to the right; it no longer follows the present moment. */
export function panChartView(
  view: ChartView,
  share: number,
  { nowMs, endMs }: { nowMs: number; endMs: number },
): ChartView {
  return within({ spanMs: view.spanMs, startMs: leftEdgeMs(view, nowMs) + share * view.spanMs }, endMs);
}

/** The view moved to the side by half its width. */
export const stepChartView = (view: ChartView, by: -1 | 1, where: { nowMs: number; endMs: number }): ChartView =>
  panChartView(view, by * STEP_SHARE, where);

/** Some part of the script stays in view. */
function within({ spanMs, startMs }: { spanMs: number; startMs: number }, endMs: number): ChartView {
  return { spanMs, startMs: Math.min(Math.max(startMs, -spanMs / 2), Math.max(0, endMs - spanMs / 2)) };
}
