/** What part of a script the chart shows, ms. */
export interface ChartView {
  readonly spanMs: number;
  /** The left edge; undefined: it follows what plays. */
  readonly startMs: number | undefined;
}

/** Where now is while the chart follows: the smaller part is behind it. */
const NOW_SHARE = 0.3;

/** The narrowest view, and how much wider each next one is. */
const NARROWEST_MS = 2_000;
const ZOOM_FACTOR = 2;
/** How much of the view a step to the side goes. */
const STEP_SHARE = 0.5;

/** What a chart shows at first. */
export const FIRST_VIEW: ChartView = { spanMs: 8_000, startMs: undefined };

/** The left edge of what is shown, ms. */
export const startOf = ({ spanMs, startMs }: ChartView, nowMs: number): number => startMs ?? nowMs - spanMs * NOW_SHARE;

/** Closer (`steps` above 0) or wider, at most the whole script; what is at `anchorMs` stays in its place. */
export function zoomed(
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

/** Moved by a share of the view to the right; it no longer follows. */
export function panned(view: ChartView, share: number, { nowMs, endMs }: { nowMs: number; endMs: number }): ChartView {
  return within({ spanMs: view.spanMs, startMs: startOf(view, nowMs) + share * view.spanMs }, endMs);
}

/** A step to the side, half a view. */
export const stepped = (view: ChartView, by: -1 | 1, where: { nowMs: number; endMs: number }): ChartView =>
  panned(view, by * STEP_SHARE, where);

/** Something of the script stays in view. */
function within({ spanMs, startMs }: { spanMs: number; startMs: number }, endMs: number): ChartView {
  return { spanMs, startMs: Math.min(Math.max(startMs, -spanMs / 2), Math.max(0, endMs - spanMs / 2)) };
}
