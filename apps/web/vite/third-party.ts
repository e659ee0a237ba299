import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A third-party package from which the product is built. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** The licence as its author names it. */
  readonly licence: string;
}

/** The lock file's entry of a package. */
interface LockedPackage {
  /** Where a package is installed under another name: its own. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The shipped workspaces: the app, and the cloud that serves it. */
const SHIPPED = ['apps/web', 'apps/cloud'];
/** It stands for packages of which nothing is read (`overrides` in package.json). */
const EMPTY = 'empty-npm-package';
const MODULE = 'virtual:third-party';
const NOTICES = 'third-party-notices.txt';
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/**
 * The dependencies of the shipped workspaces, direct and indirect, by name. Read from the lock file, so
 * none is missing. Throws for a package that names no licence.
 */
export function thirdParties(lock: { packages: Readonly<Record<string, LockedPackage>> }): readonly ThirdParty[] {
  const found = new Map<string, ThirdParty>();
  for (const path of shippedPaths(lock.packages)) {
    const { version = '', license } = lock.packages[path] ?? {};
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (license === undefined) throw new Error(`${name} ${version} names no licence in the lock file`);
    found.set(`${name} ${version}`, { name, version, licence: license });
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** The places of the shipped third-party packages in the tree of the lock file. */
function shippedPaths(packages: Readonly<Record<string, LockedPackage>>): ReadonlySet<string> {
  const seen = new Set(SHIPPED);
  for (const path of seen) {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(packages, path, name);
      // An optional package of another platform is in the lock file too: one that is not installed is skipped.
      if (place !== undefined) seen.add(place);
    }
  }
  return new Set([...seen].filter((path) => path.includes('node_modules/') && packages[path]?.name !== EMPTY));
}

/** The place where Node resolves a package from a place in the tree; the folder itself for a workspace. */
function placeOf(packages: Readonly<Record<string, LockedPackage>>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const here = packages[place];
    if (here !== undefined) return here.link === true ? here.resolved : place;
    if (folder === '') return undefined;
  }
}

/**
 * Serves `virtual:third-party`, the list of the packages from which the app is built, and writes their licence texts beside
 * it as `third-party-notices.txt`.
 */
export function thirdPartyNotices(root: string): Plugin {
  const read = () => thirdParties(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return {
    name: 'tactus:third-party',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(read())};` : undefined),
    generateBundle() {
      const notices = read().map((each) => noticeOf(root, each));
      this.emitFile({ type: 'asset', fileName: NOTICES, source: notices.join(`\n${'-'.repeat(80)}\n\n`) });
    },
  };
}

/** The version of the product: that of its root. */
export function productVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String(version);
}

/**
 * The name of a package with the texts of its licence files, if any. A text that a package lacks is in `licences` beside this file.
 * @internal
 */
export function noticeOf(root: string, { name, version, licence }: ThirdParty): string {
  const texts = ['node_modules', 'apps/web/vite/licences'].flatMap((place) => licenceTexts(join(root, place, name)));
  return [`${name} ${version} (${licence})`, ...texts, ''].join('\n\n');
}

function licenceTexts(folder: string): readonly string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => LICENCE_FILE.test(file)) : [];
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
}
