import { sendAnalyticsByConsent } from '../../analytics/send-analytics-by-consent.ts';
import { prefetchChartCode } from './charts.ts';
import { followThemeColor } from './theme-color.ts';

/** The parts that the boot modules use. */
interface BootPorts {
  readonly document: Document;
  readonly analytics: Parameters<typeof sendAnalyticsByConsent>[0];
  /** Runs a function once the page is shown and the browser is idle. */
  readonly whenIdle: (run: () => void) => void;
}

/**
 * Runs the three boot modules of the start: the colour of the address bar, analytics,
 * charts. Each is small and loads its library later, as a chunk of its own. Returns their undo.
 */
export function runBootModules({ document, analytics, whenIdle }: BootPorts): () => void {
  const undos = [followThemeColor(document), sendAnalyticsByConsent(analytics)];
  prefetchChartCode(whenIdle);
  return () => {
    for (const undo of undos) undo();
  };
}
