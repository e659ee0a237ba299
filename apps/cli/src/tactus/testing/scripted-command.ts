import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, vi } from 'vitest';
import type { CommandContext } from '../command.ts';
import { runCommandLine } from '../run-command-line.ts';
import { createScreen } from '../screen.ts';

/** A file with a script of three points, which is deleted after its test. */
export function scriptFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'a.csv');
  writeFileSync(file, '0,0\n500,100\n1000,0\n');
  return file;
}

/** The context of a command line in tests: fake time, and a device in a cloud with scripted answers. */
export function scriptedCommand() {
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  const interruption = new AbortController();
  const said: string[] = [];
  const context: CommandContext = {
    ...{ time, random: createRandom(1), interrupted: interruption.signal, fetch: cloud.fetch },
    screen: createScreen({ out: { write: () => true }, err: { write: (text) => said.push(text) } }, {}, time),
    promptSecret: () => Promise.reject(new Error('The command line has the key')),
  };
  return {
    ...{ time, cloud, handy, interruption, said, context },
    /** Runs a command line until the device is connected; `ended` resolves with its exit code. */
    async run(args: readonly string[], fetch: CommandContext['fetch'] = cloud.fetch) {
      const ended = runCommandLine(
        [...args, '--api', SCRIPTED_BASE],
        { TACTUS_KEY: 'DemoHandy1' },
        { ...context, fetch },
      );
      await vi.waitFor(async () => {
        await time.run(10);
        expect(cloud.stream.opened()).toBe(1);
      });
      handy.comeOnline();
      return { ended };
    },
  };
}
