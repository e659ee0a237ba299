import type { BASE_CATALOG_PARTS } from './catalog-parts.ts';
import type { CompiledMessage } from './format-message.ts';
import type { Language } from './languages.ts';
import type enUS from './locales/en-US.json';

/** The key of a text. A key that the English catalog does not have does not compile. */
export type MessageKey = keyof typeof enUS;

type FirstWord<Key> = Key extends `${infer Part}.${string}` ? Part : never;

/** A part of the catalogs that is loaded with the pages that name it. */
export type CatalogPart = Exclude<FirstWord<MessageKey>, (typeof BASE_CATALOG_PARTS)[number]>;

/** Texts by key, as the build compiles them. Parts that no page has loaded are missing. */
export type Catalog = Readonly<Partial<Record<MessageKey, CompiledMessage>>>;

/** A language's file as the build compiles it: the base part, and loaders of the others. */
interface CatalogModule {
  readonly default: Catalog;
  readonly parts: Readonly<Partial<Record<string, () => Promise<{ default: Catalog }>>>>;
}

/** The opened catalog of a language. */
export interface OpenCatalog {
  /** The language of the texts: English where the requested one has no catalog. */
  readonly language: Language;
  /** The texts of the base part. */
  readonly base: Catalog;
  /** The texts of another part. Rejects when they cannot be loaded. */
  part(part: CatalogPart): Promise<Catalog>;
}

/** One chunk per language, named after it. A language without a catalog is shown in English. */
const CATALOGS = import.meta.glob<CatalogModule>('./locales/*.json');

/** Longer texts made from the English ones, to find texts that do not fit: in development and in builds for pictures only. */
const PSEUDO =
  import.meta.env.DEV || import.meta.env.VITE_PSEUDO === '1'
    ? import.meta.glob<CatalogModule>('./locales/en-US.json', { query: '?pseudo' })
    : {};

/** Opens the catalog of a language; the longer English one where that is requested and in the build. */
export async function openCatalog(language: Language, pseudo = false): Promise<OpenCatalog> {
  const longer = pseudo ? PSEUDO['./locales/en-US.json'] : undefined;
  const own = longer ?? CATALOGS[`./locales/${language}.json`];
  if (own === undefined) {
    if (language === 'en-US') throw new Error('The English texts are missing');
    return openCatalog('en-US');
  }
  const { default: base, parts } = await own();
  return {
    language: longer === undefined ? language : 'en-US',
    base,
    part: async (part) => (await parts[part]?.())?.default ?? {},
  };
}
