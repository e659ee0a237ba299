import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { describeFinding, type Finding, type Rule, surveyArchitecture } from './architecture.ts';
import { ROOT } from './root.mjs';

test('the repository follows its own rules', () => {
  const { modules, edges, findings } = surveyArchitecture(ROOT);
  expect(modules).toBeGreaterThan(0);
  expect(edges).toBeGreaterThan(0);
  expect(findings.map(describeFinding)).toEqual([]);
});

describe('a planted violation is found', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  /** A small repository that follows every rule, with these files on top. */
  function plant(files: Record<string, string>): string {
    const root = mkdtempSync(join(tmpdir(), 'tactus-architecture-'));
    folders.push(root);
    const all = { ...sound(), ...files };
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  }

  function broken(files: Record<string, string>): Pick<Finding, 'rule' | 'file' | 'line'>[] {
    const { findings } = surveyArchitecture(plant(files));
    return findings.map(({ rule, file, line }) => ({ rule, file, line }));
  }

  const planted: [string, Rule, string, string, number?][] = [
    // A package above.
    ['a package imports one above it', 'layer', 'packages/time/src/a.ts', "import { x } from '@tactus/protocol';"],
    [
      'a package imports its sibling',
      'layer',
      'packages/sdk/src/a.ts',
      "import type { X } from '@tactus/virtual-device';",
    ],
    ['an app imports another app', 'layer', 'apps/cloud/src/a.ts', "const x = await import('@tactus/web');"],
    ['a product imports the contract tests', 'layer', 'apps/cloud/src/a.ts', "export { x } from '@tactus/contract';"],
    ['a product imports the browser tests', 'layer', 'apps/web/src/app/a.ts', "type X = import('@tactus/e2e').X;"],
    // A wall between workspaces.
    [
      'a relative import leaves its workspace',
      'boundary',
      'packages/sdk/src/a.ts',
      "import { x } from '../../time/src/index.ts';",
    ],
    [
      'a relative re-export leaves its workspace',
      'boundary',
      'packages/sdk/src/a.ts',
      "export { x } from '../../time/src/index.ts';",
    ],
    [
      'a worker is taken from another workspace',
      'boundary',
      'apps/web/src/app/a.ts',
      "new Worker(new URL('../../../cloud/src/index.ts', import.meta.url));",
    ],
    [
      'a package is entered past its doors',
      'deep-import',
      'packages/protocol/src/a.ts',
      "import { x } from '@tactus/time/src/index.ts';",
    ],
    // Inside the app.
    [
      'the design system imports the device',
      'folder-layer',
      'apps/web/src/ui/a.tsx',
      "import { device } from '../device/device.ts';",
    ],
    [
      'the design system knows the protocol',
      'folder-layer',
      'apps/web/src/ui/a.tsx',
      "import type { X } from '@tactus/protocol';",
    ],
    [
      'the device imports a feature',
      'folder-layer',
      'apps/web/src/device/a.ts',
      "import { hamp } from '../features/hamp/hamp.ts';",
    ],
    [
      'a feature imports the app',
      'folder-layer',
      'apps/web/src/features/hamp/a.ts',
      "void import('../../app/app.ts');",
    ],
    [
      'a view of the device imports the emulator',
      'folder-layer',
      'apps/web/src/device-view/a.ts',
      "import { emulator } from '../emulator/emulator.ts';",
    ],
    [
      'a page holds a virtual device',
      'folder-layer',
      'apps/web/src/features/hamp/a.ts',
      "import { x } from '@tactus/virtual-device';",
    ],
    [
      'a feature imports another feature',
      'feature',
      'apps/web/src/features/hdsp/a.ts',
      "import { hamp } from '../hamp/hamp.ts';",
    ],
    [
      'a feature loads another feature later',
      'feature',
      'apps/web/src/features/hdsp/a.ts',
      'void import(`../hamp/hamp.ts`);',
    ],
    ['the app grows a folder without a place', 'unplaced', 'apps/web/src/helpers/a.ts', 'export const x = 1;'],
    ['a workspace has no place', 'unplaced', 'packages/extra/package.json', '{ "name": "@tactus/extra" }'],
    // Inside the cloud.
    [
      'a device of the cloud imports a route',
      'folder-layer',
      'apps/cloud/src/devices/a.ts',
      "import type { routes } from '../api/routes.ts';",
    ],
    [
      'a route is registered outside the api',
      'folder-layer',
      'apps/cloud/src/features/leases/a.ts',
      "import type { FastifyInstance } from 'fastify';",
    ],
    [
      'SQL is opened outside the store',
      'folder-layer',
      'apps/cloud/src/devices/a.ts',
      "import Database from 'libsql';",
    ],
    ['the cloud grows a folder without a place', 'unplaced', 'apps/cloud/src/helpers/a.ts', 'export const x = 1;'],
    // The rest.
    ['an import leads nowhere', 'unresolved', 'packages/time/src/a.ts', "import { x } from './gone.ts';"],
    ['a product imports a test', 'test-code', 'packages/time/src/a.ts', "import { x } from './index.test.ts';"],
    [
      'a product imports fake time',
      'test-code',
      'packages/sdk/src/a.ts',
      "import { fakeTime } from '@tactus/time/testing';",
    ],
    ['a whole module is re-exported', 'star-export', 'packages/time/src/a.ts', "export * from './index.ts';"],
    ['Date.now is read', 'clock', 'packages/sdk/src/a.ts', 'export const at = Date.now();'],
    ['a date is made of the present', 'clock', 'apps/cloud/src/a.ts', 'export const at = new Date();'],
    ['performance.now is read', 'clock', 'apps/web/src/app/a.ts', 'export const at = globalThis.performance.now();'],
    ['a timer is set', 'clock', 'apps/web/src/ui/a.tsx', 'export const a = () => window.setTimeout(a, 5);'],
    ['a timer is handed on', 'clock', 'packages/sdk/src/a.ts', 'export const later = { wait: setTimeout };'],
    ['an interval is set', 'clock', 'packages/motion/src/a.ts', 'setInterval(() => 1, 5);'],
    ['a signal times out by itself', 'clock', 'packages/sdk/src/a.ts', 'export const s = AbortSignal.timeout(5);'],
    [
      "Node's timers are imported",
      'clock',
      'apps/cloud/src/a.ts',
      "import { setTimeout as wait } from 'node:timers/promises';",
    ],
    ['frames are used outside the app', 'clock', 'packages/sdk/src/a.ts', 'requestAnimationFrame(() => 1);'],
    ['a file is too long', 'length', 'packages/time/src/a.ts', '\n'.repeat(301), 301],
    ['a test is too long', 'length', 'packages/time/src/a.test.ts', '\n'.repeat(401), 401],
    ['a style sheet is too long', 'length', 'apps/web/src/ui/a.css', '\n'.repeat(301), 301],
  ];

  test.each(planted)('%s', (_why, rule, file, text, line = 1) => {
    expect(broken({ [file]: text })).toContainEqual({ rule, file, line });
  });

  test('folders that import each other are found, types and folders between them included, and others are not', () => {
    const files = {
      'packages/motion/src/plans/plan.ts': "import type { Point } from '../points/point.ts';\nexport const plan = 1;\n",
      'packages/motion/src/points/point.ts': "export { zone as Point } from '../zones/deep/zone.ts';\n",
      'packages/motion/src/zones/deep/zone.ts':
        "import '../../below/below.ts';\nexport { plan as zone } from '../../plans/plan.ts';\n",
      'packages/motion/src/below/below.ts': 'export const below = 1;\n',
      'packages/motion/src/above/above.ts': "export { plan } from '../plans/plan.ts';\n",
      'packages/motion/src/above/above.test.ts': "import '../plans/plan.ts';\n",
      'packages/motion/src/below/below.test.ts': "import '../above/above.ts';\n",
    };
    const named = [
      { rule: 'circle', file: 'packages/motion/src/plans/plan.ts', line: 1 },
      { rule: 'circle', file: 'packages/motion/src/points/point.ts', line: 1 },
      { rule: 'circle', file: 'packages/motion/src/zones/deep/zone.ts', line: 2 },
    ];
    expect(broken(files)).toEqual(named);
    expect(broken({ ...files, 'packages/motion/src/zones/deep/zone.ts': 'export const zone = 1;\n' })).toEqual([]);
  });

  test('a finding names its line', () => {
    const text = '/* a clock */\n\nexport const x = 1;\nexport const at = Date.now();\n';
    expect(broken({ 'packages/sdk/src/a.ts': text })).toEqual([
      { rule: 'clock', file: 'packages/sdk/src/a.ts', line: 4 },
    ]);
  });

  test('allowed code is not reported', () => {
    const allowed = {
      'packages/sdk/src/words.ts':
        "// setTimeout, Date.now(), export * from './x.ts'\nexport const text = \"import { x } from '@tactus/web'; Date.now()\";\n",
      'packages/sdk/src/dates.ts': 'export const at = (timeMs: number) => new Date(timeMs);\n',
      'packages/sdk/src/types.ts':
        'export interface Timers { setTimeout: (run: () => void) => void }\nexport type Id = ReturnType<typeof setTimeout>;\nexport const wait = (timers: Timers) => timers.setTimeout(() => 1);\n',
      'packages/sdk/src/sdk.test.ts':
        "import { fakeTime } from '@tactus/time/testing';\nexport const x = [fakeTime, Date.now()];\n",
      'packages/time/src/system.ts': 'export const now = () => Date.now() + performance.now();\n',
      'apps/web/src/ui/frame.tsx': 'export const a = () => requestAnimationFrame(a);\n',
      'apps/web/src/ui/styled.tsx': "import '../ui/style.css?inline';\nexport const A = () => <p>{'a'}</p>;\n",
      'apps/web/src/ui/style.css': 'p { color: red; }\n',
      'apps/web/src/emulator/worker.ts': "import { x } from '@tactus/virtual-device';\nexport { x };\n",
      'apps/web/src/main.tsx': "import { app } from './app/app.ts';\nexport { app };\n",
      'contract/a.test.ts': "import { x } from '@tactus/sdk';\nimport { y } from '@tactus/cloud';\nexport { x, y };\n",
    };
    const survey = surveyArchitecture(plant(allowed));
    expect(survey.findings.map(describeFinding)).toEqual([]);
    expect(survey.edges).toBeGreaterThan(0);
  });

  test('an empty repository shows nothing as checked', () => {
    const root = mkdtempSync(join(tmpdir(), 'tactus-architecture-'));
    folders.push(root);
    writeFileSync(join(root, 'package.json'), '{ "workspaces": [] }');
    expect(surveyArchitecture(root)).toEqual({ modules: 0, edges: 0, findings: [] });
  });
});

