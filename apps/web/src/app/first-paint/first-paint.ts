import type { Language } from '../../i18n/languages.ts';
import { openStorage } from '../../settings/key-value-storage.ts';
import { showTheme } from '../follow-theme.ts';
import { readFirstFacts } from './first-facts.ts';
import { firstHome } from './first-home.ts';
import type { FirstTexts } from './first-texts.ts';
import { reportNotStarted } from './remove-first-home.ts';
import { whenPainted } from './when-painted.ts';

/** Set by the build (vite/first-paint.ts). */
declare const __TACTUS_FIRST_TEXTS__: Readonly<Record<Language, FirstTexts>>;

// A small script of its own, before all others: draws what is seen until the app has loaded. Then it starts the app, whose
// address the build writes beside its own.

const app = document.currentScript?.dataset['app'] ?? '';
const start = () => void import(/* @vite-ignore */ app).catch(() => reportNotStarted(document));
try {
  const facts = readFirstFacts({
    storage: openStorage(() => window.localStorage),
    location: window.location,
    deviceLanguage: navigator.language,
  });
  showTheme(document, facts);
  document.documentElement.lang = facts.language;
  if (facts.home !== undefined)
    document.body.prepend(firstHome(document, facts, __TACTUS_FIRST_TEXTS__[facts.language]));
} finally {
  whenPainted(document, start);
}
