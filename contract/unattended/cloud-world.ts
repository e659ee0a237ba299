/** A cloud that is a process with a disk, and a program of linked devices that survives it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@tactus/cloud/testing';
import { expect, onTestFinished } from 'vitest';
import { type Run, runMain, runSource } from '../cloud/cloud-process.ts';
import { envOfStore } from '../cloud/store-of-tests.ts';
import type { LinkedDeviceOptions, MotionLine } from './linked-program.ts';

const PROGRAM = 'contract/unattended/linked-program.ts';

/** A cloud that can be ended and restarted, on the same port and with the same store. */
export interface MortalCloud {
  readonly origin: string;
  readonly port: number;
  run(): Run;
  begin(): Promise<void>;
}

/** Starts a cloud, which ends with the test. */
export async function startMortalCloud(): Promise<MortalCloud> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-unattended-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  let run: Run | undefined;
  async function begin(): Promise<void> {
    run = runMain({
      ...{ PORT: String(port), ...(await envOfStore(dataDir)) },
      ...{ TACTUS_RATE_LIMIT: '0', TACTUS_LOG: 'error' },
    });
    expect(await run.port()).toBe(port);
  }
  await begin();
  return { origin: `http://127.0.0.1:${port}`, port, begin, run: () => run ?? expect.fail('it runs') };
}

/** The motion of linked devices, as their own program reports it. */
export interface WatchedProgram {
  /** The last motion of a device, ms since the epoch; undefined where there was none. */
  movedLastMs(key: string): number | undefined;
  output(): string;
}

/** Runs devices in a program of their own until the end of the test. */
export async function startProgram(devices: readonly LinkedDeviceOptions[]): Promise<WatchedProgram> {
  const program = runSource(PROGRAM, [JSON.stringify(devices)]);
  const last = new Map<string, number>();
  if (program.child.stdout)
    createInterface(program.child.stdout).on('line', (line) => {
      if (!line.startsWith('{')) return;
      const { key, atMs } = JSON.parse(line) as MotionLine; // the program's own output
      last.set(key, atMs);
    });
  await expect.poll(program.output, { interval: 20 }).toContain('running');
  return { movedLastMs: (key) => last.get(key), output: program.output };
}
