/** Checks every source file against the rules of architecture-rules.ts and reports violations. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CHECKING_WORKSPACES,
  CLOUD_MAY_IMPORT,
  CLOUD_PACKAGES,
  EMULATOR,
  MAX_LINES,
  MAY_IMPORT,
  WEB_CLOCKS,
  WEB_MAY_IMPORT,
  WEB_PACKAGES,
} from './architecture-rules.ts';
import { type FileImport, importsInCircles } from './folder-circles.ts';
import {
  packageOf,
  type Repository,
  readRepository,
  resolveRelative,
  type Workspace,
  workspaceOf,
} from './repository.ts';
import { type Mention, readSourceModule } from './source-module.ts';

export type Rule =
  | 'layer' // a workspace imports one that is not below it
  | 'boundary' // a relative import leaves its workspace
  | 'deep-import' // a package is imported by something that is not one of its entries
  | 'folder-layer' // a folder of an app imports one that is not below it, or a package that it may not use
  | 'circle' // folders of a workspace depend on one another
  | 'feature' // a feature imports another feature
  | 'unplaced' // a workspace or a folder of an app that the rules do not list
  | 'unresolved' // a relative import without a target
  | 'test-code' // product code imports test code
  | 'clock' // time is read or waited for outside packages/time
  | 'star-export' // `export *`
  | 'length'; // too many lines

export interface Finding {
  readonly rule: Rule;
  readonly file: string;
  readonly line: number;
  readonly detail: string;
}

export interface Survey {
  /** Number of source files that were read. */
  readonly modules: number;
  /** Number of imports of another file or package of this repository. */
  readonly edges: number;
  readonly findings: readonly Finding[];
}

/** Reads the whole repository below a folder and reports on it. */
export function surveyArchitecture(root: string): Survey {
  const repository = readRepository(root);
  const surveys = repository.files.map((file) => surveyFile(repository, file));
  return {
    modules: surveys.length,
    edges: surveys.reduce((sum, survey) => sum + survey.edges, 0),
    findings: [
      ...unplacedWorkspaces(repository),
      ...surveys.flatMap((survey) => survey.findings),
      ...circles(
        repository,
        surveys.flatMap((survey) => survey.imports),
      ),
    ],
  };
}

/** One line for a finding, in the format that editors follow. */
export function describeFinding({ rule, file, line, detail }: Finding): string {
  return `${file}:${line} ${rule}: ${detail}`;
}

interface FileSurvey {
  readonly edges: number;
  /** For product code, the imports of another file of its workspace. */
  readonly imports: readonly FileImport[];
  readonly findings: readonly Finding[];
}

function surveyFile(repository: Repository, file: string): FileSurvey {
  const text = readFileSync(join(repository.root, file), 'utf8');
  const findings: Finding[] = [];
  const report = (rule: Rule, line: number, detail: string) => findings.push({ rule, file, line, detail });

  const lines = text.split('\n').length - 1;
  const limit = isTestCode(file) ? MAX_LINES.test : MAX_LINES.product;
  if (lines > limit) report('length', limit + 1, `${lines} lines, at most ${limit}: which two things is it?`);
  if (file.endsWith('.css')) return { edges: 0, imports: [], findings };

  const module = readSourceModule(file, text);
  for (const { name, line } of module.starExports) report('star-export', line, `export * from '${name}'`);

  const workspace = workspaceOf(repository, file);
  if (workspace && mustTakeTime(workspace, file)) {
    for (const { name, line } of module.clocks) {
      if (workspace.id === 'web' && WEB_CLOCKS.includes(name)) continue;
      report('clock', line, `${name}: take a Time from @tactus/time`);
    }
  }
  if (workspace && workspace.id in FOLDERS_OF && folderIn(workspace, file) === undefined) {
    report('unplaced', 1, `${workspace.folder}/src has no such folder; architecture-rules.ts lists them`);
  }

  let edges = 0;
  const imports: FileImport[] = [];
  for (const mention of module.imports) {
    const target = targetOf(repository, file, mention);
    if (target === 'outside') {
      const detail = workspace && brokenByPackage(workspace, file, mention.name);
      if (detail !== undefined) report('folder-layer', mention.line, detail);
      continue;
    }
    if (target === undefined) {
      report('unresolved', mention.line, `'${mention.name}' leads to no file`);
      continue;
    }
    edges += 1;
    if ('file' in target && !isTestCode(file) && target.workspace === workspace)
      imports.push({ from: file, to: target.file, line: mention.line });
    for (const [rule, detail] of brokenRules(file, workspace, target)) report(rule, mention.line, detail);
  }
  return { edges, imports, findings };
}

/** The target of an import inside the repository: a file, or an entry of a package. */
type Target =
  | { readonly file: string; readonly workspace: Workspace | undefined }
  | { readonly door: string; readonly workspace: Workspace };

