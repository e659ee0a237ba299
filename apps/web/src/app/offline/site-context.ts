import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SiteFacts } from '../../device/dock/banner.ts';
import type { Site } from './site.ts';

const ALWAYS_THERE: Pick<Site, 'state'> = {
  state: createStore<SiteFacts>()(() => ({ offline: false, newVersion: false })),
};

/** The site that the app comes from; one that is always there and never changes where nobody watches it. */
export const SiteContext = createContext(ALWAYS_THERE);

/** What is to be known of the site. */
export function useSiteFacts(): SiteFacts {
  return useStore(use(SiteContext).state);
}
