/**
 * The programs of this repository as one file each, built again when their sources change: such a file starts in a tenth of
 * the time of hundreds of sources (docs/decisions/016).
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepingNodeEnv } from './node-env.mjs';
import { inRoot, note, ROOT } from './root.mjs';
import { CONDITIONS } from './sdk/build-code.mjs';
import { hashOfSources } from './sources.mjs';

const FOLDER = inRoot('.cache', 'programs');

/** Sources that the programs share. */
const SOURCES = ['packages', 'apps/cloud/src', 'apps/cli/src', 'package-lock.json', 'tsconfig.base.json'];

/** Packages that load a native library or a file of their own, and those that few starts load. */
const OUTSIDE = [/^@?libsql\b/, /^@scalar\//, /^pg$/, /^uqr$/];

/** The expression by which a source names the source of a thread. */
const THREAD = /new URL\('(\.\/[\w-]+-worker\.ts)', import\.meta\.url\)/g;

/** A thread is started from the program's one file too: its code is embedded as a data URL. */
export const threadsWithin = {
  name: 'threads-within',
  enforce: /** @type {const} */ ('pre'),
  async transform(/** @type {string} */ code, /** @type {string} */ id) {
    let built = code;
    for (const [whole, file = ''] of code.matchAll(THREAD)) {
      const address = `data:text/javascript;base64,${Buffer.from(await threadCode(join(dirname(id), file))).toString('base64')}`;
      built = built.replace(whole, () => `new URL(${JSON.stringify(address)})`);
    }
    return built === code ? null : built;
  },
};

/** `import.meta` of a source still gives the source's own place, because it looks for files beside itself. */
const ownPlaces = {
  name: 'own-places',
  enforce: /** @type {const} */ ('pre'),
  transform: (/** @type {string} */ code, /** @type {string} */ id) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(String(pathToFileURL(id))))
      : null,
};

/**
 * Runs a program in this process, with the rest of its command line.
 * @param {string} entry its first source, from the top folder
 */
export async function runProgram(entry) {
  const file = await builtProgram(entry);
  await import(String(pathToFileURL(file)));
}

/**
 * The built file of a program from its present sources.
 * @param {string} entry its first source, from the top folder
 */
async function builtProgram(entry) {
  const folder = folderOf(entry);
  // The repository's path is in the file, too.
  const madeOf = `${ROOT} ${hashOfSources([...SOURCES, dirname(entry)])}`;
  const name = `${createHash('sha256').update(madeOf).digest('hex').slice(0, 16)}.mjs`;
  const file = join(folder, name);
  if (existsSync(file)) return file;
  if (process.stderr.isTTY) note(`Putting ${entry} together …`);
  mkdirSync(folder, { recursive: true });
  await keepingNodeEnv(() => buildProgram(entry, file));
  for (const older of readdirSync(folder)) if (older !== name) rmSync(join(folder, older), { force: true });
  return file;
}

/**
 * Removes the stored build of a program.
 * @param {string} entry
 */
export function forgetProgram(entry) {
  rmSync(folderOf(entry), { recursive: true, force: true });
}

/** @param {string} entry */
const folderOf = (entry) => join(FOLDER, entry.replace(/\.ts$/, '').replaceAll('/', '-'));

/**
 * @param {string} entry
 * @param {string} file
 */
async function buildProgram(entry, file) {
  const { build } = await import('vite');
  // Several processes may build at the same time: each moves a complete file into place.
  const outDir = mkdtempSync(join(FOLDER, 'half-'));
  try {
    await build({
      configFile: false,
      root: ROOT,
      publicDir: false,
      logLevel: 'error',
      plugins: [threadsWithin, ownPlaces],
      // A package that requires another one gets that one's form for `require`.
      ssr: { resolve: { conditions: CONDITIONS.filter((name) => name !== 'import') }, noExternal: true },
      build: {
        ssr: inRoot(entry),
        target: 'node20',
        outDir,
        minify: false,
        rolldownOptions: { external: OUTSIDE, output: { codeSplitting: false, entryFileNames: basename(file) } },
      },
    });
    renameSync(join(outDir, basename(file)), file);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/**
 * The code of a thread in one piece: a data URL has no folder, so other people's packages are included.
 * @param {string} source its first source
 */
async function threadCode(source) {
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    plugins: [ownPlaces],
    ssr: { resolve: { conditions: CONDITIONS }, noExternal: true },
    build: {
      ssr: source,
      target: 'node20',
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [made] = [built].flat();
  const [chunk] = made && 'output' in made ? made.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${source} could not be built`);
  return chunk.code;
}
