import { sendAnalyticsByConsent } from '../../analytics/send-analytics-by-consent.ts';

/** The parts that the boot modules use. */
interface BootPorts {
  readonly document: Document;
  readonly analytics: Parameters<typeof sendAnalyticsByConsent>[0];
  /** Runs a function once nothing that a person waits for is being loaded. */
  readonly whenQuiet: (run: () => void) => void;
}

/**
 * Runs the three boot modules of the start: the colour of the address bar, analytics,
 * charts. Each is small and loads its library later, as a chunk of its own. Returns their undo.
 */
export function runBootModules({ document, analytics, whenQuiet }: BootPorts): () => void {
  const undos = [followThemeColor(document), sendAnalyticsByConsent(analytics)];
  prefetchChartCode(whenQuiet);
  return () => {
    for (const undo of undos) undo();
  };
}

/**
 * The boot module of the charts: fetches the drawing of charts in a quiet moment, so that the first page with
 * one does not wait for it. A chart that cannot be fetched now is fetched by its page.
 */
function prefetchChartCode(whenQuiet: (run: () => void) => void): void {
  whenQuiet(() => void import('../../device-view/position/percent-chart-card.tsx').catch(() => undefined));
}

/** The boot module that gives the browser's address bar the colour of the theme; returns its own undo. */
function followThemeColor(document: Document): () => void {
  const root = document.documentElement;
  const meta = document.querySelector('meta[name="theme-color"]');
  const apply = () => {
    const color = getComputedStyle(root).getPropertyValue('--bg').trim();
    if (color !== '') meta?.setAttribute('content', color);
  };
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributeFilter: ['data-character', 'data-mode'] });
  apply();
  return () => observer.disconnect();
}