function targetOf(repository: Repository, file: string, { name }: Mention): Target | 'outside' | undefined {
  if (name.startsWith('.')) {
    const resolved = resolveRelative(repository, file, name);
    return resolved === undefined ? undefined : { file: resolved, workspace: workspaceOf(repository, resolved) };
  }
  return packageOf(repository, name) ?? 'outside';
}

function brokenRules(file: string, from: Workspace | undefined, target: Target): [Rule, string][] {
  const broken: [Rule, string][] = [];
  const product = !isTestCode(file);
  if ('file' in target) {
    if (from && target.workspace !== from) broken.push(['boundary', `${target.file} is not in ${from.folder}`]);
    else if (from && (from.id !== 'cloud' || product)) broken.push(...brokenFolderRules(from, file, target.file));
    if (product && isTestCode(target.file)) broken.push(['test-code', `${target.file} is test code`]);
    return broken;
  }

  const { workspace: to, door } = target;
  if (!to.doors.includes(door)) broken.push(['deep-import', `${to.name} has no door '${door}'`]);
  if (product && door.startsWith('./testing')) broken.push(['test-code', `${to.name}/testing is test code`]);
  if (from && from !== to && !(MAY_IMPORT[from.id] ?? []).includes(to.id)) {
    broken.push(['layer', `${from.id} may not import ${to.id}`]);
  }
  const place = from?.id === 'web' ? folderIn(from, file) : undefined;
  if (place !== undefined && place !== EMULATOR && product && to.id === 'virtual-device') {
    broken.push(['folder-layer', `only ${EMULATOR} may hold a virtual device`]);
  }
  const known = place === undefined ? undefined : WEB_PACKAGES[place];
  if (known && !known.includes(to.id)) broken.push(['folder-layer', `${place} may not know ${to.name}`]);
  return broken;
}

/** Workspace -> the folders of its `src`, and what each may import. */
const FOLDERS_OF: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  web: WEB_MAY_IMPORT,
  cloud: CLOUD_MAY_IMPORT,
};

function brokenFolderRules(workspace: Workspace, file: string, target: string): [Rule, string][] {
  const from = folderIn(workspace, file);
  const to = folderIn(workspace, target);
  if (from === undefined || to === undefined || to === 'testing') return [];
  if (workspace.id === 'web' && from === 'features' && to === 'features') {
    const [feature, other] = [featureOf(file), featureOf(target)];
    return feature === other ? [] : [['feature', `${feature} imports ${other}: move what both need down`]];
  }
  if (from === to || (FOLDERS_OF[workspace.id]?.[from] ?? []).includes(to)) return [];
  return [['folder-layer', `${from} may not import ${to}`]];
}

function brokenByPackage(workspace: Workspace, file: string, name: string): string | undefined {
  const folders = workspace.id === 'cloud' && !isTestCode(file) ? CLOUD_PACKAGES[name] : undefined;
  const folder = folderIn(workspace, file);
  return folders && !folders.includes(folder ?? '') ? `only ${folders.join(', ')} may import ${name}` : undefined;
}

/** Each file beside the folders of `src` counts for itself: these files put the folders together. */
function circles(repository: Repository, imports: readonly FileImport[]): Finding[] {
  const folderOf = (file: string) => {
    const workspace = workspaceOf(repository, file);
    const folder = file.slice(0, file.lastIndexOf('/'));
    return [`${workspace?.folder}/src`, workspace?.folder, 'tools'].includes(folder) ? file : folder;
  };
  return importsInCircles(imports, folderOf).map(({ from, to, line }) => ({
    rule: 'circle',
    file: from,
    line,
    detail: `${folderOf(from)} and ${folderOf(to)} depend on one another`,
  }));
}

function unplacedWorkspaces({ workspaces }: Repository): Finding[] {
  return workspaces
    .filter(({ id }) => !(id in MAY_IMPORT))
    .map(({ id, folder }) => ({
      rule: 'unplaced',
      file: `${folder}/package.json`,
      line: 1,
      detail: `architecture-rules.ts does not say what ${id} may import`,
    }));
}

/** The folder of an app's `src` that a file is in, `main` beside and outside of them; undefined where the rules list none. */
function folderIn(workspace: Workspace, file: string): string | undefined {
  const path = file.slice(`${workspace.folder}/src/`.length);
  if (!file.startsWith(`${workspace.folder}/src/`)) return 'main';
  const [first = '', ...rest] = path.split('/');
  // Beside the folders of the web app there is only its composition root.
  const folder = rest.length > 0 || (workspace.id === 'web' && first !== 'main.tsx') ? first : 'main';
  return folder in (FOLDERS_OF[workspace.id] ?? {}) ? folder : undefined;
}

function featureOf(file: string): string {
  return file.split('/')[4] ?? file;
}

function mustTakeTime(workspace: Workspace, file: string): boolean {
  return workspace.id !== 'time' && !isTestCode(file);
}

function isTestCode(file: string): boolean {
  const [top = ''] = file.split('/');
  return CHECKING_WORKSPACES.includes(top) || /\.(test|spec)\.tsx?$|\/testing(\/|\.tsx?$)/.test(file);
}
