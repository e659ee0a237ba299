import { isJapaneseHost } from '../settings/device-rules.ts';

/**
 * The address on the Japanese site, on the same path and query, where this browser should be there; undefined where it
 * should not, where no such site is configured, or where this is that site.
 */
export function japaneseSiteTarget(from: {
  location: Pick<Location, 'origin' | 'hostname' | 'pathname' | 'search' | 'hash'>;
  /** Whether the language names the Japanese site. */
  japaneseLanguage: boolean;
  japaneseSite: string | undefined;
}): string | undefined {
  const { location, japaneseLanguage, japaneseSite } = from;
  if (japaneseSite === undefined || !URL.canParse(japaneseSite)) return undefined;
  if (!japaneseLanguage && !isJapaneseHost(location.hostname)) return undefined;
  const { origin, protocol } = new URL(japaneseSite);
  if (origin === location.origin || !/^https?:$/.test(protocol)) return undefined;
  return `${origin}${location.pathname}${location.search}${location.hash}`;
}
