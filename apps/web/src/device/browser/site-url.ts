import { createContext, use } from 'react';

/** The address of this site as its deployment configures it; else the address in use. */
export const SiteUrlContext = createContext<string | undefined>(undefined);

/** The address of this site for others, without a slash at its end. */
export function useSiteUrl(): string {
  return (use(SiteUrlContext) ?? window.location.origin).replace(/\/+$/, '');
}

/** Whether an address is a loopback one: no other device can reach us there. */
export function isLoopbackAddress(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(host);
}
