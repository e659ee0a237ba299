import type { Rollup } from 'vite';
import { expect, test } from 'vitest';
import { listBuildFiles } from './list-build-files.ts';

const PUBLIC = new URL('../public', import.meta.url).pathname;
const SHELL = [
  'features/home/home-page.tsx',
  'features/home/home-extras.tsx',
  'features/connect/no-device-card.tsx',
  'device/dock/device-banner.tsx',
  'device/dock/connection-trouble-alert.tsx',
  'device/dock/device-fault-alert.tsx',
  'app/not-found-page.tsx',
  'app/actions/global-shortcuts.tsx',
  'app/offline/start-offline-support.tsx',
  'i18n/locales/en-US.json',
  'i18n/locales/en-US.json?part=action',
  'i18n/locales/en-US.json?part=site',
  'i18n/locales/en-US.json?part=trouble',
];
const OTHERS = [
  'features/hamp/hamp-page.tsx',
  'i18n/locales/de.json',
  'i18n/locales/de.json?part=hamp',
  'i18n/locales/de.json?part=site',
  'features/content/about/de.md',
];

const nameOf = (module: string) => `assets/${module.replace('i18n/locales/', '').replace(/[^\w-]/g, '-')}.js`;

/** A build with a chunk for each of these modules. */
function buildOf(modules: readonly string[]): Rollup.OutputBundle {
  const chunks = modules.map((module) => ({
    type: 'chunk',
    fileName: nameOf(module),
    facadeModuleId: `/work/apps/web/src/${module}`,
    isEntry: false,
    imports: [],
  }));
  // Only the part of a chunk that is read.
  return Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk])) as unknown as Rollup.OutputBundle;
}

test('the shell has the chunks of the first page, and the English texts, without which the app does not start', () => {
  const { shell } = listBuildFiles(buildOf([...SHELL, ...OTHERS]), PUBLIC);
  expect(shell.filter((path) => path.startsWith('/assets/')).sort()).toEqual(
    SHELL.map((module) => `/${nameOf(module)}`).sort(),
  );
});

test('each language has its texts, and those of them that the first page shows', () => {
  const { languages, firstTexts } = listBuildFiles(buildOf([...SHELL, ...OTHERS]), PUBLIC);
  const paths = OTHERS.slice(1).map((module) => `/${nameOf(module)}`);
  expect(languages['de']).toEqual(paths);
  expect(firstTexts['de']).toEqual([paths[0], paths[2]]);
});

test.each(SHELL)('a build without %s fails: what was renamed would be missing without a network', (module) => {
  const bundle = buildOf(SHELL.filter((other) => other !== module));
  expect(() => listBuildFiles(bundle, PUBLIC)).toThrow(`/${module} `);
});

test('a build whose texts are not named by their language fails: the worker of a later build would not find them', () => {
  const bundle = Object.values(buildOf([...SHELL, ...OTHERS]));
  for (const chunk of bundle) chunk.fileName = chunk.fileName.replace('assets/de-', 'assets/x-');
  const renamed = Object.fromEntries(bundle.map((chunk) => [chunk.fileName, chunk]));
  expect(() => listBuildFiles(renamed, PUBLIC)).toThrow('The texts of de are not named by their language');
});
