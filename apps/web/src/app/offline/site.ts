import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SiteFacts } from '../../device/dock/banner.ts';
import { CACHED_HEADER } from './messages.ts';

/** The site that the app comes from: whether it can be reached, and whether it has a newer version of the app. */
export interface Site {
  readonly state: StoreApi<SiteFacts>;
  /** Fetches from the site, and learns from the answer whether it can be reached. */
  readonly fetch: typeof globalThis.fetch;
  /** Says, once, that there is a newer version, and how to go on with it. */
  offerVersion(reload: () => void): void;
  /** Goes on with the newer version that was offered. */
  reload(): void;
}

/** Where the site is asked whether it is there: the smallest thing that every deployment has. */
const PROBE_PATH = '/config.json';

/** How often, while it is not. */
const PROBE_EVERY_MS = 5000;

/** What of a window is listened to. */
export interface SiteWindow {
  readonly navigator: { readonly onLine: boolean };
  readonly location: { reload(): void };
  addEventListener(type: 'online' | 'offline', run: () => void): void;
}

/**
 * Watches the site. A browser that says it is online may still not reach it, so while it is away it is asked again and again;
 * an answer that the service worker had cached counts as none.
 */
export function createSite(from: { fetch: typeof globalThis.fetch; time: Time; window: SiteWindow }): Site {
  const { time, window } = from;
  const state = createStore<SiteFacts>()(() => ({ offline: false, newVersion: false }));
  let stopProbing: Undo | undefined;
  let goOn: (() => void) | undefined;

  const fetchFromSite: typeof fetch = async (...request) => {
    try {
      const answer = await from.fetch(...request);
      setOffline(answer.headers.has(CACHED_HEADER));
      return answer;
    } catch (error) {
      setOffline(true);
      throw error;
    }
  };

  // That it failed is what was asked for; `fetchFromSite` has noted it.
  const probe = () => void fetchFromSite(PROBE_PATH, { credentials: 'omit', cache: 'no-store' }).catch(() => undefined);

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
      // Once: who has closed it knows.
      if (goOn === undefined) state.setState({ newVersion: true });
      goOn = reload;
    },
    reload: () => goOn?.(),
  };
}
