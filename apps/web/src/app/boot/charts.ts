/**
 * The boot module of the charts: fetches the drawing of charts in a quiet moment, so that the first page with
 * one does not wait for it. A chart that cannot be fetched now is fetched by its page.
 */
export function prefetchChartCode(whenIdle: (run: () => void) => void): void {
  whenIdle(() => void import('../../device-view/position/percent-chart-card.tsx').catch(() => undefined));
}
