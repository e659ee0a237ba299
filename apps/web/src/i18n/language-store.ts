import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from '../settings/key-value-storage.ts';
import { catalogPartOf, isBasePart } from './catalog-parts.ts';
import { type Catalog, type CatalogPart, type MessageKey, openCatalog } from './catalogs.ts';
import { type ChosenLanguage, chooseLanguage, LANGUAGE_STORAGE_KEY, readStoredLanguage } from './choose-language.ts';
import { createFormatter, type TextValues } from './format-message.ts';
import { FALLBACK_LANGUAGE, type Language } from './languages.ts';

/** Returns the text of a key in the language in use. */
export type Translate = (key: MessageKey, values?: TextValues) => string;

/** The functions for texts and numbers of a language. They change only with its texts. */
export interface TextFunctions {
  readonly t: Translate;
  /** A number with so many decimals (default none), as the language writes it. */
  readonly number: (value: number, decimals?: number) => string;
}

/** The language in use and its texts. */
export interface LanguageState {
  /** The resulting code, which may be of a language that the app does not have. */
  readonly code: string;
  /** The language of the person's choice or of the browser. */
  readonly language: Language;
  /** The language of the texts: English where a language has no catalog. */
  readonly textLanguage: Language;
  readonly texts: TextFunctions;
  /** The loaded parts, beside the base. */
  readonly parts: ReadonlySet<CatalogPart>;
}

type LoadedTexts = Pick<LanguageState, 'textLanguage' | 'texts' | 'parts'>;

/** Holds the language and stores the person's choice. */
export interface LanguageStore {
  readonly state: StoreApi<LanguageState>;
  readonly choice: ChosenLanguage;
  /**
   * Loads the texts of a language with every part in use, shows it and stores the choice. Rejects when the texts cannot
   * be loaded.
   */
  choose(language: Language): Promise<void>;
  /** Shows a language that another tab has chosen. Rejects when the texts cannot be loaded. */
  follow(language: Language): Promise<void>;
  /** Loads parts of the texts, in this language and in every one that is chosen later. Rejects when they cannot be loaded. */
  need(parts: readonly CatalogPart[]): Promise<void>;
  /** A text of the base part, for code outside React. */
  textOf: Translate;
  /** Loads the part of one text, as `need` does. Rejects when it cannot be loaded. */
  needText(key: MessageKey): Promise<void>;
}

/** Reads the preference, loads the texts. Falls back to English texts where a catalog cannot be loaded. */
export async function createLanguageStore(from: {
  storage: KeyValueStorage;
  deviceLanguage: string;
  log: { warn(text: string): void; error(text: string, cause?: unknown): void };
  /** Show the longer texts that reveal texts which do not fit, where the build has them. */
  pseudo?: boolean;
  /** Default: the catalogs of the build. */
  open?: typeof openCatalog;
}): Promise<LanguageStore> {
  const { open = openCatalog } = from;
  const choice = chooseLanguage({ stored: readStoredLanguage(from.storage), device: from.deviceLanguage });
  if (choice.notice?.level === 'warning') from.log.warn(choice.notice.text);
  if (choice.notice?.level === 'error') from.log.error(choice.notice.text);

  const first = await load(choice.language, []).catch((error: unknown) => {
    from.log.error(`The texts of ${choice.language} could not be loaded`, error);
    return load(FALLBACK_LANGUAGE, []);
  });
  const state = createStore<LanguageState>()(() => ({ code: choice.code, language: choice.language, ...first }));
  let latest = 0;
  const textOf: Translate = (key, values) => state.getState().texts.t(key, values);

  /** The base and some parts. */
  async function load(language: Language, parts: Iterable<CatalogPart>): Promise<LoadedTexts> {
    const catalog = await open(language, from.pseudo);
    const loaded = new Set(parts);
    const more = await Promise.all([...loaded].map((part) => catalog.part(part)));
    const messages: Catalog = Object.assign({}, catalog.base, ...more);
    return { textLanguage: catalog.language, texts: textsOf(catalog.language, messages), parts: loaded };
  }

  /** A part is in use once it is loaded: a failed one blocks nothing later. */
  async function need(parts: readonly CatalogPart[]): Promise<void> {
    if (parts.every((part) => state.getState().parts.has(part))) return;
    let before: LanguageState;
    let loaded: LoadedTexts;
    do {
      before = state.getState();
      loaded = await load(before.language, [...before.parts, ...parts]);
    } while (before !== state.getState());
    state.setState(loaded);
  }

  function textsOf(language: Language, messages: Catalog): TextFunctions {
    const format = createFormatter(language);
    return {
      t(key, values) {
        const message = messages[key];
        if (message === undefined) return missing(key);
        try {
          return format.message(message, values);
        } catch (error) {
          if (import.meta.env.DEV) throw error;
          from.log.error(`The text "${key}" could not be formatted`, error);
          return '';
        }
      },
      number: (value, decimals = 0) => format.number(value, decimals),
    };
  }

  /**
   * The placeholder of a text whose part is not loaded, never its key. In development and tests it throws: the route does not
   * name the part. In production it is logged, the part is fetched, and the text is empty until it is loaded.
   */
  function missing(key: MessageKey): string {
    const error = new Error(`The text "${key}" is not loaded: name its part in the texts of the page's route`);
    if (import.meta.env.DEV) throw error;
    from.log.error(error.message);
    // A key's first word is a part by definition; those of the base are always loaded.
    need([catalogPartOf(key) as CatalogPart]).catch((cause: unknown) => from.log.error(error.message, cause));
    return '';
  }

  /** Shows a language, unless another has been chosen by the time its texts are loaded; resolves with whether it did. */
  async function show(language: Language): Promise<boolean> {
    const run = ++latest;
    let before: LanguageState;
    let next: LoadedTexts;
    do {
      before = state.getState();
      next = await load(language, before.parts);
    } while (run === latest && before !== state.getState());
    if (run !== latest) return false;
    state.setState({ code: language, language, ...next });
    return true;
  }

  return {
    state,
    choice,
    need,
    textOf,
    async needText(key) {
      const part = catalogPartOf(key);
      // A key's first word is a part by definition.
      if (!isBasePart(part)) await need([part as CatalogPart]);
    },
    async choose(language) {
      if (!(await show(language))) return;
      try {
        from.storage.setItem(LANGUAGE_STORAGE_KEY, language);
      } catch (error) {
        from.log.warn(`The browser does not store the language: ${String(error)}`);
      }
    },
    async follow(language) {
      await show(language);
    },
  };
}
