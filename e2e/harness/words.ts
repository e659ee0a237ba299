import { readFileSync } from 'node:fs';

type Catalog = Readonly<Record<string, string>>;

const readCatalog = (language: string): Catalog =>
  JSON.parse(readFileSync(new URL(`../../apps/web/src/i18n/locales/${language}.json`, import.meta.url), 'utf8'));

const catalogs = new Map<string, Catalog>();

/** A text of the app in English. Throws for a key that the catalog does not have. */
export function words(key: string, language = 'en-US'): string {
  const catalog = catalogs.get(language) ?? readCatalog(language);
  catalogs.set(language, catalog);
  const text = catalog[key];
  if (text === undefined) throw new Error(`${language} has no text for ${key}`);
  return text;
}
