/** The cloud as the process that `npm start` becomes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The file that is run. */
export const MAIN = join(ROOT, 'apps', 'cloud', 'src', 'main.ts');

export interface Run {
  readonly child: ChildProcess;
  output(): string;
  /** The port it says it listens on. */
  port(): Promise<number>;
  /** Its exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
}

/** Starts the process with nothing of this one's environment but `PATH`; it is killed when the test is over. */
export function runMain(env: Readonly<Record<string, string>>): Run {
  const child = spawn(process.execPath, ['--conditions=@tactus/source', '--import', 'tsx', MAIN], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], TACTUS_DATA_DIR: ':memory:', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const exit = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  return {
    child,
    exit,
    output: () => output,
    async port() {
      await expect.poll(() => output, { timeout: 15_000 }).toContain('Tactus runs on');
      return Number(/Tactus runs on http:\/\/localhost:(\d+)/.exec(output)?.[1]);
    },
  };
}
