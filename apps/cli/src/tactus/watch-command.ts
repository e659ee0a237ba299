import type { Command } from './command.ts';
import { ExitCode } from './exit-codes.ts';
import { LENGTH_OF_TIME, readNumber } from './read-command-line.ts';
import { connectSession } from './session.ts';
import { toStateText } from './state-text.ts';

const SHOWN_EVERY_MS = 200;

/** Shows what a device does, whoever makes it do so. */
export const watchCommand: Command = {
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
  async run(given, surroundings) {
    const { screen, time, interrupted } = surroundings;
    const seconds = readNumber('--for', given.options['for'], LENGTH_OF_TIME);
    // What is heard while it connects is of this run, too.
    const startedAt = time.monotonic();
    const session = await connectSession(given, surroundings);
    const { device, close } = session;
    const stopWatching = device.position.watch();
    const endMs = time.monotonic() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
    let told = '';
    let seen = 0;
    try {
      while (time.monotonic() < endMs) {
        const state = device.store.getState();
        const line = toStateText(state, undefined);
        if (screen.isLive) screen.show(toStateText(state, device.position.at()));
        else if (line !== told) screen.print(line);
        told = line;
        if (given.switches.has('events')) seen = tellEvents(seen);
        await time.sleep(Math.min(SHOWN_EVERY_MS, Math.max(1, endMs - time.monotonic())), interrupted);
      }
      return ExitCode.DONE;
    } catch (error) {
      if (interrupted.aborted) return interrupted.reason; // the exit code to end with
      throw error;
    } finally {
      stopWatching();
      screen.show('');
      close();
    }

    /** Prints the events of the trace after a number; gives the number of the last entry. */
    function tellEvents(after: number): number {
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
