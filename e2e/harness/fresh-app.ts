import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuiltPage } from './built-page.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WEB = join(ROOT, 'apps', 'web');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
const BUILD_TIMEOUT_MS = 5 * 60_000;

/** The app as its sources are now, in a folder of its own; the longer texts are in it, under `?pseudo`. */
export function buildFreshApp(): BuiltPage {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-app-'));
  execFileSync(process.execPath, [VITE, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], {
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', VITE_PSEUDO: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: BUILD_TIMEOUT_MS,
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
