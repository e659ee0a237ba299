import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { until } from './harness/until.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const STOP_LIMIT_MS = 2_000;

let started: Started | undefined;
afterEach(() => started?.clean());

interface Started {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  clean(): void;
}

/** Runs the one command that a new user runs. */
function npmStart(env: Record<string, string>): Started {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-start-'));
  const { TACTUS_PROFILE: _suite, ...inherited } = process.env;
  const child = spawn('npm', ['start'], { cwd: root, env: { ...inherited, TACTUS_DATA_DIR: dataDir, ...env } });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    text += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    process: child,
    output: () => text,
    ended,
    clean() {
      if (child.exitCode === null) child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const addressIn = (text: string) => /http:\/\/localhost:\d+/.exec(text)?.[0];

test('npm start serves app and cloud, and SIGTERM to npm ends everything within 2 s, open streams included', async () => {
  started = npmStart({ PORT: '0' });
  const { output } = started;
  await until('the address is shown', async () => addressIn(output()) !== undefined);
  const url = addressIn(output()) ?? '';
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ status: 'ok' });
  expect(await (await fetch(`${url}/hamp`, { headers: { accept: 'text/html' } })).text()).toContain('<div id="root">');
  const stream = await fetch(`${url}/api/handy-rest/v3/sse?ck=DemoHandy1&apikey=test`);
  expect(stream.status).toBe(200);

  const killedAt = performance.now();
  started.process.kill('SIGTERM');
  await started.ended;
  expect(performance.now() - killedAt).toBeLessThan(STOP_LIMIT_MS);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  await stream.body?.cancel().catch((error: unknown) => expect(error).toBeInstanceOf(Error));
});

test('a port in use is reported in one sentence with a solution', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  started = npmStart({ PORT: String(port) });
  expect(await started.ended).not.toBe(0);
  expect(started.output()).toContain(`Port ${port}`);
  expect(started.output()).toContain('PORT=');
  expect(started.output()).not.toContain('    at ');
  taken.close();
});
