import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { firstPageCommand, type Start } from './first-page.ts';

function start(changes: Partial<Start> = {}): Start {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-first-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return { dataDir, env: { DISPLAY: ':0' }, platform: 'linux', isTerminal: true, ...changes };
}

test('the first start from a terminal opens the browser of each system', () => {
  expect(firstPageCommand(start())).toEqual(['xdg-open']);
  expect(firstPageCommand(start({ platform: 'darwin', env: {} }))).toEqual(['open']);
  expect(firstPageCommand(start({ platform: 'win32', env: {} }))).toEqual(['explorer.exe']);
});

test('a later start, BROWSER=none, no terminal, no screen or no store opens nothing', () => {
  const later = start();
  writeFileSync(join(later.dataDir, 'tactus.db'), '');
  const others = [
    later,
    start({ env: { DISPLAY: ':0', BROWSER: 'none' } }),
    start({ isTerminal: false }),
    start({ env: {} }),
    start({ dataDir: ':memory:' }),
  ];
  expect(others.map(firstPageCommand)).toEqual(others.map(() => undefined));
});
