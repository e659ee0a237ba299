import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { FIRST_PAINT_TEXT_KEYS } from '../src/app/first-paint/first-texts.ts';
import { LANGUAGES } from '../src/i18n/languages.ts';

const ENTRY = fileURLToPath(new URL('../src/app/first-paint/first-paint.ts', import.meta.url));
const CATALOGS = new URL('../src/i18n/locales/', import.meta.url);

/** The app's own script, as the bundler writes it. */
const APP = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * Builds the script of the first picture beside the app, small and without imports, and names it in the page: before the app's
 * own scripts have arrived it shows the person's theme and, at home, a picture of home; then it starts the app. It stands at
 * the start of the body, so that nothing is painted before it, and loads before the app's scripts, as the styles do.
 */
export function firstPaint(): Plugin {
  let fileName = '';
  let source = '';
  return {
    name: 'tactus:first-paint',
    apply: 'build',
    async buildStart() {
      source = await buildScript();
      fileName = `assets/first-paint-${createHash('sha256').update(source).digest('base64url').slice(0, 7)}.js`;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [tag, app = ''] = APP.exec(html) ?? [];
        if (tag === undefined) throw new Error('The page does not name the script of the app');
        const early = `<link rel="modulepreload" crossorigin href="${app}">`;
        return {
          html: html.replace(tag, early).replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"'),
          tags: [{ tag: 'script', attrs: { src: `/${fileName}`, 'data-app': app }, injectTo: 'body-prepend' }],
        };
      },
    },
  };
}

async function buildScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: { __TACTUS_FIRST_TEXTS__: JSON.stringify(firstTexts()) },
    build: { target: 'es2023', write: false, lib: { entry: ENTRY, formats: ['iife'], name: 'tactusFirstPaint' } },
  });
  const [bundle] = [result].flat();
  if (bundle === undefined || !('output' in bundle))
    throw new Error('The script of the first picture could not be built');
  const [script] = bundle.output;
  return script.code;
}

function firstTexts(): Record<string, Record<string, string>> {
  const english = readCatalog('en-US');
  return Object.fromEntries(
    LANGUAGES.map(({ code }) => {
      const own = readCatalog(code);
      return [code, Object.fromEntries(FIRST_PAINT_TEXT_KEYS.map((key) => [key, own[key] ?? english[key] ?? '']))];
    }),
  );
}

function readCatalog(language: string): Readonly<Partial<Record<string, string>>> {
  // A catalog is an object of texts, as the repository's catalog check asserts.
  return JSON.parse(readFileSync(new URL(`${language}.json`, CATALOGS), 'utf8')) as Record<string, string>;
}
