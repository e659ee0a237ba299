import type { Language } from './languages.ts';
import type enUS from './locales/en-US.json';

/** The key of a text. A key that the English catalog does not have does not compile. */
export type MessageKey = keyof typeof enUS;

/** Texts by key: compiled by the build, plain in tests and in development of a single file. */
export type Catalog = Readonly<Record<MessageKey, string>>;

/** One chunk a language, named after it. A language without a catalog is shown in English. */
const CATALOGS = import.meta.glob<{ default: Catalog }>('./locales/*.json');

/** The texts of a language, and the language that they are in: English where the language has none of its own. */
export async function loadCatalog(language: Language): Promise<{ language: Language; texts: Catalog }> {
  const own = CATALOGS[`./locales/${language}.json`];
  if (own) return { language, texts: (await own()).default };
  const { default: texts } = await import('./locales/en-US.json');
  return { language: 'en-US', texts };
}
