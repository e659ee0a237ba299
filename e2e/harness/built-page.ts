import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** A page of a test, built like the app, and served instead of it. */
export interface BuiltPage {
  readonly folder: string;
  remove(): void;
}

/** Builds modules (name -> file) and a page that loads the first of them. */
export async function buildPage(modules: Readonly<Record<string, string>>): Promise<BuiltPage> {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-page-'));
  for (const [name, entry] of Object.entries(modules)) {
    await build({
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['@tactus/source', 'module', 'browser', 'development|production'] },
      build: {
        target: 'es2023',
        outDir: folder,
        emptyOutDir: false,
        lib: { entry, formats: ['es'], fileName: () => `${name}.js` },
      },
    });
  }
  const [first = ''] = Object.keys(modules);
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Test</title><link rel="icon" href="data:,"><script type="module" src="/${first}.js"></script>`,
  );
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
