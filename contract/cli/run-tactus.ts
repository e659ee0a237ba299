/** Runs the command-line programs as the processes that `npm run tactus` and `npm run device` become. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { AtEnd } from '../cloud/cloud-process.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A running program and its output. */
export interface TactusRun {
  readonly child: ChildProcess;
  out(): string;
  err(): string;
  /** Exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
}

/** Runs `tactus` with nothing of this process's environment but `PATH`, and without a terminal. */
export const runTactus = (args: readonly string[], env?: Readonly<Record<string, string>>, atEnd?: AtEnd) =>
  runProgram('tactus.ts', args, env, atEnd);

/** Runs `tactus-device` in the same way. */
export const runDevice = (args: readonly string[], env?: Readonly<Record<string, string>>) =>
  runProgram('tactus-device.ts', args, env);

/** Files that take an output in place of a pipe. */
interface OutputFiles {
  readonly out?: string;
  readonly err?: string;
}

/** Runs `tactus` with outputs written to files. */
export const runTactusInto = (
  files: OutputFiles,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): TactusRun => runProgram('tactus.ts', args, env, onTestFinished, files);

const pathsOf = (file: string) => [join(ROOT, 'tools', 'run-program.mjs'), `apps/cli/src/${file}`];

function runProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  atEnd: AtEnd = onTestFinished,
  files: OutputFiles = {},
): TactusRun {
  const opened = [files.out, files.err].map((path) => (path === undefined ? undefined : openSync(path, 'w')));
  const child = spawn(process.execPath, [...pathsOf(file), ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', opened[0] ?? 'pipe', opened[1] ?? 'pipe'],
  });
  for (const file of opened) if (file !== undefined) closeSync(file);
  atEnd(() => void child.kill('SIGKILL'));
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    texts.out += chunk.toString('utf8');
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    texts.err += chunk.toString('utf8');
  });
  const exit = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  return { child, exit, out: () => texts.out, err: () => texts.err };
}

/** Texts that no run without a terminal may print: the key of these tests, and control sequences. */
export const secretsIn = ({ out, err }: TactusRun): string[] =>
  ['DemoHandy1', '\u001b'].filter((text) => (out() + err()).includes(text));
