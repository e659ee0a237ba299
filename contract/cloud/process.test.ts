/** The cloud as the process that `npm start` becomes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openEvents } from './event-reader.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const MAIN = join(ROOT, 'apps', 'cloud', 'src', 'main.ts');

interface Run {
  readonly child: ChildProcess;
  output(): string;
  /** The port it says it listens on. */
  port(): Promise<number>;
  readonly exit: Promise<number | string>;
}

function runMain(env: Readonly<Record<string, string>>): Run {
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

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends every stream and then the process, cleanly', async (signal) => {
  const run = runMain({ PORT: '0' });
  const stream = await openEvents(await run.port(), '?ck=DemoHandy1&apikey=x');
  await stream.next();
  run.child.kill(signal);
  await stream.ended;
  // It cuts itself off with exit code 1 when it is not done within 1.5 s.
  expect(await run.exit).toBe(0);
});

test('a busy port gets one clear sentence that says how to choose another', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const run = runMain({ PORT: String(port) });
  expect(await run.exit).toBe(1);
  expect(run.output().trim()).toBe(
    `Port ${port} is in use by another program. Choose another one: PORT=${port + 1} npm start`,
  );
});

test('settings that cannot be are named, all of them, and secrets are not repeated', async () => {
  const run = runMain({ PORT: 'eighty', TACTUS_LOG: 'loud', TACTUS_API_KEYS: 'a-secret' });
  expect(await run.exit).toBe(1);
  expect(run.output().trim().split('\n')).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'TACTUS_LOG must be one of trace, debug, info, warn, error, fatal, silent',
  ]);
});

test('a store that cannot be opened is named', async () => {
  const run = runMain({ PORT: '0', TACTUS_DATA_DIR: join(MAIN, 'below-a-file') });
  expect(await run.exit).toBe(1);
  expect(run.output()).toContain(`The store in ${join(MAIN, 'below-a-file')} could not be opened: `);
});
