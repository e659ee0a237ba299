import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rollup } from 'vite';
import { type BuildFiles, filesToPrefetch } from '../src/app/offline/build-files.ts';

const ENTRY = fileURLToPath(new URL('../src/app/offline/service-worker.ts', import.meta.url));
const CONDITIONS = ['@tactus/source', 'module', 'browser', 'development|production'];

/** The chunks that the first page loads once it runs: cached from the start, beside the imports of the entry. */
const SHELL_MODULES =
  /\/src\/(features\/home\/home-page|features\/connect\/connect-card|app\/not-found-page|app\/actions\/actions|app\/offline\/care-for-site)\.tsx?$/;

/** The script of the first picture, and the one font that every language of ours is written in. */
const SHELL_FILES = /first-paint-.*\.js$|inter-latin-wght-normal.*\.woff2$/;

/** The texts of a language, whole or in part. */
const LANGUAGE = /\/src\/(?:i18n\/locales|features\/content\/about)\/([\w-]+)\.(?:json|md)(\?|$)/;

/**
 * Fonts of scripts that no language of ours uses, the analytics library, which only those who agree need, and what names the
 * files of a page before the app itself does.
 */
const ONLY_WHEN_USED = /\.woff2$|\/(?:send-analytics|page-files)-/;

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
      const files = buildFiles(bundle, publicDir);
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

/** The files of a build, for its service worker. */
function buildFiles(bundle: Rollup.OutputBundle, publicDir: string): BuildFiles {
  const outputs = Object.values(bundle);
  const shell = new Set<string>();
  const follow = (name: string): void => {
    const file = bundle[name];
    if (file === undefined || shell.has(name)) return;
    shell.add(name);
    if (file.type !== 'chunk') return;
    for (const next of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) follow(next);
  };
  for (const file of outputs) {
    if (
      file.type === 'chunk'
        ? file.isEntry || SHELL_MODULES.test(file.facadeModuleId ?? '')
        : SHELL_FILES.test(file.fileName)
    )
      follow(file.fileName);
  }
  const hash = createHash('sha256');
  const index = bundle['index.html'];
  if (index?.type === 'asset') hash.update(index.source);
  const plain = readdirSync(publicDir).sort();
  for (const name of plain) hash.update(readFileSync(join(publicDir, name)));
  const names = outputs.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'));
  for (const name of names.sort()) hash.update(`${name}\0`);
  const texts = outputs.flatMap((file) => {
    const [, code] = LANGUAGE.exec((file.type === 'chunk' && file.facadeModuleId) || '') ?? [];
    return code === undefined ? [] : [{ code, path: `/${file.fileName}` }];
  });
  return {
    version: hash.digest('hex').slice(0, 12),
    shell: ['/', ...[...plain, ...shell].map((name) => `/${name}`)],
    assets: names.map((name) => `/${name}`),
    languages: Object.fromEntries(
      texts.map(({ code }) => [code, texts.filter((one) => one.code === code).map(({ path }) => path)]),
    ),
    onlyWhenUsed: names
      .filter((name) => ONLY_WHEN_USED.test(name) && !SHELL_FILES.test(name))
      .map((name) => `/${name}`),
  };
}
