/** A language of the app: the one list that picker, loader, detection and catalog check read. */
export interface LanguageRow {
  /** The code as it is stored and as `lang` of the document. */
  readonly code: string;
  /** The language's own name. */
  readonly name: string;
  /** First two letters of the codes that mean this language. */
  readonly prefixes: readonly string[];
}

/** The languages of the app, in the order of the picker. */
export const LANGUAGES = [
  { code: 'en-US', name: 'English', prefixes: ['en'] },
  { code: 'nb-NO', name: 'Norsk bokmål', prefixes: ['nb', 'no', 'nn'] },
  { code: 'pt-BR', name: 'Português (Brasil)', prefixes: ['pt'] },
  { code: 'es-ES', name: 'Español', prefixes: ['es'] },
  { code: 'de', name: 'Deutsch', prefixes: ['de'] },
  { code: 'fr-FR', name: 'Français', prefixes: ['fr'] },
  { code: 'ja', name: '日本語', prefixes: ['ja'] },
  { code: 'ko', name: '한국어', prefixes: ['ko'] },
] as const satisfies readonly LanguageRow[];

/** The code of one of the app's languages. */
export type Language = (typeof LANGUAGES)[number]['code'];

/** The language shown where one is unknown or a text is missing. */
export const FALLBACK_LANGUAGE: Language = 'en-US';

/** Whether a code is one of the list. */
export function isLanguage(code: string): code is Language {
  return LANGUAGES.some((language) => language.code === code);
}
