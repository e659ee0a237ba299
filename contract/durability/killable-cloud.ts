import { expect } from 'vitest';
import { type Run, runMain } from '../cloud/cloud-process.ts';
import type { Victim } from './killing.ts';

/** A cloud with this environment, started again after each kill. */
export function killableCloud(env: Readonly<Record<string, string>>): Victim {
  let run: Run | undefined;
  let url = '';
  return {
    async start() {
      if (!run) {
        run = runMain({ PORT: '0', TACTUS_RATE_LIMIT: '0', TACTUS_LOG: 'error', ...env });
        url = `http://127.0.0.1:${await run.port()}`;
      }
      return url;
    },
    async kill() {
      run?.child.kill('SIGKILL');
      expect(await run?.exit).toBe('SIGKILL');
      run = undefined;
    },
  };
}