/** Every workspace with one entry and one file, and one file in each folder of the app. */
function sound(): Record<string, string> {
  const packages = ['time', 'protocol', 'motion', 'sdk', 'virtual-device', 'link'].map((id) => `packages/${id}`);
  const workspaces = [...packages, 'apps/web', 'apps/cloud', 'contract', 'e2e'];
  const files: Record<string, string> = {
    'package.json': '{ "workspaces": ["packages/*", "apps/*", "contract", "e2e"] }',
    'packages/time/src/testing.ts': 'export const fakeTime = 1;\n',
    'packages/time/src/index.test.ts': 'export const x = 1;\n',
    'apps/web/src/ui/ui.ts': 'export const ui = 1;\n',
    'apps/web/src/device/device.ts': "import { ui } from '../ui/ui.ts';\nexport const device = ui;\n",
    'apps/web/src/emulator/emulator.ts': 'export const emulator = 1;\n',
    'apps/web/src/features/hamp/hamp.ts':
      "import { device } from '../../device/device.ts';\nexport const hamp = device;\n",
    'apps/web/src/app/app.ts': "export { hamp as app } from '../features/hamp/hamp.ts';\n",
    'apps/cloud/src/api/routes.ts': "import 'fastify';\nexport const routes = 1;\n",
  };
  for (const folder of workspaces) {
    const name = `@tactus/${folder.split('/').at(-1)}`;
    const testing = folder === 'packages/time' ? ', "./testing": "./src/testing.ts"' : '';
    files[`${folder}/package.json`] = `{ "name": "${name}", "exports": { ".": "./src/index.ts"${testing} } }`;
    files[`${folder}/src/index.ts`] = 'export const x = 1;\n';
  }
  delete files['apps/web/src/index.ts'];
  return files;
}
