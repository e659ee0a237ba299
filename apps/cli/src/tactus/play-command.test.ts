import { expect, test, vi } from 'vitest';
import { ExitCode } from './exit-codes.ts';
import { scriptedCommand, scriptFile } from './testing/scripted-command.ts';

/** A script that is being uploaded to a host that never answers, for a connected device. */
async function upload() {
  const { time, cloud, interruption, said, run } = scriptedCommand();
  let isUploading = false;
  const { ended } = await run(['play', scriptFile(), '--script-host', 'http://scripts.test/v0'], (url, init) => {
    if (!url.startsWith('http://scripts.test')) return cloud.fetch(url, init);
    isUploading = true;
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  });
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
