import { createContext, use } from 'react';

/** Where this site can be reached, as its deployment configures; the address in use where it configures none. */
export const SiteUrlContext = createContext<string | undefined>(undefined);

/** The address of this site for others, without a slash at its end. */
export function useSiteUrl(): string {
  return (use(SiteUrlContext) ?? window.location.origin).replace(/\/+$/, '');
}

/** Whether an address leads, on any machine, to that machine itself: no other device can reach us there. */
export function isOnThisMachineOnly(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(host);
}
