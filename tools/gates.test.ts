import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { KNIP, KNIP_ALL, KNIP_PRODUCT } from './gates.mjs';
import { run } from './processes.mjs';
import { inRoot } from './root.mjs';

const root = mkdtempSync(join(tmpdir(), 'tactus-gates-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const files = {
  'package.json': '{ "name": "planted", "type": "module", "workspaces": ["packages/*", "apps/*"] }',
  'packages/a/package.json': '{ "name": "@planted/a", "type": "module", "exports": { ".": "./src/index.ts" } }',
  'packages/a/src/index.ts': "import { used } from './used.ts';\nexport const door = used;\n",
  'packages/a/src/used.ts': 'export const used = 1;\nexport const forTests = 2;\n',
  'packages/a/src/used.test.ts': "import { forTests, used } from './used.ts';\nvoid [forTests, used];\n",
  'packages/a/src/dead.ts': 'export const dead = 1;\n',
  'apps/cloud/package.json': '{ "name": "@planted/cloud", "type": "module" }',
  'apps/cloud/src/main.ts': "import { door } from '@planted/a';\nvoid door;\n",
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
copyFileSync(inRoot('knip.ts'), join(root, 'knip.ts'));

const knip = (args: string[]) =>
  run(process.execPath, [inRoot('node_modules', KNIP), ...args], { cwd: root, timeoutMs: 60_000, collect: true });

test('Knip reports an unused file and an unlisted package', async () => {
  const { code, output } = await knip(KNIP_ALL);
  expect(code).toBe(1);
  expect(output).toContain('packages/a/src/dead.ts');
  expect(output).toMatch(/@planted\/a\s+apps\/cloud\/src\/main\.ts/);
});

test('Knip reports product code that only tests use', async () => {
  const { code, output } = await knip(KNIP_PRODUCT);
  expect(code).toBe(1);
  expect(output).toMatch(/forTests\s+packages\/a\/src\/used\.ts/);
  expect(output).toContain('packages/a/src/dead.ts');
  expect(output).not.toContain('used.test.ts');
});
