/** The programs of the package: they include other people's packages, and share the parts that are loaded on demand. */
import { relative } from 'node:path';
import { keepingNodeEnv } from '../node-env.mjs';
import { threadsWithin } from '../programs.mjs';
import { inRoot, ROOT } from '../root.mjs';
import { CONDITIONS } from '../sdk/build-code.mjs';

/** First sources of the programs, by the name of the built file. */
const ENTRIES = {
  server: 'apps/cloud/src/main.ts',
  tactus: 'apps/cli/src/tactus.ts',
  device: 'apps/cli/src/tactus-device.ts',
  store: 'apps/cloud/src/store-command.ts',
};

/** Commands of the repository, as a person with the package types them. */
const COMMANDS = [
  [
    "In the repository 'tactus' is 'npm run -s tactus --'.",
    "'tactus' alone starts the cloud, 'tactus device' runs a virtual device.",
  ],
  ['npm run device --', 'tactus device'],
  ['npm start and npm run build -- --static read it', "the cloud ('tactus' alone) reads it"],
  ['npm start', 'tactus'],
];

const OWN = [inRoot('apps', 'cloud', 'src'), inRoot('apps', 'cli', 'src')];

const installedCommands = {
  name: 'installed-commands',
  enforce: /** @type {const} */ ('pre'),
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (!OWN.some((folder) => id.startsWith(folder))) return null;
    return COMMANDS.reduce((text, [here = '', installed = '']) => text.replaceAll(here, installed), code);
  },
};

/** The package is laid out as the repository: `import.meta.url` of a source gives the source's place in the package. */
const placesInPackage = {
  name: 'places-in-package',
  enforce: /** @type {const} */ ('pre'),
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (!code.includes('import.meta.url') || !OWN.some((folder) => id.startsWith(folder))) return null;
    const place = JSON.stringify(`../${relative(ROOT, id)}`);
    return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
  },
};

/** The call by which the database's package loads its library from an installed package. */
const REQUIRE_LIBRARY = /return require\(`@libsql\/\$\{target\}`\);/;
const LOADER = inRoot('tools', 'package', 'native-library.mjs');

/** The library of the database is loaded from the package. */
const nativeLibrary = {
  name: 'native-library',
  enforce: /** @type {const} */ ('pre'),
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (id !== inRoot('node_modules', 'libsql', 'index.js')) return null;
    if (!REQUIRE_LIBRARY.test(code))
      throw new Error('libsql loads its library in another way than the package expects');
    return code.replace(REQUIRE_LIBRARY, `return require(${JSON.stringify(LOADER)}).loadNativeLibrary(target);`);
  },
};

/**
 * Builds the programs.
 * @param {string} outDir
 */
export async function buildPackagePrograms(outDir) {
  const { build } = await import('vite');
  await keepingNodeEnv(() =>
    build({
      configFile: false,
      root: ROOT,
      publicDir: false,
      logLevel: 'error',
      plugins: [threadsWithin, placesInPackage, nativeLibrary, installedCommands],
      // A package that requires another one gets that one's form for `require`.
      ssr: { resolve: { conditions: CONDITIONS.filter((name) => name !== 'import') }, noExternal: true },
      build: {
        ssr: true,
        target: 'node20',
        outDir,
        minify: true,
        rolldownOptions: {
          input: Object.fromEntries(Object.entries(ENTRIES).map(([name, entry]) => [name, inRoot(entry)])),
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    }),
  );
}
