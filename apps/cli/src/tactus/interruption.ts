import type { Time } from '@tactus/time';
import { ExitCode } from './exit-codes.ts';

/** The causes that end a command from outside. */
export interface Interruption {
  /** Aborts once; its reason is the `ExitCode` to end with. */
  readonly signal: AbortSignal;
  /** A request to end: the command stops its motion. A second, later press does not wait for that. */
  press(code: ExitCode): void;
  /** The output is closed: ends as a press does; further failed writes do not count as a second press. */
  outputGone(): void;
}

/** npm forwards the Ctrl-C that the terminal has already sent: a signal within this time is the same press. */
const SAME_PRESS_MS = 1_000;

/** `endNow` ends the process without waiting. */
export function createInterruption(time: Time, endNow: (code: ExitCode) => void): Interruption {
  const interruption = new AbortController();
  const { signal } = interruption;
  let pressedAtMs = 0;

  function begin(code: ExitCode): void {
    pressedAtMs = time.monotonic();
    interruption.abort(code);
  }

  return {
    signal,
    press(code) {
      if (!signal.aborted) begin(code);
      else if (time.monotonic() - pressedAtMs >= SAME_PRESS_MS) endNow(code);
    },
    outputGone() {
      if (!signal.aborted) begin(ExitCode.HUNG_UP);
    },
  };
}
