import { createIntl } from 'react-intl';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from '../settings/key-value-storage.ts';
import { type Catalog, loadCatalog, type MessageKey } from './catalogs.ts';
import { chooseLanguage, type LanguageChoice } from './choose-language.ts';
import { FALLBACK_LANGUAGE, type Language } from './languages.ts';

/** The storage key of the preference (product.md section 3). */
const LANGUAGE_STORAGE_KEY = 'userLanguage';

/** The language in use and its texts. */
export interface LanguageState {
  /** The code that stands, which may be one the app does not speak. */
  readonly code: string;
  /** The language the person chose or the device has. */
  readonly language: Language;
  /** The language that the texts are in: English until a language has texts of its own. */
  readonly textLanguage: Language;
  readonly texts: Catalog;
}

/** Holds the language, remembers the person's choice. */
export interface LanguageStore {
  readonly state: StoreApi<LanguageState>;
  readonly choice: LanguageChoice;
  /** Loads the texts of a language, shows it and remembers it. Rejects when the texts cannot be loaded. */
  choose(language: Language): Promise<void>;
  /** A text without placeholders, for code outside React. */
  textOf(key: MessageKey): string;
  /** A text that cannot be formatted is logged and shown as it is: a fault of the catalog, never of the page. */
  textFailed(error: unknown): void;
}

/** Reads the preference, loads the texts. Falls back to English texts where a catalog cannot be loaded. */
export async function createLanguageStore(from: {
  storage: KeyValueStorage;
  deviceLanguage: string;
  log: { warn(text: string): void; error(text: string, cause?: unknown): void };
}): Promise<LanguageStore> {
  const choice = chooseLanguage({ stored: readStored(from.storage), device: from.deviceLanguage });
  if (choice.notice?.level === 'warning') from.log.warn(choice.notice.text);
  if (choice.notice?.level === 'error') from.log.error(choice.notice.text);

  const loaded = await loadCatalog(choice.language).catch((error: unknown) => {
    from.log.error(`The texts of ${choice.language} could not be loaded`, error);
    return loadCatalog(FALLBACK_LANGUAGE);
  });
  const state = createStore<LanguageState>()(() => ({
    code: choice.code,
    language: choice.language,
    textLanguage: loaded.language,
    texts: loaded.texts,
  }));
  let latest = 0;

  return {
    state,
    choice,
    textFailed: (error) => from.log.error('A text could not be formatted', error),
    textOf(key) {
      const { textLanguage, texts } = state.getState();
      return createIntl({ locale: textLanguage, messages: texts }).formatMessage({ id: key });
    },
    async choose(language) {
      const run = ++latest;
      const next = await loadCatalog(language);
      from.storage.setItem(LANGUAGE_STORAGE_KEY, language);
      if (run === latest) state.setState({ code: language, language, textLanguage: next.language, texts: next.texts });
    },
  };
}

/** Older versions of the app stored the code as JSON; both forms are read. */
function readStored(storage: KeyValueStorage): string | null {
  const stored = storage.getItem(LANGUAGE_STORAGE_KEY);
  return stored === null ? null : stored.replace(/^"(.*)"$/, '$1');
}
