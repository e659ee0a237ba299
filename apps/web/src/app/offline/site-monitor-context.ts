import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SiteStatus } from '../../device/dock/banner.ts';
import type { SiteMonitor } from './site-monitor.ts';

const ALWAYS_THERE: Pick<SiteMonitor, 'state'> = {
  state: createStore<SiteStatus>()(() => ({ offline: false, newVersion: false })),
};

/** The site that serves the app; without a provider, a site that is always reachable and never changes. */
export const SiteMonitorContext = createContext(ALWAYS_THERE);

/** Whether the site can be reached, and whether it has a newer version. */
export function useSiteStatus(): SiteStatus {
  return useStore(use(SiteMonitorContext).state);
}
