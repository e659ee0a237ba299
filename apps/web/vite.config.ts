import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMarkdown } from './vite/compiled-markdown.ts';
import { compiledMessages } from './vite/compiled-messages.ts';
import { earlyFiles } from './vite/early-files.ts';
import { firstPaint } from './vite/first-paint.ts';
import { packedFiles } from './vite/packed-files.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { productVersion, thirdPartyNotices } from './vite/third-party.ts';
import { widgetFiles } from './vite/widget-files.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const cloud = `http://127.0.0.1:${process.env['TACTUS_CLOUD_PORT'] ?? '8787'}`;

const MAIN = /\/src\/main\.tsx$/;

/** What the home page has in common with lazy pages, and the entry has not. */
const OF_HOME = /\/src\/device-view\/position\/(live-)?device-drawing\.tsx$|\/IconChevronRight\.mjs$/;

/** What the React compiler has work with: hooks, and what draws. To read every other file with Babel takes a quarter of the build. */
const COMPILED = /\buse[A-Z]\w*[(<]|\/>|<\//;

const compiler = reactCompilerPreset();

export default defineConfig(({ command }) => ({
  plugins: [
    compiledMessages(),
    compiledMarkdown(ROOT),
    thirdPartyNotices(ROOT),
    earlyFiles(),
    firstPaint(),
    serviceWorker(),
    widgetFiles(),
    packedFiles(),
    react(),
    babel({
      presets: [{ ...compiler, rolldown: { ...compiler.rolldown, filter: { code: COMPILED } } }],
      // The build writes no map.
      sourceMap: command === 'serve',
    }),
  ],
  // Said even where it is not set, so that what it guards is left out of the build.
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
    // The policy allows fonts and pictures from this origin only: nothing becomes a data: address but by intent.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first load is one file; how large it may be is measured packed (bench/first-load.ts).
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the entry needs stays with it, whatever lazy pages share of it: a dozen small files compress worse and
            // are asked for one by one. The entry itself is left out, or it would be a script of imports and no more.
            { name: 'app', tags: ['$initial'], test: (id) => !MAIN.test(id) },
            { name: 'home', test: OF_HOME },
            // Small things that many pages share come in one piece: asked for one by one they cost more than they are.
            { name: 'shared', minShareCount: 4, maxModuleSize: 8_000, test: (id) => !MAIN.test(id) },
          ],
        },
        // The first load names every chunk: these letters do not compress, and 42 bits tell the builds of a chunk apart.
        // What pages share has no name but these.
        chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:8].js'),
        assetFileNames: 'assets/[name]-[hash:7][extname]',
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
}));
