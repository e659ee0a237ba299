import type { Language } from '../../i18n/languages.ts';
import { openStorage } from '../../settings/key-value-storage.ts';
import { showOwnFont } from '../../ui/own-font.ts';
import { applyTheme } from '../follow-theme.ts';
import { readFirstPaintFacts } from './first-paint-facts.ts';
import { buildFirstPicture } from './first-picture.ts';
import type { FirstPaintTexts } from './first-texts.ts';
import { showStartFailure } from './remove-first-picture.ts';
import { whenPainted } from './when-painted.ts';

/** Set by the build (vite/first-paint.ts). */
declare const __TACTUS_FIRST_TEXTS__: Readonly<Record<Language, FirstPaintTexts>>;

// A small script of its own, before all others: draws what is seen until the app has loaded, and has the files of the page loaded
// beside those of the app. Then it starts the app. The build writes these addresses beside its own.

const { app = '', pageFiles = '' }: DOMStringMap = document.currentScript?.dataset ?? {};
const start = () => void import(/* @vite-ignore */ app).catch(() => showStartFailure(document));
try {
  const facts = readFirstPaintFacts({
    storage: openStorage(() => window.localStorage),
    location: window.location,
    deviceLanguage: navigator.language,
  });
  applyTheme(document, facts);
  document.documentElement.lang = facts.language;
  // A service worker has the font in its cache from the start, and with it nothing needs to be loaded early.
  const isCached = (navigator.serviceWorker?.controller ?? null) !== null;
  if (isCached) showOwnFont(document);
  const picture = buildFirstPicture(document, facts, __TACTUS_FIRST_TEXTS__[facts.language]);
  if (picture !== undefined) document.body.prepend(picture);
  // The files of home are named in the page itself.
  const page = facts.picture === 'selection' ? '/device-selection' : window.location.pathname;
  if (page !== '/' && !isCached) preloadFilesOf(page, `${pageFiles}-${facts.language}.js`);
} finally {
  whenPainted(document, start);
}

/** Without them the app itself loads the files of the page. */
function preloadFilesOf(page: string, module: string): void {
  import(/* @vite-ignore */ module).then(({ preloadPage }) => preloadPage(page)).catch(() => undefined);
}
