import type { DeviceError } from '@tactus/sdk';
import type { CommandContext } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { commandEndOf, mustNameCloud, type TerminalSession, unlessInterrupted } from './session.ts';

/** How long a stop that is not confirmed is sent again. */
const TRIED_ON_MS = 30_000;

/** Stops the device and prints the outcome. Ends the command where the device did not confirm the stop. */
export async function stopFromTerminal(session: TerminalSession, context: CommandContext): Promise<void> {
  const { time, screen } = context;
  const beganMs = time.monotonic();
  const { outcome, cause } = await session.device.stop();
  screen.show('');
  if (outcome !== 'confirmed' && !(await isConfirmedLater(session, context, cause)))
    throw new CommandEnd(ExitCode.STOP_UNCONFIRMED, screen.paint.bad(unconfirmed(session, cause)), cause);
  const tookMs = Math.round(time.monotonic() - beganMs);
  screen.printStatus(screen.paint.good(`Stopped, the device confirmed it (${tookMs} ms)`));
}

/**
 * Waits while the SDK sends the stop again. Ctrl-C gives up; where it has begun the stop, the second one ends the process (`interruption.ts`). A
 * closed terminal gives up nothing.
 */
async function isConfirmedLater(
  { device }: TerminalSession,
  { time, screen, interrupted }: CommandContext,
  cause: DeviceError | undefined,
): Promise<boolean> {
  if (device.store.getState().keyUnknown || cause?.code === 'unauthenticated') return false;
  screen.printStatus(
    screen.paint.bad(
      `The device has not confirmed the stop${reason(cause)}; it is sent again and again for ${TRIED_ON_MS / 1000} s. If the device moves, use its power button. Ctrl-C gives up.`,
    ),
  );
  const waiting = device.waitFor(({ stopPhase, keyUnknown }) => stopPhase !== 'could-not-send' || keyUnknown);
  const undo = time.after(TRIED_ON_MS, () => waiting.cancel());
  const onInterrupted = () => interrupted.reason !== ExitCode.HUNG_UP && waiting.cancel();
  interrupted.addEventListener('abort', onInterrupted, { once: true });
  await waiting.catch(() => undefined); // it was given up
  undo();
  interrupted.removeEventListener('abort', onInterrupted);
  return device.store.getState().stopPhase === 'stopped';
}

const reason = (cause: Error | undefined): string => (cause ? ` (${cause.message})` : '');

function unconfirmed({ device, where }: TerminalSession, cause: Error | undefined): string {
  if (device.store.getState().keyUnknown)
    return `No device has this key, so none was stopped. Check the key; if one moves, use its power button. ${where}`;
  return `The device did not confirm that it stopped${reason(cause)}: use its power button${mustNameCloud(cause) ? `. ${where}` : ''}`;
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
