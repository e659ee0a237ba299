/** The cloud as the process of `npm start`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The source that runs, relative to the top folder. */
export const MAIN = 'apps/cloud/src/main.ts';

export interface Run {
  readonly child: ChildProcess;
  output(): string;
  /** The port that the process reports. */
  port(): Promise<number>;
  /** Its exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
}

/** Registers a clean-up: at the end of the test, or when the caller decides. */
export type AtEnd = (end: () => void) => void;

/**
 * Starts the process with nothing of this one's environment but `PATH`; it is killed at the end of the test. `log`: an open
 * file that receives its log instead of a pipe.
 */
export function runMain(
  env: Readonly<Record<string, string>>,
  atEnd: AtEnd = onTestFinished,
  log: number | 'pipe' = 'pipe',
): Run {
  const ran = runSource(MAIN, [], { TACTUS_DATA_DIR: ':memory:', ...env }, atEnd, log);
  return {
    ...ran,
    async port() {
      await expect.poll(ran.output).toContain('Tactus runs on');
      return Number(/Tactus runs on http:\/\/localhost:(\d+)/.exec(ran.output())?.[1]);
    },
  };
}

/** Runs another program of this repository in the same way; `source` is relative to the top folder. */
export function runSource(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  atEnd: AtEnd = onTestFinished,
  out: number | 'pipe' = 'pipe',
): Omit<Run, 'port'> {
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'run-program.mjs'), file, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', out, 'pipe'],
  });
  atEnd(() => void child.kill('SIGKILL'));
  let output = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const exit = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  return { child, exit, output: () => output };
}
