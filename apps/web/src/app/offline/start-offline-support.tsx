import type { Time } from '@tactus/time';
import type { ErrorLog } from '../../device/session/log.ts';
import type { LanguageStore } from '../../i18n/language-store.ts';
import { installOfflineApp } from './install-offline-app.ts';
import { watchForNewerPage } from './newer-page.ts';
import type { NetworkHints } from './prefetch.ts';
import type { SiteMonitor } from './site-monitor.ts';
import { createSiteStatusNotice } from './site-status-notice.tsx';

/** The parts of the app and the browser that are used. */
interface Ports {
  readonly site: SiteMonitor;
  readonly language: Pick<LanguageStore, 'state' | 'need'>;
  readonly log: Pick<ErrorLog, 'warn'>;
  readonly time: Time;
  readonly window: Window & typeof globalThis;
  /** Whether this is a build, which has a service worker. */
  readonly isBuild: boolean;
}

/**
 * Runs once the first page is shown: loads the notice that the site is away or has a newer version, caches the app in the
 * browser, so that it opens without a network, and checks for a newer version.
 */
export async function startOfflineSupport({ site, language, log, time, window, isBuild }: Ports): Promise<void> {
  const { document, location, performance, navigator } = window;
  const { notice, onAllCached } = createSiteStatusNotice(site);
  // Offline, texts that were never used are missing; the next load with a network fetches them.
  language.need(['site']).then(
    () => site.state.setState({ Notice: notice }),
    (error: unknown) => log.warn('What is said of the site is not here', error),
  );
  if (!isBuild) return;

  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // TypeScript's own library has no hints of the network yet.
  const { connection: network } = navigator as { connection?: NetworkHints };
  // Only pages that a person opened by themselves are cached.
  const isInstalled =
    container !== undefined &&
    window.self === window.top &&
    (await installOfflineApp({
      ...{ container, document, location, performance, time, site, network, onAllCached },
      language: () => language.state.getState().textLanguage,
    }).catch((error: unknown) => {
      log.warn('Not installed', error);
      return false;
    }));
  if (!isInstalled)
    watchForNewerPage({
      ...{ document, time },
      fetch: (...request) => window.fetch(...request),
      onNewer: () => site.offerVersion(() => location.reload()),
    });
}
