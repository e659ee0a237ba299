import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { filesToPrefetch } from '../src/app/offline/build-files.ts';
import { listBuildFiles } from './list-build-files.ts';

const ENTRY = fileURLToPath(new URL('../src/app/offline/service-worker.ts', import.meta.url));
const CONDITIONS = ['@tactus/source', 'module', 'browser', 'development|production'];

/** The files cached from the start, and prefetched in each language, listed for measurements. */
const LIST = join('.vite', 'kept-files.json');

/**
 * Builds the service worker beside the app, as `service-worker.js` at its root, with the list of files to cache: those of
 * this build by their hashed names. It is one script without imports, so that a browser has all of it or none.
 */
export function serviceWorker(): Plugin {
  let publicDir = '';
  return {
    name: 'tactus:service-worker',
    apply: 'build',
    configResolved(config) {
      ({ publicDir } = config);
    },
    async writeBundle({ dir = '' }, bundle) {
      const files = listBuildFiles(bundle, publicDir);
      const ahead = Object.keys(files.languages).map((language) => filesToPrefetch(files, language));
      writeFileSync(join(dir, LIST), JSON.stringify({ shell: files.shell, ahead }));
      await build({
        configFile: false,
        logLevel: 'warn',
        resolve: { conditions: CONDITIONS },
        define: { __TACTUS_BUILD__: JSON.stringify(files) },
        build: {
          target: 'es2023',
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          lib: { entry: ENTRY, formats: ['iife'], name: 'tactusServiceWorker', fileName: () => 'service-worker.js' },
        },
      });
    },
  };
}
