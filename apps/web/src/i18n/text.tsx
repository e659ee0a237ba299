import { createContext, type ReactNode, use, useEffect } from 'react';
import { useStore } from 'zustand';
import type { CatalogPart } from './catalogs.ts';
import type { LanguageStore, TextFunctions } from './language-store.ts';
import { LANGUAGES, type Language } from './languages.ts';

const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }));

const LanguageContext = createContext<LanguageStore | undefined>(undefined);

/** Provides the language to its children, and sets it on the document. */
export function LanguageProvider({ store, children }: { store: LanguageStore; children: ReactNode }) {
  const textLanguage = useStore(store.state, (state) => state.textLanguage);
  useEffect(() => {
    document.documentElement.lang = textLanguage;
  }, [textLanguage]);
  return <LanguageContext value={store}>{children}</LanguageContext>;
}

/** The text function of the language in use. */
export function useTexts(): TextFunctions {
  return useStore(useLanguageStore().state, (state) => state.texts);
}

/** The language in use, and the function that chooses another. */
export function useLanguage(): { language: Language; choose: LanguageStore['choose'] } {
  const store = useLanguageStore();
  const language = useStore(store.state, (state) => state.language);
  return { language, choose: store.choose };
}

/** State and action of a language picker. A language that cannot be loaded changes nothing; its error goes to `onError`. */
export function useLanguagePicker(onError: () => void) {
  const { language, choose } = useLanguage();
  return {
    options: LANGUAGE_OPTIONS,
    value: language,
    onChange: (code: Language) => void choose(code).catch(onError),
  };
}

/** Whether the texts of a part are loaded, for components shown on every page; loads them if not. */
export function useCatalogPart(part: CatalogPart): boolean {
  const store = useLanguageStore();
  const here = useStore(store.state, (state) => state.parts.has(part));
  useEffect(() => {
    // Without its texts the component is not shown; the next load tries again.
    if (!here) store.need([part]).catch(() => undefined);
  }, [store, part, here]);
  return here;
}

/** Returns texts outside of rendering: of the base part, and of any other once it is loaded. */
export function useTextSource(): Pick<LanguageStore, 'textOf' | 'needText'> {
  return useLanguageStore();
}

function useLanguageStore(): LanguageStore {
  const store = use(LanguageContext);
  if (store === undefined) throw new Error('Texts are used outside a LanguageProvider');
  return store;
}
