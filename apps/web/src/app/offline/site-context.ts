import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SiteFacts } from '../../device/banner.ts';
import type { Site } from './site.ts';

const ALWAYS_THERE: { state: StoreApi<SiteFacts>; reload: () => void } = {
  state: createStore<SiteFacts>()(() => ({ offline: false, newVersion: false })),
  reload: () => undefined,
};

/** The site that the app comes from; one that is always there and never changes where nobody watches it. */
export const SiteContext = createContext<Pick<Site, 'state' | 'reload'>>(ALWAYS_THERE);

/** What is to be known of the site, and the way to load the page anew. */
export function useSite(): { facts: SiteFacts; reload: () => void } {
  const { state, reload } = use(SiteContext);
  return { facts: useStore(state), reload };
}
