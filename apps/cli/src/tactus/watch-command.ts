import type { CliCommand } from './command.ts';
import { ExitCode } from './exit-codes.ts';
import { DURATION_BOUNDS, readNumber } from './read-command-line.ts';
import { connectSession } from './session.ts';
import { formatStateText } from './state-text.ts';

const SHOWN_EVERY_MS = 200;

/** Shows the state of a device, whoever controls it. */
export const watchCommand: CliCommand = {
  usage: '',
  summary: 'shows what the device does, until Ctrl-C',
  help: `One live line in a terminal; elsewhere a line for every change, without the position. --events adds every event as it comes.
Watching sends no command and stops nothing at its end.

  tactus watch
  tactus watch --events --for 60 > session.log`,
  words: { needed: [] },
  needsDevice: true,
  options: {
    events: { about: 'a line for every event: milliseconds since the start, name, data as JSON' },
    for: { value: 'SECONDS', about: 'ends by itself, with 0' },
  },
  async run(args, context) {
    const { screen, time, interrupted } = context;
    const seconds = readNumber('--for', args.options['for'], DURATION_BOUNDS);
    // Events that arrive during the connection belong to this run, too.
    const startedAt = time.monotonic();
    const session = await connectSession(args, context);
    const { device, close } = session;
    const unwatch = device.position.watch();
    const endMs = time.monotonic() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
    let lastLine = '';
    let seen = 0;
    try {
      while (time.monotonic() < endMs) {
        const state = device.store.getState();
        const line = formatStateText(state, undefined);
        if (screen.isLive) screen.show(formatStateText(state, device.position.at()));
        else if (line !== lastLine) screen.print(line);
        lastLine = line;
        if (args.switches.has('events')) seen = printEvents(seen);
        await time.sleep(Math.min(SHOWN_EVERY_MS, Math.max(1, endMs - time.monotonic())), interrupted);
      }
      return ExitCode.DONE;
    } catch (error) {
      if (interrupted.aborted) return interrupted.reason; // the reason is an exit code
      throw error;
    } finally {
      unwatch();
      screen.show('');
      close();
    }

    /** Prints the events of the trace after a number; returns the number of the last entry. */
    function printEvents(after: number): number {
      const entries = device.trace.entries().filter(({ seq }) => seq > after);
      for (const entry of entries) {
        if (entry.kind !== 'event') continue;
        const atMs = Math.round(entry.atMs - time.now() + time.monotonic() - startedAt);
        screen.print(`${String(atMs).padStart(7)} ${entry.name} ${JSON.stringify(entry.data)}`);
      }
      return entries.at(-1)?.seq ?? after;
    }
  },
};
