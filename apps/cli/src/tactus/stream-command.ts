import { createPointStream, hasSlider, type PointStreamState } from '@tactus/sdk';
import type { CliCommand } from './command.ts';
import { ExitCode } from './exit-codes.ts';
import { followScript } from './follow-script.ts';
import { readScriptPart, SCRIPT_PART_OPTIONS } from './part-of-script.ts';
import { readScriptFile } from './script-file.ts';
import { connectSession } from './session.ts';
import { runAndStopDevice } from './stop-device.ts';

/** Plays a file from this machine: sends points to the device's buffer as it needs them. */
export const streamCommand: CliCommand = {
  usage: 'FILE',
  summary: 'plays a script from here, without an upload',
  help: `FILE is a funscript or a CSV ("time in ms,position in percent" on each line).

Nothing is uploaded: the points go to the device's own buffer while it plays, so this command must run to the end. Where the
cloud has leases the buffer is filled, and a motion whose command is killed ends by itself; where it has none, at most 30 s
are sent ahead, and the motion would go on for that time.

  tactus stream session.funscript
  tactus stream session.funscript --from 60 --for 30     half a minute of it, from 1:00 on`,
  words: { needed: ['FILE'] },
  needsDevice: true,
  options: SCRIPT_PART_OPTIONS,
  async run(args, context) {
    const { screen, time } = context;
    const script = await readScriptFile(args.words[0] ?? '', screen);
    const { fromMs, untilMs } = readScriptPart(args, script);
    const session = await connectSession(args, context);
    const { device, features } = session;
    const leadIn = hasSlider(device.store.getState()) ? {} : false;
    const stream = createPointStream(device, { time, source: { points: script.points }, features, leadIn });
    try {
      await runAndStopDevice(session, context, async (signal) => {
        screen.printStatus(`Streaming ${script.points.length} points of ${script.name}; nothing is uploaded`);
        await stream.play({ fromMs });
        const endedEarly = () => whyOver(stream.store.getState());
        const isAtEnd = () => stream.store.getState().phase === 'ended';
        const nowMs = stream.positionMs;
        await followScript(session, context, { script, fromMs, untilMs, nowMs, isAtEnd, endedEarly }, signal);
      });
      const { starvations, steppedDown } = stream.store.getState();
      if (starvations > 0)
        screen.printStatus(`The device ran out of points ${starvations} times (stepped down ${steppedDown} times)`);
      return ExitCode.DONE;
    } finally {
      stream.close();
      session.close();
    }
  },
};

/** Why a stream has ended early; `undefined` while it plays, and when it has played to its end. */
function whyOver({ phase, error }: PointStreamState): string | undefined {
  if (phase === 'failed') return error?.message ?? 'The stream failed';
  if (phase === 'taken-over') return 'Something else has taken over the device';
  if (phase === 'stopped' || phase === 'paused') return 'The stream was stopped, not from here';
  return undefined;
}
