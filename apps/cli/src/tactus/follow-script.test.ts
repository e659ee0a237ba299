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

test('the end of a playback does not wait for the answer to a reading of the slider', async () => {
  const { time, cloud, handy, context, said } = scriptedCommand();
  const until = (holds: () => void) =>
    vi.waitFor(async () => {
      await time.run(10);
      holds();
    });
  let session: TerminalSession | undefined;
  void connectSession(ARGS, context).then((opened) => {
    session = opened;
  });
  await until(() => expect(cloud.stream.opened()).toBe(1));
  handy.comeOnline();
  await until(() => expect(session).toBeDefined());
  if (!session) return;

  let read = 0;
  cloud.on('GET /slider/state', () => {
    read += 1;
    return new Promise(() => undefined);
  });
  const script = await readScriptFile(scriptFile(), context.screen);
  const beganMs = time.monotonic();
  const nowMs = () => time.monotonic() - beganMs;
  const playback = { script, fromMs: 0, untilMs: 1_000, nowMs, isAtEnd: () => false, endedEarly: () => undefined };
  let tookMs: number | undefined;
  void followScript(session, context, playback, new AbortController().signal).then(() => {
    tookMs = nowMs();
  });
  await time.run(10_000);
  expect([read > 0, tookMs]).toEqual([true, 1_000]);
  expect(said.join('')).toContain('100 %');
  session.close();
});
