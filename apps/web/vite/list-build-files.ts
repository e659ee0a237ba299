import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rollup } from 'vite';
import type { BuildFiles } from '../src/app/offline/build-files.ts';

/**
 * The chunks that the first page loads once it runs, by the ends of their modules' paths: cached from the start, beside the
 * imports of the entry. With the English texts the app starts in every language.
 */
const SHELL_MODULES = [
  '/features/home/home-page.tsx',
  '/features/home/home-extras.tsx',
  '/features/connect/no-device-card.tsx',
  '/device/dock/device-banner.tsx',
  '/device/dock/connection-trouble-alert.tsx',
  '/device/dock/device-fault-alert.tsx',
  '/app/not-found-page.tsx',
  '/app/actions/global-shortcuts.tsx',
  '/app/offline/start-offline-support.tsx',
  '/i18n/locales/en-US.json',
  '/i18n/locales/en-US.json?part=action',
  '/i18n/locales/en-US.json?part=site',
  '/i18n/locales/en-US.json?part=trouble',
];

/** The script of the first picture, and the one font that every language of ours is written in. */
const SHELL_FILES = /first-paint-.*\.js$|inter-latin-wght-normal.*\.woff2$/;

/** The texts of a language, whole or in part. */
const LANGUAGE = /\/src\/(?:i18n\/locales|features\/content\/about)\/([\w-]+)\.(?:json|md)(\?|$)/;

/** Of these, what the first page shows: the base, its keys, and what is said of the site and of a device that is out of reach. */
const FIRST_TEXTS = /\/i18n\/locales\/[\w-]+\.json(\?part=(action|site|trouble))?$/;

/**
 * Fonts of scripts that no language of ours uses, the analytics library, which only those who agree need, and what names the
 * files of a page before the app itself does.
 */
const ONLY_WHEN_USED = /\.woff2$|\/(?:send-analytics|page-files)-/;

/** The files of a build, for its service worker. Throws where a module of the shell has no chunk: it was moved or renamed. */
export function listBuildFiles(bundle: Rollup.OutputBundle, publicDir: string): BuildFiles {
  const outputs = Object.values(bundle);
  const shell = new Set<string>();
  const follow = (name: string): void => {
    const file = bundle[name];
    if (file === undefined || shell.has(name)) return;
    shell.add(name);
    if (file.type !== 'chunk') return;
    for (const next of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) follow(next);
  };
  for (const file of outputs)
    if (file.type === 'chunk' ? file.isEntry : SHELL_FILES.test(file.fileName)) follow(file.fileName);
  for (const module of SHELL_MODULES) {
    const chunk = outputs.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/src${module}`));
    if (chunk === undefined) throw new Error(`The module ${module} of the shell has no chunk of its own`);
    follow(chunk.fileName);
  }
  const hash = createHash('sha256');
  const index = bundle['index.html'];
  if (index?.type === 'asset') hash.update(index.source);
  const plain = readdirSync(publicDir).sort();
  for (const name of plain) hash.update(readFileSync(join(publicDir, name)));
  const names = outputs.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'));
  for (const name of names.sort()) hash.update(`${name}\0`);
  const texts = outputs.flatMap((file) => {
    const module = (file.type === 'chunk' && file.facadeModuleId) || '';
    const [, code] = LANGUAGE.exec(module) ?? [];
    // By these names the worker of a later build finds the languages that are cached (cached-files.ts).
    if (module.endsWith(`/locales/${code}.json`) && !file.fileName.startsWith(`assets/${code}-`))
      throw new Error(`The texts of ${code} are not named by their language: ${file.fileName}`);
    return code === undefined ? [] : [{ code, path: `/${file.fileName}`, isFirst: FIRST_TEXTS.test(module) }];
  });
  const byLanguage = (chosen: typeof texts) => {
    const paths = new Map<string, string[]>();
    for (const { code, path } of chosen) paths.set(code, [...(paths.get(code) ?? []), path]);
    return Object.fromEntries(paths);
  };
  return {
    version: hash.digest('hex').slice(0, 12),
    shell: ['/', ...[...plain, ...shell].map((name) => `/${name}`)],
    assets: names.map((name) => `/${name}`),
    languages: byLanguage(texts),
    firstTexts: byLanguage(texts.filter(({ isFirst }) => isFirst)),
    onlyWhenUsed: names
      .filter((name) => ONLY_WHEN_USED.test(name) && !SHELL_FILES.test(name))
      .map((name) => `/${name}`),
  };
}
