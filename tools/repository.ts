/** The repository as the architecture test reads it: workspaces, files, and targets of specifiers. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

export interface Workspace {
  /** The folder's own name, e.g. `sdk`. */
  readonly id: string;
  /** The package name, e.g. `@tactus/sdk`. */
  readonly name: string;
  /** Its folder from the top, with forward slashes. */
  readonly folder: string;
  /** Its public entries: keys of `exports`, e.g. `.` and `./testing`. */
  readonly doors: readonly string[];
}

export interface Repository {
  readonly root: string;
  readonly workspaces: readonly Workspace[];
  /** Every source file, from the top, with forward slashes. */
  readonly files: readonly string[];
}

const SOURCE = /\.(ts|tsx|mts|mjs|css)$/;
const NOT_WALKED = new Set(['node_modules', 'dist', 'coverage']);

/** Each folder in it was written by an earlier build: it never changes, and follows no present rule. */
const FROZEN = 'contract/frozen';

/** Reads the workspaces named in the top package.json, and their files and those of tools/. */
export function readRepository(root: string): Repository {
  const workspaces = workspaceFolders(root).map((folder) => readWorkspace(root, folder));
  const folders = [...workspaces.map((workspace) => workspace.folder), 'tools'];
  return { root, workspaces, files: folders.flatMap((folder) => filesBelow(root, folder, SOURCE)) };
}

/** The workspace of a file; undefined for the files of the repository itself. */
export function workspaceOf(repository: Repository, file: string): Workspace | undefined {
  return repository.workspaces.find((workspace) => file.startsWith(`${workspace.folder}/`));
}

/** The workspace whose package a bare specifier names, and the entry (`.`, `./testing`). */
export function packageOf(
  repository: Repository,
  specifier: string,
): { workspace: Workspace; door: string } | undefined {
  const workspace = repository.workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  return workspace && { workspace, door: `.${specifier.slice(workspace.name.length)}` };
}

/** The file of a relative specifier, from the top; undefined where there is none. */
export function resolveRelative(repository: Repository, from: string, specifier: string): string | undefined {
  const path = resolve(repository.root, dirname(from), specifier.replace(/[?#].*$/, ''));
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  return fromTop(repository.root, path);
}

/** The files of a folder with matching names, from the top; built and frozen files are left out. */
export function filesBelow(root: string, folder: string, name: RegExp): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const here = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const walked = folder !== FROZEN && !NOT_WALKED.has(entry.name) && !entry.name.startsWith('.');
      return walked ? filesBelow(root, here, name) : [];
    }
    return name.test(entry.name) && !entry.name.endsWith('.d.ts') ? [here] : [];
  });
}

function workspaceFolders(root: string): string[] {
  const { workspaces } = readJson(join(root, 'package.json')) as { workspaces?: string[] };
  return (workspaces ?? [])
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -2);
      return existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : [];
    })
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}

function readWorkspace(root: string, folder: string): Workspace {
  // package.json is ours; its format is npm's.
  const { name, exports } = readJson(join(root, folder, 'package.json')) as { name: string; exports?: object };
  return { id: basename(folder), name, folder, doors: Object.keys(exports ?? {}) };
}

function fromTop(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
