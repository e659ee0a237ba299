import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SiteStatus } from '../../device/dock/banner.ts';
import { FROM_CACHE_HEADER } from './messages.ts';

/** The site that serves the app: whether it can be reached, and whether it has a newer version of the app. */
export interface SiteMonitor {
  readonly state: StoreApi<SiteStatus>;
  /** Fetches from the site, and learns from the answer whether it can be reached. */
  readonly fetch: typeof globalThis.fetch;
  /** Reports, once, that there is a newer version, and how to load it. */
  offerVersion(reload: () => void): void;
  /** Loads the newer version that was offered. */
  reload(): void;
}

/** The path fetched to check whether the site can be reached: the smallest file that every deployment has. */
const PROBE_PATH = '/config.json';

/** How often this is checked while the site cannot be reached. */
const PROBE_EVERY_MS = 5000;

/** The events of a window that are used. */
export interface SiteMonitorWindow {
  readonly navigator: { readonly onLine: boolean };
  readonly location: { reload(): void };
  addEventListener(type: 'online' | 'offline', run: () => void): void;
}

/**
 * Watches the site. A browser that reports being online may still not reach it, so while the site is away it is fetched again
 * and again; an answer from the service worker's cache does not count.
 */
export function createSiteMonitor(from: {
  fetch: typeof globalThis.fetch;
  time: Time;
  window: SiteMonitorWindow;
}): SiteMonitor {
  const { time, window } = from;
  const state = createStore<SiteStatus>()(() => ({ offline: false, newVersion: false }));
  let stopProbing: Undo | undefined;
  let goOn: (() => void) | undefined;

  const fetchFromSite: typeof fetch = async (...request) => {
    try {
      const answer = await from.fetch(...request);
      setOffline(answer.headers.has(FROM_CACHE_HEADER));
      return answer;
    } catch (error) {
      setOffline(true);
      throw error;
    }
  };

  // A failure is an answer too; `fetchFromSite` has noted it.
  const probe = () => void fetchFromSite(PROBE_PATH, { cache: 'no-store' }).catch(() => undefined);

  function setOffline(offline: boolean): void {
    if (offline) stopProbing ??= time.every(PROBE_EVERY_MS, probe);
    else {
      stopProbing?.();
      stopProbing = undefined;
    }
    if (offline !== state.getState().offline) state.setState({ offline });
  }

  if (!window.navigator.onLine) setOffline(true);
  window.addEventListener('offline', () => setOffline(true));
  window.addEventListener('online', probe);
  return {
    state,
    fetch: fetchFromSite,
    offerVersion(reload) {
      // Shown once: a person who closed it knows.
      if (goOn === undefined) state.setState({ newVersion: true });
      goOn = reload;
    },
    reload: () => goOn?.(),
  };
}
