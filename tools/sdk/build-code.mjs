/** The SDK's JavaScript for other people: its workspace siblings are included, other people's packages are imported. */
import { inRoot } from '../root.mjs';

/** The conditions by which the sources of the workspace are found. */
export const CONDITIONS = ['@tactus/source', 'module', 'import', 'development|production'];

/** The entries of the package and their sources. */
export const DOORS = { index: 'packages/sdk/src/index.ts', testing: 'packages/sdk/src/testing/index.ts' };

/** Packages of other people, which are imported. */
const isForeign = (/** @type {string} */ id) => !/^[./\0]|^@tactus\//.test(id);

/**
 * Writes one module per source file, so that a bundler leaves out whole files that are unused.
 * @param {string} outDir
 */
export async function buildModules(outDir) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: CONDITIONS },
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      minify: false,
      lib: { entry: Object.values(DOORS).map((path) => inRoot(path)), formats: ['es'] },
      rolldownOptions: {
        external: isForeign,
        output: {
          preserveModules: true,
          preserveModulesRoot: inRoot('packages'),
          entryFileNames: ({ facadeModuleId }) => moduleName(facadeModuleId ?? ''),
        },
      },
    },
  });
}

/** packages/sdk/src/device.ts -> sdk/device.js @param {string} file */
function moduleName(file) {
  return file
    .replace(`${inRoot('packages')}/`, '')
    .replace('/src/', '/')
    .replace(/\.ts$/, '.js');
}

/**
 * Writes one self-contained file: everything, or the part that one import needs.
 * @param {{ outDir: string, name: string, entry: string }} options entry: a file; `code:` and a module's text otherwise
 */
export async function buildSingleFile({ outDir, name, entry }) {
  const { build } = await import('vite');
  const isCode = entry.startsWith('code:');
  const virtual = inRoot('packages', 'sdk', 'entry-of-a-size.js');
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['browser', ...CONDITIONS] },
    plugins: isCode
      ? [
          {
            name: 'entry',
            resolveId: (id) => (id === virtual ? virtual : undefined),
            load: (id) => (id === virtual ? entry.slice('code:'.length) : undefined),
          },
        ]
      : [],
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      minify: true,
      lib: { entry: isCode ? virtual : entry, formats: ['es'], fileName: () => `${name}.js` },
      // Code that the SDK loads on demand is in the one file too.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}
