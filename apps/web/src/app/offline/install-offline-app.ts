import type { Time } from '@tactus/time';
import { installOwnServiceWorker } from '../../device/browser/own-worker.ts';
import { sendToWorker, sendWorkerRequest } from './messages.ts';
import { checkPeriodically } from './newer-page.ts';
import { areAllPagesCached, type PrefetchPorts, prefetchAllPages } from './prefetch.ts';
import type { SiteMonitor } from './site-monitor.ts';

const WORKER_PATH = '/service-worker.js';

/** Files of the build. */
const FILE = /^\/assets\//;

/** How long a newer version may take to activate: a browser may delay it for as long as the older one has work. */
const TAKE_OVER_MS = 2000;

/** The parts of the browser that are used. */
interface Ports extends Pick<PrefetchPorts, 'language' | 'network' | 'onAllCached'> {
  readonly container: ServiceWorkerContainer;
  readonly document: Document;
  readonly location: Pick<Location, 'origin' | 'reload'>;
  readonly performance: Pick<Performance, 'getEntriesByType'>;
  readonly time: Time;
  readonly site: Pick<SiteMonitor, 'offerVersion'>;
}

/**
 * Installs the service worker, so that the app opens without a network, and offers a newer version when there is one. The page
 * reloads only when the person says so, for a device may be moving. Resolves with whether there is a worker now; rejects where
 * the browser refuses it.
 */
export async function installOfflineApp(ports: Ports): Promise<boolean> {
  const { container, document, location, performance, time, site } = ports;
  const entryPath = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset['app'] ?? '/';
  let reloads = false;

  const registration = await installOwnServiceWorker(container, WORKER_PATH);
  // Browsers whose settings forbid installing answer with nothing.
  if (!registration) return false;

  const isOfThisVersion = async (worker: ServiceWorker) =>
    (await sendWorkerRequest(worker, { type: 'is-yours', path: entryPath })) === true;

  /** A worker of this very version may take over at once; any other worker is a newer version. */
  async function watch(worker: ServiceWorker | null): Promise<void> {
    if (worker === null) return;
    if (!(await isOfThisVersion(worker))) {
      offer();
      return prefetchNewer(worker);
    }
    if (worker === registration.waiting) return sendToWorker(worker, { type: 'take-over' });
    if (worker === container.controller) await prefetchAllPages(worker, ports);
  }

  /** Where every page of this version opens without a network, so it does once a newer one has taken over. */
  async function prefetchNewer(worker: ServiceWorker): Promise<void> {
    const { controller } = container;
    if (controller === null || controller === worker || !(await areAllPagesCached(controller, ports))) return;
    await prefetchAllPages(worker, { ...ports, onAllCached: () => undefined });
  }

  function offer(): void {
    site.offerVersion(() => {
      reloads = true;
      // Once it has taken over, `controllerchange` reloads the page; if it has already, no such event will come.
      if (registration.waiting === null) return location.reload();
      sendToWorker(registration.waiting, { type: 'take-over' });
      // A page that is loaded under the older worker is the newer one too: it comes from the site.
      time.after(TAKE_OVER_MS, () => location.reload());
    });
  }

  function store(loaded: readonly { readonly name: string }[]): void {
    const urls = loaded.map(({ name }) => new URL(name));
    const ours = urls.filter(({ origin, pathname }) => origin === location.origin && FILE.test(pathname));
    if (ours.length > 0 && container.controller !== null)
      sendToWorker(container.controller, { type: 'keep', paths: ours.map(({ pathname }) => pathname) });
  }

  container.addEventListener('controllerchange', () => {
    if (reloads) return location.reload();
    store(performance.getEntriesByType('resource'));
    void watch(container.controller);
  });
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && container.controller !== null) void watch(installing);
    });
  });
  // Files in flight when the worker took over are seen by the observer alone.
  new PerformanceObserver((seen) => store(seen.getEntries())).observe({ type: 'resource', buffered: true });
  if (container.controller !== null) {
    void watch(registration.waiting);
    // The active worker may be older than the page, whose own worker is still loading then.
    if (await isOfThisVersion(container.controller)) void watch(container.controller);
  }

  // Without a network this check fails; the next one follows.
  checkPeriodically(time, document, () => void registration.update().catch(() => undefined));
  return true;
}
