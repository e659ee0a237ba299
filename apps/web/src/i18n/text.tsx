import { createContext, type ReactNode, use, useEffect } from 'react';
import { IntlProvider, type IntlShape, useIntl } from 'react-intl';
import { useStore } from 'zustand';
import type { MessageKey } from './catalogs.ts';
import type { LanguageStore } from './language-store.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from './languages.ts';

/** What a text's placeholders take. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Gives the text of a key in the language in use. */
export type Translate = (key: MessageKey, values?: TextValues) => string;

/** The text function and the numbers of the language in use. */
export interface Texts {
  readonly t: Translate;
  /** A number with so many decimals, as the language writes it. */
  readonly number: (value: number, decimals?: number) => string;
}

const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }));

const LanguageContext = createContext<LanguageStore | undefined>(undefined);

/** Gives the language to everything inside, and to the document. */
export function LanguageProvider({ store, children }: { store: LanguageStore; children: ReactNode }) {
  const textLanguage = useStore(store.state, (state) => state.textLanguage);
  const texts = useStore(store.state, (state) => state.texts);
  useEffect(() => {
    document.documentElement.lang = textLanguage;
  }, [textLanguage]);
  return (
    <LanguageContext value={store}>
      <IntlProvider locale={textLanguage} defaultLocale={FALLBACK_LANGUAGE} messages={texts} onError={store.textFailed}>
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

/** The text function of the language in use. */
export function useTexts(): Texts {
  const intl = useIntl();
  return {
    t: (key, values) => textOf(intl, key, values),
    number: (value, decimals = 0) => numberOf(intl, value, decimals),
  };
}

/** The language in use, and the way to choose another. */
export function useLanguage(): { language: Language; choose: LanguageStore['choose'] } {
  const store = use(LanguageContext);
  if (store === undefined) throw new Error('useLanguage is used outside a LanguageProvider');
  const language = useStore(store.state, (state) => state.language);
  return { language, choose: store.choose };
}

/** What a picker of languages shows and does. A language whose texts cannot be loaded changes nothing and is told to `onError`. */
export function useLanguagePicker(onError: () => void) {
  const { language, choose } = useLanguage();
  return {
    options: LANGUAGE_OPTIONS,
    value: language,
    onChange: (code: Language) => void choose(code).catch(onError),
  };
}

function textOf(intl: IntlShape, id: MessageKey, values: TextValues | undefined): string {
  return values === undefined ? intl.formatMessage({ id }) : intl.formatMessage({ id }, values);
}

function numberOf(intl: IntlShape, value: number, decimals: number): string {
  return intl.formatNumber(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
