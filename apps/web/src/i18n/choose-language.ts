import type { KeyValueStorage } from '../settings/key-value-storage.ts';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language } from './languages.ts';

/** The language that follows from the stored preference and the browser's language. */
export interface ChosenLanguage {
  /** The resulting code: mapped where the app knows it, unchanged where it does not. */
  readonly code: string;
  /** The language to show. */
  readonly language: Language;
  /** Whether the code names the Japanese site: any code that contains `jp`. */
  readonly japaneseSite: boolean;
  /** What to log, at the level it deserves. */
  readonly notice?: { readonly level: 'warning' | 'error'; readonly text: string };
}

/** The storage key of the preference. */
export const LANGUAGE_STORAGE_KEY = 'userLanguage';

/** The stored preference. Older versions of the app stored the code as JSON; both forms are read. */
export function readStoredLanguage(storage: Pick<KeyValueStorage, 'getItem'>): string | null {
  const stored = storage.getItem(LANGUAGE_STORAGE_KEY);
  return stored === null ? null : stored.replace(/^"(.*)"$/, '$1');
}

/** The stored preference, else the browser's language, mapped by its first two letters. Never throws. */
export function chooseLanguage(from: { stored: string | null; device: string }): ChosenLanguage {
  const code = from.stored ?? from.device;
  if (code.length < 2) {
    const text = `Language code "${code}" is too short; using ${FALLBACK_LANGUAGE}`;
    return {
      code: FALLBACK_LANGUAGE,
      language: FALLBACK_LANGUAGE,
      japaneseSite: false,
      notice: { level: 'warning', text },
    };
  }
  const japaneseSite = code.toLowerCase().includes('jp');
  const mapped = mapLanguageCode(code);
  if (isLanguage(mapped)) return { code: mapped, language: mapped, japaneseSite };
  if (japaneseSite) return { code, language: 'ja', japaneseSite };
  const text = `Language "${code}" is not known; using ${FALLBACK_LANGUAGE}`;
  return { code, language: FALLBACK_LANGUAGE, japaneseSite, notice: { level: 'error', text } };
}

/** Maps a code by its first two letters; a code that matches none of the languages is returned unchanged. @internal */
export function mapLanguageCode(code: string): string {
  const prefix = code.slice(0, 2).toLowerCase();
  const row = LANGUAGES.find((language) => language.prefixes.some((known) => known === prefix));
  return row?.code ?? code;
}
