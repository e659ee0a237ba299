import type { Time } from '@tactus/time';
import type { DestinationStream } from 'pino';

/** Of the lines for an output that takes none at present, so many bytes wait; what comes then is left out. */
const WAITING_BYTES = 2 ** 20;

/** How long the last lines may wait for the output, ms. */
const TAKEN_WITHIN_MS = 500;

/**
 * Standard output, as long as it accepts lines. A closed terminal must not end the process before all is closed; and a paused one, or a pipe
 * that nothing reads, must not hold it up.
 */
export function standardOutput(): DestinationStream {
  const { stdout } = process;
  let isLost = false;
  stdout.on('error', () => {
    isLost = true;
  });
  neverWaitFor(stdout);
  return { write: (line) => !isLost && stdout.writableLength < WAITING_BYTES && stdout.write(line) };
}

/** Node waits for a terminal that is paused, by Ctrl-S; from now on what is written waits for it in memory, as it does for a pipe. */
export function neverWaitFor(output: NodeJS.WriteStream): void {
  if (!output.isTTY) return;
  const { _handle } = output as { readonly _handle?: { readonly setBlocking?: (isBlocking: boolean) => void } };
  _handle?.setBlocking?.(false);
}

/** Resolves once standard output has taken every line, or after a moment. */
export function lastLinesTaken(time: Time): Promise<void> {
  return new Promise((resolve) => {
    const undo = time.after(TAKEN_WITHIN_MS, resolve);
    process.stdout.write('', () => {
      undo();
      resolve();
    });
  });
}
