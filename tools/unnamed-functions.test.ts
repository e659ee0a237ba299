import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from './root.mjs';

test('functions of our sources are not turned into dictionaries, as they would be if tsx restored their names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-source-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'names.mts');
  writeFileSync(
    file,
    `const make = (one: number) => { const inner = () => one; return inner; };
     const isFast = new Function('fn', 'return %HasFastProperties(fn)');
     console.log(isFast(make(1)));`,
  );
  const args = ['--allow-natives-syntax', '--import', inRoot('tools', 'run-from-source.mjs'), file];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 }).trim()).toBe('true');
});
