/** The folder that becomes the tarball of `@tactus/sdk`: JavaScript, types, README, licence; nothing of the workspace. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../root.mjs';
import { buildModules, buildSingleFile, DOORS } from './build-code.mjs';
import { collectTypes, writeDeclarations } from './collect-types.mjs';

/** The file for pages without a bundler: everything in one. */
const SINGLE_FILE = 'tactus-sdk';

/** Workspace packages that go into the tarball. */
const SIBLINGS = ['sdk', 'motion', 'protocol', 'time'];

/**
 * Makes the folder again from scratch.
 * @param {string} folder
 * @throws {Error} when the types do not hold or a module cannot be built
 */
export async function makePackageFolder(folder) {
  await writeDeclarations();
  rmSync(folder, { recursive: true, force: true });
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  await buildModules(dist);
  await buildSingleFile({ outDir: dist, name: SINGLE_FILE, entry: inRoot(DOORS.index) });
  collectTypes({ doors: Object.values(DOORS), outDir: dist });
  copyFileSync(inRoot('packages', 'sdk', 'README.md'), join(folder, 'README.md'));
  copyFileSync(inRoot('LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(dist), null, 2)}\n`);
}

/** @param {string} dist */
function manifest(dist) {
  const { name, version, description, license } = readManifest('sdk');
  const dependencies = foreignDependencies();
  const missing = [...importedPackages(dist)].filter((imported) => !(imported in dependencies));
  if (missing.length > 0) throw new Error(`The SDK imports what it does not list: ${missing.join(', ')}`);
  return {
    ...{ name, version, description, license },
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    files: ['dist'],
    exports: {
      '.': { types: './dist/sdk/index.d.ts', default: './dist/sdk/index.js' },
      './testing': { types: './dist/sdk/testing/index.d.ts', default: './dist/sdk/testing/index.js' },
      './browser': { types: './dist/sdk/index.d.ts', default: `./dist/${SINGLE_FILE}.js` },
      './package.json': './package.json',
    },
    dependencies,
  };
}

/** The dependencies of the workspace packages on other people's packages, with the tested versions. */
function foreignDependencies() {
  const all = SIBLINGS.flatMap((sibling) => Object.entries(readManifest(sibling).dependencies ?? {}));
  return Object.fromEntries(all.filter(([name]) => !name.startsWith('@tactus/')).sort());
}

/** Packages that the built modules import. @param {string} dist */
function importedPackages(dist) {
  const names = new Set();
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.js')) continue;
    const text = readFileSync(join(dist, path), 'utf8');
    for (const [, name] of text.matchAll(/^(?:import|export)\b[^;]*?\bfrom\s*["']([^."'][^"']*)["']/gm)) {
      names.add(
        name
          ?.split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    }
  }
  return names;
}

/** @param {string} sibling */
function readManifest(sibling) {
  return JSON.parse(readFileSync(inRoot('packages', sibling, 'package.json'), 'utf8'));
}
