import type { Language } from './languages.ts';
import type enUS from './locales/en-US.json';

/** The key of a text. A key that the English catalog does not have does not compile. */
export type MessageKey = keyof typeof enUS;

/** Texts by key: compiled by the build, plain in tests and in development of a single file. */
export type Catalog = Readonly<Record<MessageKey, string>>;

type LoadCatalog = () => Promise<{ default: Catalog }>;

/** Where the texts of a language come from: one chunk each. A language without a row is shown in English. */
const CATALOGS: Partial<Record<Language, LoadCatalog>> & { 'en-US': LoadCatalog } = {
  'en-US': () => import('./locales/en-US.json'),
  'nb-NO': () => import('./locales/nb-NO.json'),
};

/** The texts of a language, and the language that they are in: English where the language has none of its own. */
export async function loadCatalog(language: Language): Promise<{ language: Language; texts: Catalog }> {
  const own = CATALOGS[language];
  const { default: texts } = await (own ?? CATALOGS['en-US'])();
  return { language: own ? language : 'en-US', texts };
}
