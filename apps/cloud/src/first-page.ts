import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IN_MEMORY, STORE_FILE } from './store/database.ts';

/** The circumstances of a start. */
export interface Start {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Whether a person started it in a terminal. */
  readonly isTerminal: boolean;
}

/**
 * The command that opens a page in the browser: at the first start with a data folder, from a terminal, on a machine that shows
 * windows. Undefined otherwise, and with `BROWSER=none`. To be asked before the store is opened.
 */
export function firstPageCommand({ dataDir, env, platform, isTerminal }: Start): readonly string[] | undefined {
  if (!isTerminal || env['BROWSER'] === 'none') return undefined;
  if (dataDir === IN_MEMORY || existsSync(join(dataDir, STORE_FILE))) return undefined;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['explorer.exe'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}

/** Opens a page; where that is not possible, nothing happens. */
export function openPage([program = '', ...args]: readonly string[], url: string): void {
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // its address is printed anyway
  child.unref();
}
