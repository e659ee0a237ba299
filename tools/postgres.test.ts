import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { findPostgres } from './postgres.mjs';

const root = mkdtempSync(join(tmpdir(), 'tactus-programs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** A folder with these programs. */
function folder(name: string, programs: readonly string[]): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  for (const program of programs) {
    writeFileSync(join(path, program), '');
    chmodSync(join(path, program), 0o755);
  }
  return path;
}

test('PostgreSQL is the named one, else the one in PATH, else the newest of Debian; one without its server is none', () => {
  const both = ['postgres', 'initdb'];
  const [named, inPath, client] = [folder('named', both), folder('path', both), folder('client', ['initdb'])];
  const [newest] = [folder('debian/15/bin', both), folder('debian/9/bin', both), folder('debian/16/bin', ['initdb'])];
  const debian = join(root, 'debian');
  vi.stubEnv('TACTUS_POSTGRES_BIN', '');
  vi.stubEnv('PATH', inPath);
  expect(findPostgres(debian)).toBe(inPath);
  vi.stubEnv('PATH', client);
  expect(findPostgres(debian)).toBe(newest);
  expect(findPostgres(join(root, 'none'))).toBeUndefined();
  vi.stubEnv('TACTUS_POSTGRES_BIN', named);
  expect(findPostgres(debian)).toBe(named);
  vi.stubEnv('TACTUS_POSTGRES_BIN', client);
  expect(findPostgres(debian)).toBeUndefined();
});
