import type { Time } from '@tactus/time';
import { ExitCode } from './exit-codes.ts';

/** What ends a command from outside. */
export interface Interruption {
  /** Aborts once; its reason is the `ExitCode` to end with. */
  readonly signal: AbortSignal;
  /** Somebody wants it to end: the command stops what it has set in motion. Asked again later, it does not wait for that. */
  press(code: ExitCode): void;
  /** Nobody reads the output any more: it ends as by a press, and what is written meanwhile in vain hurries nothing. */
  outputGone(): void;
}

/** npm hands on the Ctrl-C that the terminal has sent already: what comes again within so long is the same press. */
const SAME_PRESS_MS = 1_000;

/** Builds one. `endNow` ends the process without waiting for anything. */
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
