import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { initialScripts } from './initial-scripts.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function build(manifest: object): string {
  const dist = mkdtempSync(join(tmpdir(), 'tactus-build-'));
  folders.push(dist);
  mkdirSync(join(dist, '.vite'));
  writeFileSync(join(dist, '.vite', 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(dist, 'index.html'), '<script src="/first.js" data-app="/entry.js"></script>');
  return dist;
}

const home = {
  'index.html': {
    file: 'entry.js',
    isEntry: true,
    imports: ['_shared.js'],
    dynamicImports: ['src/features/hamp/hamp-page.tsx'],
  },
  '_shared.js': { file: 'shared.js' },
  'src/app/home/home-page.tsx': { file: 'home.js', imports: ['_shared.js', '_tiles.js'], css: ['home.css'] },
  '_tiles.js': { file: 'tiles.js' },
  'src/i18n/locales/en-US.json': { file: 'en.js' },
  'src/features/hamp/hamp-page.tsx': { file: 'hamp.js' },
};

test('the first load is the scripts of the page, the entry, the home page, its texts, and their imports, each once', () => {
  expect(initialScripts(build(home))).toEqual(['en.js', 'entry.js', 'first.js', 'home.js', 'shared.js', 'tiles.js']);
});

test('a build without the home page, or without an entry, is refused instead of undercounted', () => {
  const { 'src/app/home/home-page.tsx': _home, ...rest } = home;
  expect(() => initialScripts(build(rest))).toThrow('home-page');
  expect(() => initialScripts(build({}))).toThrow('no entry');
});
