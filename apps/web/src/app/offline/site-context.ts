import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SiteFacts } from '../../device/dock/banner.ts';
import type { Site } from './site.ts';

const ALWAYS_THERE: Pick<Site, 'state'> = {
  state: createStore<SiteFacts>()(() => ({ offline: false, newVersion: false })),
};

/** The site that serves the app; without a provider, a site that is always reachable and never changes. */
export const SiteContext = createContext(ALWAYS_THERE);

/** Whether the site can be reached, and whether it has a newer version. */
export function useSiteFacts(): SiteFacts {
  return useStore(use(SiteContext).state);
}
