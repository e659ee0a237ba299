import { SCRIPTED_BASE } from '@tactus/sdk/testing';
import { expect, test, vi } from 'vitest';
import { followScript } from './follow-script.ts';
import { readScriptFile } from './script-file.ts';
import { connectSession, type TerminalSession } from './session.ts';
import { scriptedCommand, scriptFile } from './testing/scripted-command.ts';

const ARGS = {
  words: [],
  options: { api: SCRIPTED_BASE, key: 'DemoHandy1' },
  switches: new Set<string>(),
  sources: {},
};

/** A connected session. */
async function openSession() {
  const { time, cloud, handy, context, said } = scriptedCommand();
  const until = (holds: () => void) =>
    vi.waitFor(
      async () => {
        await time.run(10);
        holds();
      },
      { timeout: 10_000 },
    );
  let session: TerminalSession | undefined;
  void connectSession(ARGS, context).then((opened) => {
    session = opened;
  });
  await until(() => expect(cloud.stream.opened()).toBe(1));
  handy.comeOnline();
  await until(() => expect(session).toBeDefined());
  if (!session) throw new Error('There is no session');
  return { time, cloud, context, said, session };
}

/** A playback of so many milliseconds that begins now. */
async function playbackOf({ time, context }: Pick<ReturnType<typeof scriptedCommand>, 'time' | 'context'>, ms: number) {
  const script = await readScriptFile(scriptFile(), context.screen);
  const beganMs = time.monotonic();
  const nowMs = () => time.monotonic() - beganMs;
  return { script, fromMs: 0, untilMs: ms, nowMs, isAtEnd: () => false, endedEarly: () => undefined };
}

test('the end of a playback does not wait for the answer to a reading of the slider', async () => {
  const { time, cloud, context, said, session } = await openSession();
  let read = 0;
  cloud.on('GET /slider/state', () => {
    read += 1;
    return new Promise(() => undefined);
  });
  const playback = await playbackOf({ time, context }, 1_000);
  let tookMs: number | undefined;
  void followScript(session, context, playback, new AbortController().signal).then(() => {
    tookMs = playback.nowMs();
  });
  await time.run(10_000);
  expect([read > 0, tookMs]).toEqual([true, 1_000]);
  expect(said.join('')).toContain('100 %');
  session.close();
});

test('where no line is overwritten, progress is printed at each tenth and every five seconds, each line once', async () => {
  const { time, context, said, session } = await openSession();
  const playback = await playbackOf({ time, context }, 100_000);
  void followScript(session, context, playback, new AbortController().signal);
  await time.run(100_000);
  const times = said.flatMap((line) => /^\[.* % {2}(\d:\d\d) \//.exec(line)?.[1] ?? []);
  expect(times).toHaveLength(21);
  expect(new Set(times).size).toBe(21);
  session.close();
});
