/** Holds every source file against the rules of architecture-rules.ts and names what breaks them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CHECKING_WORKSPACES,
  EMULATOR,
  MAX_LINES,
  MAY_IMPORT,
  WEB_CLOCKS,
  WEB_MAY_IMPORT,
  WEB_PACKAGES,
} from './architecture-rules.ts';
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
  | 'deep-import' // a package is entered by something that is not one of its doors
  | 'web-layer' // a folder of apps/web/src imports one that is not below it
  | 'feature' // a feature imports another feature
  | 'unplaced' // a workspace or a folder of apps/web/src that the rules do not know
  | 'unresolved' // a relative import that leads nowhere
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
  /** Source files that were read. */
  readonly modules: number;
  /** Imports that lead to another file or package of this repository. */
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
    findings: [...unplacedWorkspaces(repository), ...surveys.flatMap((survey) => survey.findings)],
  };
}

/** One line for a finding, as an editor can follow it. */
export function describeFinding({ rule, file, line, detail }: Finding): string {
  return `${file}:${line} ${rule}: ${detail}`;
}

function surveyFile(repository: Repository, file: string): { edges: number; findings: Finding[] } {
  const text = readFileSync(join(repository.root, file), 'utf8');
  const findings: Finding[] = [];
  const report = (rule: Rule, line: number, detail: string) => findings.push({ rule, file, line, detail });

  const lines = text.split('\n').length - 1;
  const limit = isTestCode(file) ? MAX_LINES.test : MAX_LINES.product;
  if (lines > limit) report('length', limit + 1, `${lines} lines, at most ${limit}: which two things is it?`);
  if (file.endsWith('.css')) return { edges: 0, findings };

  const module = readSourceModule(file, text);
  for (const { name, line } of module.starExports) report('star-export', line, `export * from '${name}'`);

  const workspace = workspaceOf(repository, file);
  if (workspace && mustTakeTime(workspace, file)) {
    for (const { name, line } of module.clocks) {
      if (workspace.id === 'web' && WEB_CLOCKS.includes(name)) continue;
      report('clock', line, `${name}: take a Time from @tactus/time`);
    }
  }
  if (workspace?.id === 'web' && placeInWeb(file) === undefined) {
    report('unplaced', 1, 'apps/web/src has no such place; architecture-rules.ts lists them');
  }

  let edges = 0;
  for (const mention of module.imports) {
    const target = targetOf(repository, file, mention);
    if (target === 'outside') continue;
    if (target === undefined) {
      report('unresolved', mention.line, `'${mention.name}' leads to no file`);
      continue;
    }
    edges += 1;
    for (const [rule, detail] of brokenRules(file, workspace, target)) report(rule, mention.line, detail);
  }
  return { edges, findings };
}

/** Where an import leads inside the repository: to a file of it, or through a door of one of its packages. */
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
    else if (from?.id === 'web') broken.push(...brokenWebRules(file, target.file));
    if (product && isTestCode(target.file)) broken.push(['test-code', `${target.file} is test code`]);
    return broken;
  }

  const { workspace: to, door } = target;
  if (!to.doors.includes(door)) broken.push(['deep-import', `${to.name} has no door '${door}'`]);
  if (product && door.startsWith('./testing')) broken.push(['test-code', `${to.name}/testing is test code`]);
  if (from && from !== to && !(MAY_IMPORT[from.id] ?? []).includes(to.id)) {
    broken.push(['layer', `${from.id} may not import ${to.id}`]);
  }
  const place = from?.id === 'web' ? placeInWeb(file) : undefined;
  if (place !== undefined && place !== EMULATOR && product && to.id === 'virtual-device') {
    broken.push(['web-layer', `only ${EMULATOR} may hold a virtual device`]);
  }
  const known = place === undefined ? undefined : WEB_PACKAGES[place];
  if (known && !known.includes(to.id)) broken.push(['web-layer', `${place} may not know ${to.name}`]);
  return broken;
}

function brokenWebRules(file: string, target: string): [Rule, string][] {
  const from = placeInWeb(file);
  const to = placeInWeb(target);
  if (from === undefined || to === undefined || to === 'testing') return [];
  if (from === 'features' && to === 'features') {
    const [feature, other] = [featureOf(file), featureOf(target)];
    return feature === other ? [] : [['feature', `${feature} imports ${other}: move what both need down`]];
  }
  if (from === to || (WEB_MAY_IMPORT[from] ?? []).includes(to)) return [];
  return [['web-layer', `${from} may not import ${to}`]];
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

/** The folder of apps/web/src that a file stands in; undefined where the rules know none. Outside src: the build's. */
function placeInWeb(file: string): string | undefined {
  const match = /^apps\/web\/src\/([^/]+)(\/)?/.exec(file);
  if (!match) return 'main';
  const [, name = '', slash] = match;
  const place = slash ? name : name.replace(/\.tsx?$/, '');
  return place in WEB_MAY_IMPORT ? place : undefined;
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
