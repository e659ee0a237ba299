import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ExitCode } from './exit-codes.ts';
import { runCommandLine } from './run-command-line.ts';
import { createScreen } from './screen.ts';

/** A script that is being uploaded to a host that never answers, for a device that is there. */
async function upload() {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'a.csv');
  writeFileSync(file, '0,0\n500,100\n1000,0\n');
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  const interruption = new AbortController();
  let isUploading = false;
  const said: string[] = [];
  const ended = runCommandLine(
    ['play', file, '--api', SCRIPTED_BASE, '--script-host', 'http://scripts.test/v0'],
    { TACTUS_KEY: 'DemoHandy1' },
    {
      ...{ time, random: createRandom(1), interrupted: interruption.signal },
      fetch(url, init) {
        if (!url.startsWith('http://scripts.test')) return cloud.fetch(url, init);
        isUploading = true;
        return new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      },
      screen: createScreen({ out: { write: () => true }, err: { write: (text) => said.push(text) } }, {}),
      askSecret: () => Promise.reject(new Error('The key is given')),
    },
  );
  await vi.waitFor(async () => {
    await time.run(10);
    expect(cloud.stream.opened()).toBe(1);
  });
  handy.comeOnline();
  await vi.waitFor(async () => {
    await time.run(100);
    expect(isUploading).toBe(true);
  });
  return { ended, said, cloud, interrupt: (code: ExitCode) => interruption.abort(code) };
}

test.each([
  ['Ctrl-C', ExitCode.INTERRUPTED],
  ['SIGTERM', ExitCode.TERMINATED],
] as const)(
  '%s while the script is uploaded ends with the exit code of that, and nothing has moved',
  async (_, code) => {
    const { ended, said, cloud, interrupt } = await upload();
    interrupt(code);
    expect(await ended).toBe(code);
    expect(said.at(-1)).toBe('Interrupted\n');
    expect(cloud.lines().filter((line) => line.includes('/hssp'))).toEqual([]);
  },
);
