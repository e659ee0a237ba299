import type { CommandContext } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { commandEndOf, mustNameCloud, type TerminalSession, unlessInterrupted } from './session.ts';

/** Stops the device and prints the outcome. Ends the command where the device did not confirm the stop. */
export async function stopFromTerminal(session: TerminalSession, { screen }: CommandContext): Promise<void> {
  const { outcome, tookMs, cause } = await session.device.stop();
  screen.show('');
  if (outcome !== 'confirmed')
    throw new CommandEnd(ExitCode.STOP_UNCONFIRMED, screen.paint.bad(unconfirmed(session, cause)), cause);
  screen.printStatus(screen.paint.good(`Stopped, the device confirmed it (${Math.round(tookMs)} ms)`));
}

function unconfirmed({ device, where }: TerminalSession, cause: Error | undefined): string {
  if (device.store.getState().keyUnknown)
    return `No device has this key, so none was stopped. Check the key; if one moves, use its power button. ${where}`;
  const why = cause ? ` (${cause.message})` : '';
  return `The device did not confirm that it stopped${why}: use its power button${mustNameCloud(cause) ? `. ${where}` : ''}`;
}

/** Runs a function that moves the device, and stops the device at its end, also after Ctrl-C. */
export async function runAndStopDevice(
  session: TerminalSession,
  context: CommandContext,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, context.interrupted]);
  try {
    await unlessInterrupted(run(signal), context.interrupted);
  } catch (error) {
    over.abort();
    await stopFromTerminal(session, context);
    throw commandEndOf(error, session);
  }
  await stopFromTerminal(session, context);
}
