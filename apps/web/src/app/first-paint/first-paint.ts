import type { Language } from '../../i18n/languages.ts';
import { openStorage } from '../../settings/key-value-storage.ts';
import { applyTheme } from '../follow-theme.ts';
import { buildFirstHome } from './first-home.ts';
import { readFirstPaintFacts } from './first-paint-facts.ts';
import type { FirstPaintTexts } from './first-texts.ts';
import { showStartFailure } from './remove-first-home.ts';
import { whenPainted } from './when-painted.ts';

/** Set by the build (vite/first-paint.ts). */
declare const __TACTUS_FIRST_TEXTS__: Readonly<Record<Language, FirstPaintTexts>>;

// A small script of its own, before all others: draws what is seen until the app has loaded. Then it starts the app, whose
// address the build writes beside its own.

const app = document.currentScript?.dataset['app'] ?? '';
const start = () => void import(/* @vite-ignore */ app).catch(() => showStartFailure(document));
try {
  const facts = readFirstPaintFacts({
    storage: openStorage(() => window.localStorage),
    location: window.location,
    deviceLanguage: navigator.language,
  });
  applyTheme(document, facts);
  document.documentElement.lang = facts.language;
  if (facts.home !== undefined)
    document.body.prepend(buildFirstHome(document, facts, __TACTUS_FIRST_TEXTS__[facts.language]));
} finally {
  whenPainted(document, start);
}
