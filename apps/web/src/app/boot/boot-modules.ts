import { followConsent } from '../../analytics/follow-consent.ts';
import { prepareCharts } from './charts.ts';
import { followThemeColor } from './theme-color.ts';

/** What the boot modules act on. */
interface BootPorts {
  readonly document: Document;
  readonly analytics: Parameters<typeof followConsent>[0];
  /** Runs something once the page stands and the browser has nothing better to do. */
  readonly whenIdle: (run: () => void) => void;
}

/**
 * Runs the three boot modules of the start (product.md section 2, decisions.md 38): the colour of the address bar, analytics,
 * charts. Each is small; what it needs beyond itself is a chunk that it loads when the time has come. Returns their undo.
 */
export function runBootModules({ document, analytics, whenIdle }: BootPorts): () => void {
  const undos = [followThemeColor(document), followConsent(analytics)];
  prepareCharts(whenIdle);
  return () => {
    for (const undo of undos) undo();
  };
}
