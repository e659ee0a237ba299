/** `tactus-VERSION-PLATFORM`: Node and the package in one executable file (https://nodejs.org/api/single-executable-applications.html). */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { keepingNodeEnv } from '../node-env.mjs';
import { run } from '../processes.mjs';
import { inRoot, ROOT } from '../root.mjs';
import { makeContents, VERSION } from './contents.mjs';
import { fetchPackedFile } from './fetch-packed-file.mjs';
import { copyNode } from './node-program.mjs';

const TIMEOUT_MS = 60_000;

/** Node's name for the place in its program, and the mark that says the place is taken. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The program that Node names for writing into an executable file: needed for nothing else, so no dependency. */
const INJECTOR = {
  spec: 'postject@1.0.0-alpha.6',
  integrity: 'sha512-b9Eb8h2eVqNE8edvKdwqkrY6O7kAwmI8kcnBv1NScolYJbo59XUF0noFq+lxbC1yN20bmC0WBEbDC5H/7ASb0A==',
  path: 'package/dist/api.js',
};

/**
 * Makes the file in a folder, for this machine's platform; returns its path.
 * @param {string} out
 * @param {string} work a folder for what is packed
 */
export async function makeSingle(out, work) {
  const contents = join(work, 'package');
  const target = process.platform === 'linux' ? `linux-${process.arch}-gnu` : `${process.platform}-${process.arch}`;
  await makeContents(contents, { kind: 'executable', targets: [target], isCompressed: true });
  const files = readdirSync(contents, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const named = new Map(files.map((file) => [relative(contents, file).split(sep).join('/'), file]));
  const list = { name: `version-${VERSION}-${hashOf(files)}`, files: [...named.keys()] };
  writeFileSync(join(work, 'files.json'), JSON.stringify(list));
  const main = await buildMain(work);
  const config = {
    main,
    output: join(work, 'blob'),
    disableExperimentalSEAWarning: true,
    assets: { ...Object.fromEntries(named), files: join(work, 'files.json') },
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  const args = ['--experimental-sea-config', join(work, 'sea.json')];
  const { code, output } = await run(process.execPath, args, { timeoutMs: TIMEOUT_MS, collect: true });
  if (code !== 0) throw new Error(`The single executable could not be made.\n${output.trim()}`);

  const file = join(out, `tactus-${VERSION}-${process.platform}-${process.arch}`);
  await copyNode(file);
  const { inject } = createRequire(import.meta.url)(await fetchPackedFile(INJECTOR, inRoot('.cache', 'postject.cjs')));
  await inject(file, RESOURCE, readFileSync(config.output), { sentinelFuse: FUSE });
  return file;
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/**
 * The main script as one file.
 * @param {string} outDir
 */
async function buildMain(outDir) {
  const { build } = await import('vite');
  await keepingNodeEnv(() =>
    build({
      configFile: false,
      root: ROOT,
      publicDir: false,
      logLevel: 'error',
      build: {
        ssr: inRoot('tools', 'package', 'single-main.mjs'),
        target: 'node20',
        outDir,
        emptyOutDir: false,
        rolldownOptions: { output: { format: 'cjs', entryFileNames: 'main.cjs' } },
      },
    }),
  );
  return join(outDir, 'main.cjs');
}
