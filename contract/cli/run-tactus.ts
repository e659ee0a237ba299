/** `tactus` as the process that `npm run tactus` becomes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const MAIN = join(ROOT, 'apps', 'cli', 'src', 'tactus.ts');

export interface TactusRun {
  readonly child: ChildProcess;
  out(): string;
  err(): string;
  /** Exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
}

/** Runs a command line with nothing of this process's environment but `PATH`; nobody sits at its terminal. */
export function runTactus(args: readonly string[], env: Readonly<Record<string, string>> = {}): TactusRun {
  const child = spawn(process.execPath, ['--conditions=@tactus/source', '--import', 'tsx', MAIN, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    texts.out += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    texts.err += chunk.toString('utf8');
  });
  const exit = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  return { child, exit, out: () => texts.out, err: () => texts.err };
}

/** What no run may print where nobody sits at its terminal: the key that these tests use, and control sequences. */
export const secretsIn = ({ out, err }: TactusRun): string[] =>
  ['DemoHandy1', '\u001b'].filter((text) => (out() + err()).includes(text));
