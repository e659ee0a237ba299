import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tactus/cloud/testing';
import { until } from './until.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A cloud with the built app as a process of its own, which can be ended and restarted with its store. */
export interface MortalCloud {
  readonly url: string;
  begin(): Promise<void>;
  /** Resolves when the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Ends it for good. */
  clean(): Promise<void>;
}

/** Starts one. */
export async function startMortalCloud(): Promise<MortalCloud> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-mortal-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;

  async function begin(): Promise<void> {
    const { TACTUS_PROFILE: _suite, ...inherited } = process.env;
    const own = { PORT: String(port), TACTUS_DATA_DIR: dataDir, TACTUS_RATE_LIMIT: '0', TACTUS_LOG: 'silent' };
    const program = [join(ROOT, 'tools', 'run-program.mjs'), 'apps/cloud/src/main.ts'];
    child = spawn(process.execPath, program, { cwd: ROOT, env: { ...inherited, ...own }, stdio: 'ignore' });
    const answers = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('the cloud is ready', answers);
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await gone;
  }

  await begin();
  return {
    url,
    begin,
    end,
    async clean() {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
