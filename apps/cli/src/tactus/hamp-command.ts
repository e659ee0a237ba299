import type { CliCommand } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { DURATION_BOUNDS, readNumber } from './read-command-line.ts';
import { connectSession } from './session.ts';
import { formatStateText } from './state-text.ts';
import { runAndStopDevice } from './stop-device.ts';

const SHOWN_EVERY_MS = 200;
const PERCENT = { min: 0, max: 100, unit: 'percent' } as const;

/** Alternating motion until Ctrl-C. */
export const hampCommand: CliCommand = {
  usage: 'VELOCITY',
  summary: 'alternating motion at a velocity, until Ctrl-C',
  help: `VELOCITY is a percentage of the device's top speed, 0 to 100. The motion starts at the slowest speed. Ctrl-C stops the
device and waits until it has confirmed that; so does the end of --for.

  tactus hamp 30
  tactus hamp 50 --stroke 20-80 --for 60`,
  words: { needed: ['VELOCITY'] },
  needsDevice: true,
  options: {
    stroke: { value: 'MIN-MAX', about: 'the zone of this motion, percent of the stroke; all of it when left out' },
    for: { value: 'SECONDS', about: 'ends by itself' },
  },
  async run(args, context) {
    const { screen, time } = context;
    const velocity = (readNumber('VELOCITY', args.words[0], PERCENT) ?? 0) / 100;
    const zone = readZone(args.options['stroke']);
    const seconds = readNumber('--for', args.options['for'], DURATION_BOUNDS);
    const session = await connectSession(args, context);
    const { device } = session;
    try {
      await runAndStopDevice(session, context, async (signal) => {
        await device.hamp.start();
        // No further call is sent while a Stop is in progress.
        signal.throwIfAborted();
        if (zone) await device.hamp.setStroke(zone);
        signal.throwIfAborted();
        await device.hamp.setVelocity(velocity);
        screen.printStatus(`It moves at ${Math.round(velocity * 100)} %; Ctrl-C stops it`);
        const endMs = time.monotonic() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
        while (time.monotonic() < endMs) {
          const state = device.store.getState();
          if (!state.connected) throw new CommandEnd(ExitCode.NOT_THERE, 'The device was lost');
          screen.show(formatStateText(state, device.position.at()));
          await time.sleep(Math.min(SHOWN_EVERY_MS, Math.max(1, endMs - time.monotonic())), signal);
        }
      });
      return ExitCode.DONE;
    } finally {
      session.close();
    }
  },
};

function readZone(text: string | undefined): { min: number; max: number } | undefined {
  if (text === undefined) return undefined;
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  const [min, max] = [Number(from) / 100, Number(to) / 100];
  if (min < max && max <= 1) return { min, max };
  throw new CommandEnd(ExitCode.WRONG_USE, '--stroke must be two percentages, such as 20-80');
}
