import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMarkdown } from './vite/compiled-markdown.ts';
import { compiledMessages } from './vite/compiled-messages.ts';
import { earlyFiles } from './vite/early-files.ts';
import { firstPaint } from './vite/first-paint.ts';
import { iconModules } from './vite/icon-modules.ts';
import { pageFiles } from './vite/page-files.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { terserEntry } from './vite/terser-entry.ts';
import { productVersion, thirdPartyNotices } from './vite/third-party.ts';
import { widgetFiles } from './vite/widget-files.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const cloud = `http://127.0.0.1:${process.env['TACTUS_CLOUD_PORT'] ?? '8787'}`;

const MAIN = /\/src\/main\.tsx$/;
/** Modules that stay chunks of their own: what the service worker stores first names the last of them. */
const ALONE = /\/src\/(main|device\/dock\/connection-trouble-alert)\.tsx$/;

/** Modules whose chunks have a name. */
const NAMED = /\/send-analytics\.ts$|\/i18n\/locales\/[\w-]+\.json$/;

/** Modules that the home page shares with lazy pages, and that the entry does not use. */
const OF_HOME = /\/(live-)?device-drawing\.tsx$|\/has-connection-trouble\.ts$|~icons\/tabler\/(chevron-right|share)$/;

export default defineConfig({
  plugins: [
    compiledMessages(),
    compiledMarkdown(ROOT),
    iconModules(),
    thirdPartyNotices(ROOT),
    earlyFiles(),
    firstPaint(),
    pageFiles(),
    serviceWorker(),
    widgetFiles(),
    terserEntry(),
    react({ compiler: true }),
  ],
  // Defined even where it is not set, so that the code that it guards is left out of the build.
  define: {
    'import.meta.env.VITE_PSEUDO': JSON.stringify(process.env['VITE_PSEUDO'] ?? ''),
    'import.meta.env.VITE_VERSION': JSON.stringify(productVersion(ROOT)),
  },
  resolve: {
    conditions: ['@tactus/source', 'module', 'browser', 'development|production'],
    // React has had this hook itself since 18: the copy for older versions is left out of the build.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
  },
  build: {
    target: 'es2023',
    manifest: true,
    // The policy allows fonts and pictures from this origin only: no file becomes a data: address by default.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first load is one file; how large it may be is measured packed (bench/first-load.ts).
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Modules of the entry stay with it, even those that lazy pages share: a dozen small files compress worse and
            // need a request each. The entry itself is left out, or it would be a script of imports only.
            { name: 'app', tags: ['$initial'], test: (id) => !MAIN.test(id) },
            { name: 'home', test: OF_HOME },
            // Small modules that many pages share are in one chunk: separate requests would cost more than their content.
            { name: 'shared', minShareCount: 4, maxModuleSize: 8_000, test: (id) => !MAIN.test(id) },
            // Of smaller modules two pages suffice: the first load names every chunk, and what each page needs of them.
            { name: 'small', minShareCount: 2, maxModuleSize: 3_000, test: (id) => !ALONE.test(id) },
          ],
        },
        // The first load names every chunk: names and hashes compress badly, and 42 bits suffice to distinguish files. The manifest
        // has the names. The service worker knows the library of analytics and the fonts by their names (list-build-files.ts), and
        // the languages of earlier builds by those of their first files (cached-files.ts).
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${NAMED.test(facadeModuleId ?? '') ? `${name}-` : ''}[hash:7].js`,
        assetFileNames: ({ names }) =>
          `assets/${names.some((name) => name.endsWith('.css')) ? '' : '[name]-'}[hash:7][extname]`,
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/config.json', '/_control', '/healthz', '/livez', '/readyz', '/metrics'].map((path) => [
        path,
        { target: cloud },
      ]),
    ),
  },
});
