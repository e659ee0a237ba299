import { createScriptedCloud, SCRIPTED_BASE } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test, vi } from 'vitest';
import { ExitCode } from './exit-codes.ts';
import { runCommandLine } from './run-command-line.ts';
import { createScreen } from './screen.ts';
import { scriptedCommand, scriptFile } from './testing/scripted-command.ts';

const HAMP = { play_state: 1, velocity: 0, direction: true };
const HSP = {
  ...{ play_state: 2, pause_on_starving: false, points: 3, max_points: 4_000, current_point: 0, current_time: 0 },
  ...{ loop: false, playback_rate: 1, first_point_time: 0, last_point_time: 1_000, stream_id: 7 },
  ...{ tail_point_stream_index: 3, tail_point_stream_index_threshold: 0 },
};

/**
 * Interrupts a command during its request of that line, which is answered before the Stop is, and resolves with the requests
 * that followed. The device has no slider.
 */
async function interruptedDuring(line: string, result: unknown, args: readonly string[]): Promise<string[]> {
  const { time, cloud, interruption, run } = scriptedCommand();
  cloud.on('GET /capabilities', () => ({ result: { slider: 0, battery: false } }));
  cloud.on('POST /temp/upload', () => ({ url: 'http://scripts.test/a.csv' }));
  let answer: ((body: unknown) => void) | undefined;
  cloud.on(
    line,
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const { ended } = await run(args);
  await vi.waitFor(async () => {
    await time.run(100);
    expect(answer).toBeDefined();
  });
  const before = cloud.lines().length;
  interruption.abort(ExitCode.INTERRUPTED);
  await time.settle();
  answer?.({ result });
  let code: ExitCode | undefined;
  void ended.then((is) => {
    code = is;
  });
  await vi.waitFor(async () => {
    await time.run(100);
    expect(code).toBe(ExitCode.INTERRUPTED);
  });
  return cloud.lines().slice(before);
}

test('play interrupted while the script is set up stops the device and starts nothing', async () => {
  const sent = await interruptedDuring('PUT /hssp/setup', HSP, [
    ...['play', scriptFile()],
    ...['--script-host', SCRIPTED_BASE],
  ]);
  expect(sent).toContain('PUT /mode2');
  expect(sent).not.toContain('PUT /hssp/play');
});

test.each([[['60']], [['60', '--stroke', '20-80']]])(
  'hamp %j interrupted while it starts stops the device and sets nothing more',
  async (args) => {
    const sent = await interruptedDuring('PUT /hamp/start', HAMP, ['hamp', ...args]);
    expect(sent.filter((line) => line.endsWith('/velocity') || line.endsWith('/stroke'))).toEqual([]);
  },
);

test('a terminal that is closed at the prompt for the key ends the command', async () => {
  const interruption = new AbortController();
  const ended = runCommandLine(
    ['stop', '--api', SCRIPTED_BASE],
    {},
    {
      ...{ time: createFakeTime(), random: createRandom(1), interrupted: interruption.signal },
      fetch: createScriptedCloud().fetch,
      screen: createScreen({ out: { write: () => true }, err: { write: () => true } }, {}, createFakeTime()),
      promptSecret: () => new Promise(() => undefined),
    },
  );
  interruption.abort(ExitCode.HUNG_UP);
  expect(await ended).toBe(ExitCode.HUNG_UP);
});
